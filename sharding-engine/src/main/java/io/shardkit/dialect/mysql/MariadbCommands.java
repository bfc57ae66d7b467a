package io.shardkit.dialect.mysql;

/** How MariaDB takes statements about sessions and the server. */
final class MariadbCommands extends MysqlCommands {
    @Override
    public boolean hasAnalyze() {
        return true;
    }
}

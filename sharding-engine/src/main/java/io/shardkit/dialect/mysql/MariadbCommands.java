package io.shardkit.dialect.mysql;

/** Statements of MariaDB about sessions and the server. */
final class MariadbCommands extends MysqlCommands {
    @Override
    public boolean hasAnalyze() {
        return true;
    }
}

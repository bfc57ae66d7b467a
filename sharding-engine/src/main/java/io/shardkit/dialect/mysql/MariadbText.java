package io.shardkit.dialect.mysql;

/** The tokens of MariaDB where they differ from MySQL's. */
final class MariadbText extends MysqlText {
    @Override
    public boolean readsBlankForEndOfComment() {
        return false;
    }
}

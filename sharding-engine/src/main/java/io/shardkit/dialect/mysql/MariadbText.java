package io.shardkit.dialect.mysql;

/** How MariaDB reads tokens where MySQL does otherwise. */
final class MariadbText extends MysqlText {
    @Override
    public boolean readsBlankForEndOfComment() {
        return false;
    }
}

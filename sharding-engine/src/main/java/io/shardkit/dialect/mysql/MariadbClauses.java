package io.shardkit.dialect.mysql;

/** Clauses and operators of MariaDB. */
final class MariadbClauses extends MysqlClauses {
    @Override
    public boolean labelsCatalogAsWritten() {
        return true;
    }

    @Override
    public boolean labelsBeginWithComments() {
        return true;
    }

    @Override
    public boolean hasMemberOf() {
        return false;
    }

    @Override
    public boolean offsetMayBeName() {
        return false;
    }

    @Override
    public boolean namesInsertedRows() {
        return false;
    }

    /** No mode of it looks for keys: either all columns can be selected, or those that are grouped by. */
    @Override
    public boolean groupsByPrimaryKey() {
        return false;
    }
}

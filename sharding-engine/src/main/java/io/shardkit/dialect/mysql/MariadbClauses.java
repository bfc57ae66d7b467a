package io.shardkit.dialect.mysql;

/** How MariaDB has clauses and operators. */
final class MariadbClauses extends MysqlClauses {
    @Override
    public boolean labelsCatalogAsWritten() {
        return true;
    }

    @Override
    public boolean namesInsertedRows() {
        return false;
    }
}

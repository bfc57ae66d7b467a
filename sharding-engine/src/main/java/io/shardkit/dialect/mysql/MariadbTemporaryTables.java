package io.shardkit.dialect.mysql;

/** How sessions of MariaDB make temporary tables, ask for their columns and drop them. */
final class MariadbTemporaryTables extends MysqlTemporaryTables {
    @Override
    public boolean canBeOpenedTwice() {
        return true;
    }

    @Override
    public boolean mayBeJson(String definition) {
        return definition.equals("longtext COLLATE utf8mb4_bin");
    }
}

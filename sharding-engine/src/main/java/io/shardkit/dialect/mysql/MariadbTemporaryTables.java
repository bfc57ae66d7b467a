package io.shardkit.dialect.mysql;

/** Makes temporary tables in sessions of MariaDB, asks for their columns and drops them. */
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

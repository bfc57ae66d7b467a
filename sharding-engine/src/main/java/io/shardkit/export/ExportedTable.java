package io.shardkit.export;

import java.util.List;

/**
 * A logical table, and where its rows are. Immutable.
 *
 * @param name the logical name
 * @param isSharded whether the rule shards it
 * @param columns its columns, in order
 * @param key the columns of its primary key; empty if it has none
 * @param isKeyOfTable whether no two rows of the logical table have the same primary key, as all rows with one are in one
 *     actual table
 * @param parts the actual tables that exist, which together have all rows, each once
 * @param missing those that the rule has and that do not exist yet
 */
record ExportedTable(
        String name,
        boolean isSharded,
        List<ExportedColumn> columns,
        List<String> key,
        boolean isKeyOfTable,
        List<ExportedPart> parts,
        List<ExportedPart> missing) {

    ExportedTable {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
        parts = List.copyOf(parts);
        missing = List.copyOf(missing);
    }

    /** Returns true if its rows are on MySQL or MariaDB. */
    boolean isMysql() {
        return parts.get(0).source().isMysql();
    }

    /**
     * A column.
     *
     * @param name its name
     * @param type one of {@link java.sql.Types}
     * @param typeName the database's name of it
     * @param size digits or characters
     * @param scale digits after the point
     * @param isNullable whether it may be NULL
     */
    record ExportedColumn(String name, int type, String typeName, int size, int scale, boolean isNullable) {}

    /**
     * An actual table.
     *
     * @param source its data source
     * @param schema its schema; on MySQL and MariaDB its database
     * @param table its name
     * @param bounds what holds of all of its rows, also of those that will be written while the rule is in force
     */
    record ExportedPart(ExportedSource source, String schema, String table, List<ExportedBound> bounds) {

        ExportedPart {
            bounds = List.copyOf(bounds);
        }
    }
}

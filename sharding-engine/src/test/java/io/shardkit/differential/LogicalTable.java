package io.shardkit.differential;

import static io.shardkit.differential.ColumnType.BIGINT;
import static io.shardkit.differential.ColumnType.BINARY_TEXT;
import static io.shardkit.differential.ColumnType.BOOLEAN;
import static io.shardkit.differential.ColumnType.DATE;
import static io.shardkit.differential.ColumnType.DECIMAL;
import static io.shardkit.differential.ColumnType.DOUBLE;
import static io.shardkit.differential.ColumnType.INT;
import static io.shardkit.differential.ColumnType.TEXT;
import static io.shardkit.differential.ColumnType.TIMESTAMP;

import io.shardkit.testing.TestDatabase;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The tables under test. The column {@code id} is the primary key of all but {@link #Q}. */
enum LogicalTable {
    /** Orders: sharded, bound to {@link #I}. */
    O(
            key("k"),
            key("id"),
            column("a", INT),
            column("n", BIGINT),
            column("amt", DECIMAL),
            column("dbl", DOUBLE),
            column("s", BINARY_TEXT),
            column("t", TEXT),
            column("d", DATE),
            column("ts", TIMESTAMP),
            column("flag", BOOLEAN)),
    /** Items of orders: sharded, bound to {@link #O} by {@code k} and {@code o_id}. */
    I(
            key("k"),
            key("id"),
            key("o_id"),
            column("a", INT),
            column("qty", INT),
            column("amt", DECIMAL),
            column("s", BINARY_TEXT),
            column("t", TEXT)),
    /** Sharded by the same columns as {@link #O} over another number of tables. */
    X(key("k"), key("id"), column("a", INT), column("v", INT), column("s", BINARY_TEXT)),
    /** Sharded like {@link #O}; its only unique key, {@code (k, id)}, has all sharding columns. */
    Q(key("k"), key("id"), column("a", INT), column("s", BINARY_TEXT)),
    /** Sharded by text. */
    P(key("id"), new Column("code", BINARY_TEXT, false), column("a", INT), column("amt", DECIMAL)),
    /** Sharded by the month of {@code ymd}, a number such as 20240131, through an algorithm of the application's own. */
    EV(key("ymd"), key("id"), column("a", INT), column("ts", TIMESTAMP), column("s", BINARY_TEXT)),
    /** Sharded by a date. */
    DT(key("id"), new Column("d", DATE, false), column("a", INT), column("ts", TIMESTAMP)),
    /** Broadcast. */
    B1(key("id"), column("a", INT), column("s", BINARY_TEXT), column("t", TEXT)),
    /** Broadcast. */
    B2(key("id"), column("b1_id", BIGINT), column("label", BINARY_TEXT)),
    /** Lives on the last data source only. */
    U(key("id"), column("o_id", BIGINT), column("v", INT), column("s", BINARY_TEXT));

    /** One column; those that are not nullable are keys. */
    record Column(String name, ColumnType type, boolean nullable) {}

    private final List<Column> columns;

    LogicalTable(Column... columns) {
        this.columns = List.of(columns);
    }

    List<Column> columns() {
        return columns;
    }

    String tableName() {
        return name().toLowerCase(Locale.ROOT);
    }

    int indexOf(String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(column)) {
                return i;
            }
        }
        throw new IllegalArgumentException(tableName() + " has no column " + column);
    }

    String columnList() {
        return columns.stream().map(Column::name).collect(Collectors.joining(", "));
    }

    String primaryKey() {
        return this == Q ? "k, id" : "id";
    }

    String createStatement(TestDatabase database, String physicalName) {
        return columns.stream()
                .map(column ->
                        column.name() + " " + column.type().ddl(database) + (column.nullable() ? "" : " NOT NULL"))
                .collect(Collectors.joining(
                        ", ", "CREATE TABLE " + physicalName + " (", ", PRIMARY KEY (" + primaryKey() + "))"));
    }

    private static Column key(String name) {
        return new Column(name, BIGINT, false);
    }

    private static Column column(String name, ColumnType type) {
        return new Column(name, type, true);
    }
}

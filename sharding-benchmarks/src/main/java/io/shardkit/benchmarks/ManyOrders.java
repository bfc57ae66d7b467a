package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.OrderTables;
import io.shardkit.lab.subject.Text;
import java.sql.SQLException;

/** Inserts of many orders, whose ids follow each other. Thread-safe. */
interface ManyOrders {
    /** An INSERT up to its rows. */
    String INSERT = "INSERT INTO {t_order} (" + OrderTables.COLUMNS + ") VALUES ";

    /** One row of it. */
    String ROW = "(" + ", ?".repeat(OrderTables.COLUMN_COUNT).substring(2) + ")";

    /** By addBatch and executeBatch; answers how many rows were inserted. */
    long batch(long first, int rows) throws SQLException;

    /** By INSERT with many rows; answers how many rows were inserted. */
    long statement(long first, int rows) throws SQLException;

    /** The text with so many rows. */
    static Text insert(int rows) {
        return Text.of(INSERT + ROW + (", " + ROW).repeat(rows - 1), OrderTables.LAYOUTS);
    }
}

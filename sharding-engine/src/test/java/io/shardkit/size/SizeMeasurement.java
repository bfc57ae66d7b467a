package io.shardkit.size;

import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.Table;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.dialect.facts.TextOrder;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Prints what plans and routes cost over few and over many units. */
public final class SizeMeasurement {
    private SizeMeasurement() {}

    /** @param arguments none */
    public static void main(String[] arguments) throws SQLException {
        Map<String, String> statements = new TreeMap<>(Map.of(
                "1 point", "SELECT * FROM t_logical_0 WHERE user_id = ? AND order_id = ?",
                "2 in(3)", "SELECT * FROM t_logical_0 WHERE user_id IN (?, ?, ?) AND order_id = ?",
                "3 range", "SELECT * FROM t_logical_0 WHERE user_id = ? AND order_id BETWEEN ? AND ?",
                "4 one axis", "SELECT * FROM t_logical_0 WHERE order_id = ?",
                "5 scatter", "SELECT * FROM t_logical_0 ORDER BY order_id LIMIT 10",
                "6 update", "UPDATE t_logical_0 SET note = 1 WHERE user_id = ? AND order_id = ?",
                "7 insert", "INSERT INTO t_logical_0 (user_id, order_id, note) VALUES (?, ?, 3)"));
        for (int[] shape : new int[][] {{8, 1}, {8, 16}, {8, 128}, {128, 8}}) {
            RouteCost cost = new RouteCost(new ManyTables(2, shape[0], shape[1]).rule(), catalog());
            statements.forEach((name, sql) -> {
                try {
                    print(cost, shape, name, sql);
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    private static void print(RouteCost cost, int[] shape, String name, String sql) throws SQLException {
        long[] values =
                switch (name.charAt(0)) {
                    case '2' -> new long[] {0, 1, 2, 0};
                    case '3' -> new long[] {1, 0, 2};
                    case '4' -> new long[] {5};
                    case '5' -> new long[] {};
                    default -> new long[] {1, 5};
                };
        RouteCost.Cost plan = cost.ofPlanning(sql, 3000);
        RouteCost.Cost bind = cost.ofBinding(sql, RouteCost.longs(values), 20000);
        System.out.printf(
                "%4d x %-4d %-12s plan %7d B %8d ns   bind %7d B %8d ns%n",
                shape[0], shape[1], name, plan.bytes(), plan.nanos(), bind.bytes(), bind.nanos());
    }

    static Catalog catalog() {
        Table table = new Table("t", List.of(number("user_id"), number("order_id"), number("note")));
        return name -> table;
    }

    private static Column number(String name) {
        return new Column(
                name, name, "bigint", "bigint", KeyType.INTEGER, TextOrder.UNKNOWN, false, false, true, Carrier.TEXT);
    }
}

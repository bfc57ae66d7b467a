package io.shardkit.benchmarks.speed;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.RowsGathered;
import io.shardkit.observe.StatementListener;
import io.shardkit.options.Limits;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures how fast a gather copies rows to another server, beside INSERT .. SELECT of the same rows within one: of a narrow
 * table with 4 columns and of a wide one with 16. Prints rows per second, and the heap that the process may use. System
 * properties are the number of rows that lie on the other server, {@code speed.rows}, those that lie beside the copy,
 * {@code speed.home}, and whether the gather is a part of a longer transaction, {@code speed.transaction}.
 */
public final class GatherSpeed {
    private static final int ROWS = Integer.getInteger("speed.rows", 200_000);
    private static final int HOME_ROWS = Integer.getInteger("speed.home", 1);
    private static final boolean IN_TRANSACTION = Boolean.getBoolean("speed.transaction");
    private static final int WIDE = 12;

    private GatherSpeed() {}

    /** Measures on MariaDB, MySQL and PostgreSQL, or on those that are named. */
    public static void main(String[] arguments) throws SQLException {
        List<String> named = arguments.length == 0 ? List.of("MARIADB", "MYSQL", "POSTGRESQL") : List.of(arguments);
        for (String each : named) {
            TestDatabase kind = TestDatabase.valueOf(each.toUpperCase(Locale.ROOT));
            measure(kind, "narrow", List.of());
            measure(
                    kind,
                    "wide",
                    IntStream.range(0, WIDE).mapToObj(i -> "note_" + i).toList());
        }
        System.exit(0);
    }

    private static void measure(TestDatabase kind, String name, List<String> notes) throws SQLException {
        try (HikariDataSource first = kind.create(name + 0, 0);
                HikariDataSource second = kind.create(name + 1, 1)) {
            fill(first, "t_order_0", notes, HOME_ROWS, 0);
            fill(second, "t_order_1", notes, ROWS, 1);
            execute(second, "CREATE TABLE t_beside" + columns(notes));
            execute(first, "CREATE TABLE t_least (n INT PRIMARY KEY, spelling VARCHAR(9), at TIMESTAMP NOT NULL)");
            execute(first, "INSERT INTO t_least VALUES (-1, '!', TIMESTAMP '2025-01-01 00:00:00')");
            long begun = System.nanoTime();
            execute(second, "INSERT INTO t_beside SELECT * FROM t_order_1");
            double beside = ROWS / seconds(begun);
            ShardingRule rule = ShardingRuleBuilder.over("ds0", "ds1")
                    .table("t_order", table -> table.nodes("ds0.t_order_0, ds1.t_order_1")
                            .tableBy("id", Algorithms.mod()))
                    .single("ds0", "t_least")
                    .build();
            StatementListener listener = new StatementListener() {
                @Override
                public void rowsGathered(RowsGathered event) {
                    double seconds = event.nanos() / 1e9;
                    System.out.printf(
                            Locale.ROOT,
                            "%s, %s: INSERT .. SELECT %.0f rows/s, gather of %d rows %.0f rows/s (%.2f), %.1f s, at most %d MB of heap%n",
                            kind,
                            name,
                            beside,
                            event.rows(),
                            event.rows() / seconds,
                            event.rows() / seconds / beside,
                            seconds,
                            Runtime.getRuntime().maxMemory() >> 20);
                }
            };
            try (ShardingDataSource orders = ShardingDataSource.builder()
                    .dataSources(Map.of("ds0", first, "ds1", second))
                    .rule(rule)
                    .options(ShardingOptions.builder()
                            .limits(Limits.builder()
                                    .gatherMaxRows(Long.MAX_VALUE - 1)
                                    .gatherMaxBytes(Long.MAX_VALUE - 1)
                                    .build())
                            .listener(listener)
                            .build())
                    .build()) {
                ask(orders, notes);
                ask(orders, notes);
            }
        }
    }

    /** Conditions that no unit can check demand all columns. */
    private static void ask(ShardingDataSource orders, List<String> notes) throws SQLException {
        String sql =
                "SELECT COUNT(*) FROM t_least l JOIN t_order o ON o.id > l.n WHERE o.user_id > l.n AND o.amount > l.n"
                        + " AND o.made > l.at"
                        + notes.stream()
                                .map(note -> " AND o." + note + " > l.spelling")
                                .collect(Collectors.joining());
        try (Connection connection = orders.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(!IN_TRANSACTION);
            try (ResultSet count = statement.executeQuery(sql)) {
                count.next();
                if (count.getLong(1) != ROWS + HOME_ROWS) {
                    throw new IllegalStateException(count.getLong(1) + " of " + (ROWS + HOME_ROWS) + " rows");
                }
            }
            if (IN_TRANSACTION) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        }
    }

    private static String columns(List<String> notes) {
        return " (id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL, amount DECIMAL(12, 2) NOT NULL, made TIMESTAMP"
                + " NOT NULL"
                + notes.stream()
                        .map(note -> ", " + note + " VARCHAR(60) NOT NULL")
                        .collect(Collectors.joining())
                + ")";
    }

    /** Doubles the rows until there are enough. */
    private static void fill(HikariDataSource source, String table, List<String> notes, int rows, int firstId)
            throws SQLException {
        execute(source, "CREATE TABLE " + table + columns(notes));
        execute(
                source,
                "INSERT INTO " + table + " VALUES (" + firstId + ", 7, 0.25, TIMESTAMP '2026-01-01 00:00:00'"
                        + notes.stream()
                                .map(note -> ", 'a note of some words, " + note + "'")
                                .collect(Collectors.joining())
                        + ")");
        for (int done = 1; done < rows; done *= 2) {
            int more = Math.min(done, rows - done);
            execute(
                    source,
                    "INSERT INTO " + table + " SELECT id + " + 2 * done + ", user_id + 1, amount + " + done + ", made"
                            + notes.stream().map(note -> ", " + note).collect(Collectors.joining()) + " FROM " + table
                            + " WHERE id < " + 2 * more);
        }
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    private static void execute(HikariDataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}

package io.shardkit.benchmarks.speed;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.move.MovePhase;
import io.shardkit.move.Moves;
import io.shardkit.move.ReshardRequest;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures how fast a reshard copies: the rows of one table to four tables on two servers, beside INSERT .. SELECT of the same
 * rows within the first server. Prints rows per second, how long each phase took, and the heap that the process may use. The
 * number of rows is the system property {@code speed.rows}.
 */
public final class CopySpeed {
    private static final int ROWS = Integer.getInteger("speed.rows", 200_000);
    private static final int CHUNK = 100_000;
    private static final String COLUMNS = " (id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL,"
            + " note VARCHAR(60) NOT NULL, amount DECIMAL(12, 2) NOT NULL, made TIMESTAMP NOT NULL)";

    private CopySpeed() {}

    /** Measures on MariaDB and PostgreSQL, or on those that are named. */
    public static void main(String[] arguments) throws SQLException, InterruptedException {
        List<String> named = arguments.length == 0 ? List.of("MARIADB", "POSTGRESQL") : List.of(arguments);
        for (String each : named) {
            measure(TestDatabase.valueOf(each.toUpperCase(Locale.ROOT)));
        }
        System.exit(0);
    }

    private static void measure(TestDatabase kind) throws SQLException, InterruptedException {
        try (HikariDataSource first = kind.create("copy0", 0);
                HikariDataSource second = kind.create("copy1", 1)) {
            execute(first, "CREATE TABLE t_order" + COLUMNS);
            execute(first, "CREATE TABLE t_beside" + COLUMNS);
            for (int from = 1; from <= ROWS; from += CHUNK) {
                int to = Math.min(ROWS, from + CHUNK - 1);
                String numbers = kind.speaksMysql()
                        ? "(SELECT seq AS n FROM seq_" + from + "_to_" + to + ") s"
                        : "generate_series(" + from + ", " + to + ") AS s(n)";
                execute(
                        first,
                        "INSERT INTO t_order SELECT n, n % 1000, CONCAT('note of order ', n), n % 900 + 0.25,"
                                + " TIMESTAMP '2026-01-01 00:00:00' FROM " + numbers);
            }
            long begun = System.nanoTime();
            execute(first, "INSERT INTO t_beside SELECT * FROM t_order");
            double beside = ROWS / seconds(begun);
            ShardingRule single = ShardingRuleBuilder.over("ds0", "ds1")
                    .single("ds0", "t_order")
                    .build();
            ShardingRule wanted = ShardingRuleBuilder.over("ds0", "ds1")
                    .table("t_order", table -> table.nodes("ds0.t_order_{0..1}, ds1.t_order_{2..3}")
                            .tableBy("id", Algorithms.mod()))
                    .build();
            try (ShardingDataSource orders = ShardingDataSource.builder()
                    .dataSources(Map.of("ds0", first, "ds1", second))
                    .rule(single)
                    .options(ShardingOptions.builder()
                            .ruleStore(RuleStore.DEFAULTS.every(Duration.ofMillis(200)))
                            .build())
                    .build()) {
                report(kind, orders.moves(), ReshardRequest.of(wanted, List.of("t_order")), beside);
            }
        }
    }

    private static void report(TestDatabase kind, Moves moves, ReshardRequest request, double beside)
            throws SQLException, InterruptedException {
        String id = moves.start(request);
        Map<MovePhase, Double> phases = new EnumMap<>(MovePhase.class);
        MovePhase phase = MovePhase.PREPARING;
        for (long last = System.nanoTime(); phase != MovePhase.SWITCHED; ) {
            TimeUnit.MILLISECONDS.sleep(20);
            phases.merge(phase, seconds(last), Double::sum);
            last = System.nanoTime();
            phase = moves.state(id).phase();
            if (phase == MovePhase.FAILED) {
                throw new IllegalStateException(moves.state(id).toString());
            }
        }
        double copied = ROWS / phases.getOrDefault(MovePhase.COPYING, 1.0);
        System.out.printf(
                Locale.ROOT,
                "%s, %d rows: INSERT .. SELECT %.0f rows/s, copy %.0f rows/s (%.2f), seconds %s, pause %d ms, at most %d MB of heap%n",
                kind,
                ROWS,
                beside,
                copied,
                copied / beside,
                phases,
                moves.state(id).pauseMillis(),
                Runtime.getRuntime().maxMemory() >> 20);
        moves.complete(id);
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

package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.algorithm.Targets;
import io.shardkit.differential.fixture.ShardCalls;
import io.shardkit.error.ShardingException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/**
 * Rows whose keys are written by every Java type, and looked for by every other, beside one table that takes them too:
 * what the database takes for the same value lies in one unit, or is looked for in all, or is refused.
 */
final class KeyCarrierSuite {
    private static final Map<String, String> MONTHS = Map.of(
            "datetime-lower", "2024-01-01",
            "datetime-interval-unit", "MONTHS",
            "sharding-suffix-pattern", "yyyyMM");

    private static final List<String> CONDITIONS =
            List.of("k = ?", "k IN (?)", "k > ?", "k >= ?", "k < ?", "k <= ?", "NOT (k = ?)", "k BETWEEN ? AND ?");

    private KeyCarrierSuite() {}

    /** Sets a parameter, as an application does. */
    @FunctionalInterface
    interface Carrier {
        void set(PreparedStatement statement, int index) throws SQLException;
    }

    /** A value of {@code setObject}. */
    static Carrier object(Object value) {
        return (statement, index) -> statement.setObject(index, value);
    }

    /**
     * A column and what is written to it.
     *
     * @param column its type
     * @param months whether its rows lie by months; else by their hash
     * @param routed what has to reach one unit by equality, if the database takes it
     * @param others what may be refused or looked for everywhere
     */
    record Key(String column, boolean months, List<Carrier> routed, List<Carrier> others) {}

    /** @return how many rows the engine and the database took */
    static int run(TestDatabase database, Key key) throws SQLException {
        ExecutorService executor = Executors.newCachedThreadPool();
        ShardCalls calls = new ShardCalls();
        try (HikariDataSource whole = database.create("whole");
                HikariDataSource first = database.create("first", 0);
                HikariDataSource second = database.create("second", 1)) {
            ShardingDataSource engine = ShardingDataSource.create(
                    new TreeMap<>(Map.of("ds0", first, "ds1", second)),
                    rule(key.months()),
                    ShardingOptions.builder()
                            .executor(executor)
                            .planCacheSize(100)
                            .listener(calls)
                            .build());
            String table = "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, k " + key.column() + " NOT NULL)";
            SpreadTable.execute(whole, List.of(table));
            SpreadTable.execute(engine, List.of(table));
            List<Carrier> all = new ArrayList<>(key.routed());
            all.addAll(key.others());
            int taken = 0;
            for (int i = 0; i < all.size(); i++) {
                boolean inWhole = inserts(whole, i, all.get(i));
                calls.take();
                boolean inEngine = inserts(engine, i, all.get(i));
                String place = key.column() + ", value " + i;
                if (inWhole && i < key.routed().size()) {
                    assertThat(inEngine).as(place).isTrue();
                }
                if (inEngine) {
                    assertThat(inWhole).as(place).isTrue();
                    taken++;
                } else if (inWhole) {
                    SpreadTable.execute(whole, List.of("DELETE FROM t WHERE id = " + i));
                }
            }
            readsAlike(whole, engine, calls, key, all);
            return taken;
        } finally {
            executor.shutdownNow();
        }
    }

    private static void readsAlike(DataSource whole, DataSource engine, ShardCalls calls, Key key, List<Carrier> all)
            throws SQLException {
        for (int i = 0; i < all.size(); i++) {
            for (String condition : CONDITIONS) {
                String sql = "SELECT id FROM t WHERE " + condition + " ORDER BY id";
                List<String> expected = ids(whole, sql, all.get(i));
                calls.take();
                List<String> found = ids(engine, sql, all.get(i));
                int units = calls.take();
                assertThat(found)
                        .as(key.column() + " by value " + i + ", " + condition)
                        .isEqualTo(expected);
                if (i < key.routed().size() && condition.equals("k = ?") && !expected.contains("failed")) {
                    assertThat(units).as(key.column() + " by value " + i).isEqualTo(1);
                }
            }
        }
    }

    private static ShardingRule rule(boolean months) {
        String nodes = months ? "ds0.t_202401, ds1.t_202402, ds1.t_202403" : "ds{0..1}.t_{0..2}";
        ShardingAlgorithm byMonth = AlgorithmRegistry.builtIn()
                .create(
                        "sharding.algorithms.a",
                        "interval",
                        MONTHS,
                        Targets.of(List.of("t_202401", "t_202402", "t_202403")));
        return TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "t",
                        nodes,
                        months ? null : new ShardingStrategy("k", new HashModAlgorithm(2)),
                        new ShardingStrategy("k", months ? byMonth : new HashModAlgorithm(3)),
                        null))
                .build();
    }

    private static boolean inserts(DataSource source, int id, Carrier key) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t (id, k) VALUES (?, ?)")) {
            insert.setInt(1, id);
            key.set(insert, 2);
            insert.executeUpdate();
            return true;
        } catch (SQLException refused) {
            if (source instanceof ShardingDataSource) {
                boolean known = refused instanceof ShardingException
                        || refused.getSQLState() == null
                        || !refused.getSQLState().startsWith("08");
                assertThat(known).as(String.valueOf(refused)).isTrue();
            }
            return false;
        }
    }

    /** The rows' numbers, or that it failed. */
    private static List<String> ids(DataSource source, String sql, Carrier key) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            key.set(query, 1);
            if (sql.contains("BETWEEN")) {
                key.set(query, 2);
            }
            List<String> ids = new ArrayList<>();
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getString(1));
                }
            }
            return ids;
        } catch (SQLException failed) {
            return List.of("failed");
        }
    }
}

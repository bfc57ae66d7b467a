package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.Algorithms;
import io.shardkit.differential.fixture.Effort;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.rule.PlacedKey;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardingRule;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;

/** Sharding values of all kinds of types get a unit of their own, and lose it. */
class IsolatedKeyTypesIT {
    private static final Duration OFTEN = Duration.ofMillis(100);
    private static final int ROWS = 5;

    /**
     * A sharding column.
     *
     * @param type its type
     * @param key the value that is isolated, as it is told
     * @param sameKey the same value as a statement may give it
     * @param others further values
     */
    private record Kind(String type, String key, String sameKey, List<String> others) {}

    private static List<Kind> kinds(TestDatabase database) {
        String binary = database.speaksMysql() ? " COLLATE utf8mb4_bin" : "";
        Kind uuid = new Kind(
                database.speaksMysql() ? "CHAR(36)" + binary : "UUID",
                "6f9619ff-8b86-d011-b42d-00c04fc964ff",
                "6f9619ff-8b86-d011-b42d-00c04fc964ff",
                List.of("00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-000000000002"));
        return List.of(
                new Kind(
                        "VARCHAR(40)" + binary,
                        "K\u00f6nig & S\u00f6hne's",
                        "K\u00f6nig & S\u00f6hne's",
                        List.of("b", "c")),
                new Kind(
                        database.speaksMysql() ? "VARCHAR(40) COLLATE utf8mb4_general_ci" : "VARCHAR(40)",
                        "acme",
                        database.speaksMysql() ? "Acme" : "acme",
                        List.of("b", "c")),
                new Kind("VARCHAR(40)" + binary, "Acme", "Acme", List.of("ACME", "acme")),
                uuid,
                new Kind("DECIMAL(18, 0)", "-70", "-70", List.of("1", "2")),
                new Kind("DATE", "2024-01-31", "2024-01-31", List.of("2024-01-30", "2024-02-01")));
    }

    private static ShardingRule rule() {
        return MovingOrders.sameNames()
                .table("t_doc", table -> table.nodes("ds0.t_doc_{0..1}, ds1.t_doc_{2..3}")
                        .tableBy("tenant", Algorithms.hashMod()))
                .build();
    }

    @ParameterizedTest
    @OnDatabases
    void keysOfAllTypesGetAUnitAndLoseIt(TestDatabase database) throws Exception {
        List<Kind> kinds = kinds(database);
        for (Kind kind : kinds.subList(0, Math.min(Effort.of(2), kinds.size()))) {
            try (MovingOrders orders = new MovingOrders(database, rule())) {
                ShardingDataSource instance = orders.start(OFTEN);
                goesAndReturns(orders, instance, kind);
            } catch (Exception | AssertionError failure) {
                throw new AssertionError(kind + " on " + database, failure);
            }
        }
    }

    private static void goesAndReturns(MovingOrders orders, ShardingDataSource instance, Kind kind) throws Exception {
        execute(
                instance,
                "CREATE TABLE t_doc (tenant " + kind.type() + " NOT NULL, id INT NOT NULL, n INT NOT NULL,"
                        + " PRIMARY KEY (tenant, id))");
        Map<String, Integer> counts = new TreeMap<>();
        write(instance, kind, 0, counts);
        Moves moves = instance.moves();
        ReshardRequest request = moves.isolating("t_doc", kind.key(), "ds2", null);
        assertThat(moves.check(request).errors()).isEmpty();
        String id = moves.start(request);
        orders.awaitSwitch(moves, id, false);
        orders.await(() -> !placed(instance).isEmpty());
        write(instance, kind, ROWS, counts);
        String unit = placed(instance).get(0).unit();
        try (Connection connection = orders.pool("ds2").getConnection()) {
            assertThat(count(connection, unit.substring("ds2.".length()), "")).isEqualTo(2 * ROWS);
        }
        finds(instance, kind, counts);
        moves.complete(id);
        orders.await(() -> moves.list().isEmpty());
        String released = moves.start(moves.releasing("t_doc", kind.key()));
        orders.awaitSwitch(moves, released, false);
        orders.await(() -> placed(instance).isEmpty());
        finds(instance, kind, counts);
        moves.complete(released);
        orders.await(() -> moves.list().isEmpty());
        assertThat(orders.tables("ds2")).doesNotContain(unit.substring("ds2.".length()));
    }

    private static List<PlacedKey> placed(ShardingDataSource instance) {
        return ((RoutedTable) Objects.requireNonNull(instance.rule().shardedTable("t_doc"))).placedKeys();
    }

    private static void execute(ShardingDataSource instance, String sql) throws SQLException {
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String literal(Kind kind, String value) {
        return kind.type().startsWith("DECIMAL") ? value : "'" + value.replace("'", "''") + "'";
    }

    private static void write(ShardingDataSource instance, Kind kind, int from, Map<String, Integer> counts)
            throws SQLException {
        for (int i = from; i < from + ROWS; i++) {
            execute(
                    instance,
                    "INSERT INTO t_doc (tenant, id, n) VALUES (" + literal(kind, kind.sameKey()) + ", " + i + ", 0)");
            counts.merge(kind.key(), 1, Integer::sum);
            for (String other : kind.others()) {
                execute(
                        instance,
                        "INSERT INTO t_doc (tenant, id, n) VALUES (" + literal(kind, other) + ", " + i + ", 0)");
                counts.merge(other, 1, Integer::sum);
            }
        }
    }

    private static void finds(ShardingDataSource instance, Kind kind, Map<String, Integer> counts) throws SQLException {
        try (Connection connection = instance.getConnection()) {
            int all = 0;
            for (Map.Entry<String, Integer> each : counts.entrySet()) {
                all += each.getValue();
                assertThat(count(connection, "t_doc", " WHERE tenant = " + literal(kind, each.getKey())))
                        .as(each.getKey())
                        .isEqualTo(each.getValue());
            }
            assertThat(count(connection, "t_doc", "")).isEqualTo(all);
        }
    }

    private static int count(Connection connection, String table, String where) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT COUNT(*) FROM " + table + where);
                ResultSet row = query.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }
}

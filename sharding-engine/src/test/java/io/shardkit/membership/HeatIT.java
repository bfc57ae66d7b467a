package io.shardkit.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.move.MoveRequest;
import io.shardkit.observe.HeatState;
import io.shardkit.options.HeatSettings;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** The traffic of several instances is added up. */
@ParameterizedClass
@OnDatabases
class HeatIT {
    private static final int TABLES = 4;
    private static final HeatSettings ALL = new HeatSettings(Duration.ofHours(1), 200, 1, false, HeatSettings.TABLE);

    @Parameter
    TestDatabase database;

    private final Map<String, DataSource> pools = new LinkedHashMap<>();
    private final List<ShardingDataSource> started = new ArrayList<>();

    @BeforeEach
    void open() throws SQLException {
        for (int i = 0; i < 3; i++) {
            HikariDataSource pool = database.create("heat", i);
            pools.put("ds" + i, pool);
            for (int table = 0; table < TABLES && i < 2; table++) {
                execute(
                        pool,
                        "CREATE TABLE t_order_" + (i * TABLES + table)
                                + " (id BIGINT, user_id BIGINT, PRIMARY KEY (user_id, id))");
            }
        }
    }

    @AfterEach
    void close() {
        started.forEach(ShardingDataSource::close);
        pools.values().forEach(pool -> ((HikariDataSource) pool).close());
    }

    private static void execute(DataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private ShardingDataSource start(HeatSettings heat, RuleStore store) throws SQLException {
        ShardingRule rule = ShardingRuleBuilder.over("ds0", "ds1", "ds2")
                .table("t_order", table -> table.nodes("ds0.t_order_{0..3}, ds1.t_order_{4..7}")
                        .tableBy("user_id", Algorithms.mod()))
                .build();
        ShardingDataSource instance = ShardingDataSource.builder()
                .dataSources(pools)
                .rule(rule)
                .options(ShardingOptions.builder().ruleStore(store).heat(heat).build())
                .build();
        started.add(instance);
        return instance;
    }

    private static void read(ShardingDataSource instance, long user) throws SQLException {
        try (Connection connection = instance.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT id FROM t_order WHERE user_id = ?")) {
            select.setLong(1, user);
            select.executeQuery().close();
        }
    }

    private static void share(ShardingDataSource... instances) throws SQLException {
        for (int round = 0; round < 2; round++) {
            for (ShardingDataSource instance : instances) {
                instance.unwrap(SharedHeat.class).share();
            }
        }
    }

    private int rows() throws SQLException {
        try (Connection connection = pools.get("ds0").getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM sharding_heat")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void theHottestValuesAndUnitsOfAllInstancesAreFound() throws SQLException {
        long seed = new Random().nextLong();
        System.out.println("HeatIT seed " + seed);
        Random random = new Random(seed);
        ShardingDataSource one = start(ALL, RuleStore.DEFAULTS);
        ShardingDataSource other = start(ALL, RuleStore.DEFAULTS);
        int[] units = new int[2 * TABLES];
        Map<Long, Integer> users = new HashMap<>();
        int statements = 3_000;
        for (int i = 0; i < statements; i++) {
            // About 1 / n of a harmonic sum: user 3 has a fifth, and then ever fewer.
            long user = 3 + (long) Math.pow(500, random.nextDouble()) - 1;
            users.merge(user, 1, Integer::sum);
            units[(int) (user % units.length)]++;
            read(i % 2 == 0 ? one : other, user);
        }
        share(one, other);
        for (ShardingDataSource each : List.of(one, other)) {
            HeatState state = each.heat();
            assertThat(state.problem()).isEmpty();
            assertThat(state.instances()).isEqualTo(2);
            assertThat(state.counted()).isEqualTo(statements);
            HeatState.Table table = state.tables().get(0);
            assertThat(table.name()).isEqualTo("t_order");
            assertThat(table.units())
                    .extracting(HeatState.Unit::name)
                    .startsWith("ds0.t_order_0")
                    .endsWith("ds1.t_order_7");
            int most = 0;
            for (int i = 0; i < units.length; i++) {
                most = Math.max(most, units[i]);
                // The instances weigh the same by rate, and ran for the same time but for a moment.
                assertThat(table.units().get(i).share())
                        .as("seed %s, unit %s", seed, i)
                        .isCloseTo(units[i] / (double) statements, within(0.03));
            }
            assertThat(table.skew())
                    .as("seed %s", seed)
                    .isCloseTo(most * units.length / (double) statements, within(0.3));
            assertThat(table.keys()).hasSize(10);
            HeatState.Key hottest = table.keys().get(0);
            assertThat(hottest.columns()).isEqualTo("user_id");
            assertThat(hottest.value()).as("seed %s", seed).isEqualTo("3");
            assertThat(hottest.unit()).isEqualTo("ds0.t_order_3");
            assertThat(hottest.share())
                    .as("seed %s", seed)
                    .isCloseTo(users.get(3L) / (double) statements, within(0.03));
            assertThat(hottest.atMost()).isGreaterThanOrEqualTo(hottest.perSecond());
            assertThat(table.keys())
                    .as("seed %s", seed)
                    .extracting(HeatState.Key::value)
                    .contains("3", "4", "5");
            assertThat(state.statements()).singleElement().satisfies(statement -> {
                assertThat(statement.sql()).isEqualTo("SELECT id FROM t_order WHERE user_id = ?");
                assertThat(statement.units()).isEqualTo(1);
                assertThat(statement.share()).isCloseTo(1, within(0.01));
            });
        }
        assertThat(rows()).isEqualTo(2);
        other.close();
        share(one);
        assertThat(rows()).isEqualTo(1);
        assertThat(one.heat().instances()).isEqualTo(1);
    }

    @Test
    void theCommandThatEvensOutRuns() throws SQLException {
        ShardingDataSource instance = start(ALL, RuleStore.DEFAULTS);
        for (int i = 0; i < 800; i++) {
            read(instance, i % 2 == 0 ? i / 2 % 4 : 4 + i / 2 % 400);
        }
        assertThat(instance.heat().remedies()).isNotEmpty().allSatisfy(remedy -> {
            assertThat(remedy.command()).startsWith("java -jar sharding-admin.jar moves start --unit ");
            String[] words = String.valueOf(remedy.command()).split(" ");
            assertThat(instance.moves()
                            .check(MoveRequest.of(List.of(words[6].split(",")), words[8]))
                            .errors())
                    .isEmpty();
        });
    }

    @Test
    void valuesAreHashedWhereThatIsAsked() throws SQLException {
        ShardingDataSource instance =
                start(new HeatSettings(Duration.ofHours(1), 200, 1, true, HeatSettings.TABLE), RuleStore.DEFAULTS);
        read(instance, 4711);
        share(instance);
        assertThat(instance.heat().tables().get(0).keys()).singleElement().satisfies(key -> assertThat(key.value())
                .matches("[0-9a-f]{16}"));
        try (Connection connection = pools.get("ds0").getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT summary FROM sharding_heat")) {
            rows.next();
            assertThat(rows.getString(1)).contains("key\tuser_id\t").doesNotContain("4711");
        }
    }

    @Test
    void withoutATableItIsOfThisInstanceAlone() throws SQLException {
        HeatSettings nowhere = new HeatSettings(Duration.ofHours(1), 200, 1, false, "no_such_schema.sharding_heat");
        ShardingDataSource instance = start(nowhere, RuleStore.DEFAULTS);
        read(instance, 5);
        share(instance);
        HeatState state = instance.heat();
        assertThat(state.problem()).contains("no_such_schema.sharding_heat of ds0 cannot be used");
        assertThat(state.instances()).isEqualTo(1);
        assertThat(state.tables().get(0).keys())
                .extracting(HeatState.Key::value)
                .containsExactly("5");
    }

    @Test
    void withoutARuleStoreItIsOfThisInstanceAlone() throws SQLException {
        ShardingDataSource instance = start(ALL, RuleStore.OFF);
        read(instance, 5);
        share(instance);
        assertThat(instance.heat().problem()).isEmpty();
        assertThat(instance.heat().tables().get(0).keys())
                .extracting(HeatState.Key::value)
                .containsExactly("5");
        assertThat(instance.heat().remedies()).isEmpty();
        ShardingDataSource off = start(null, RuleStore.OFF);
        read(off, 5);
        assertThat(off.heat()).isEqualTo(HeatState.NONE);
    }

    @Test
    void allKindsOfStatementsAreCounted() throws SQLException {
        ShardingDataSource instance = start(ALL, RuleStore.OFF);
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO t_order (id, user_id) VALUES (1, 1), (2, 1), (3, 2)");
            statement.execute("UPDATE t_order SET id = 4 WHERE user_id = 1 AND id = 1");
            statement.execute("DELETE FROM t_order WHERE user_id IN (1, 2)");
            statement.executeQuery("SELECT id FROM t_order WHERE user_id = 1").close();
            statement.executeQuery("SELECT COUNT(*) FROM t_order").close();
            try (PreparedStatement batch =
                    connection.prepareStatement("INSERT INTO t_order (id, user_id) VALUES (?, ?)")) {
                for (int i = 0; i < 3; i++) {
                    batch.setLong(1, 100 + i);
                    batch.setLong(2, 1);
                    batch.addBatch();
                }
                batch.executeBatch();
            }
        }
        HeatState state = instance.heat();
        HeatState.Table table = state.tables().get(0);
        assertThat(state.counted()).isEqualTo(8);
        HeatState.Key first = table.keys().get(0);
        HeatState.Key second = table.keys().get(1);
        assertThat(first.value()).isEqualTo("1");
        assertThat(first.share() * 8).isCloseTo(7, within(0.01));
        assertThat(second.value()).isEqualTo("2");
        assertThat(second.share() * 8).isCloseTo(2, within(0.01));
        // 2 of the INSERT, 1 of the UPDATE, 2 of the DELETE, 1 and 8 of the SELECTs, 3 of the batch.
        double calls = table.units().get(5).perSecond();
        assertThat(calls / table.perSecond() * 8).isCloseTo(1, within(0.01));
        double all =
                table.units().stream().mapToDouble(HeatState.Unit::perSecond).sum();
        assertThat(all / table.perSecond() * 8).isCloseTo(17, within(0.01));
        assertThat(state.statements())
                .extracting(HeatState.Statement::sql)
                .contains("DELETE FROM t_order WHERE user_id IN (?, ?)", "SELECT COUNT(*) FROM t_order")
                .noneMatch(sql -> sql.contains("100"));
    }
}

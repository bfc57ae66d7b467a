package io.shardkit.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.StatementsState;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.options.StatisticsSettings;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** The statistics of several instances are added up, and reset together. */
@ParameterizedClass
@OnDatabases
class StatisticsIT {
    private static final String POINT = "SELECT id FROM t_order WHERE user_id = ?";
    private static final StatisticsSettings HOURLY =
            new StatisticsSettings(1_000, Duration.ofHours(1), StatisticsSettings.TABLE);

    @Parameter
    TestDatabase database;

    private final Map<String, DataSource> pools = new LinkedHashMap<>();
    private final List<ShardingDataSource> started = new ArrayList<>();

    @BeforeEach
    void open() throws SQLException {
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = database.create("statistics", i);
            pools.put("ds" + i, pool);
            try (Connection connection = pool.getConnection();
                    Statement create = connection.createStatement()) {
                create.execute("CREATE TABLE t_order (id BIGINT, user_id BIGINT, PRIMARY KEY (user_id, id))");
            }
        }
    }

    @AfterEach
    void close() {
        started.forEach(ShardingDataSource::close);
        pools.values().forEach(pool -> ((HikariDataSource) pool).close());
    }

    private ShardingDataSource start(StatisticsSettings settings) throws SQLException {
        ShardingRule rule = ShardingRuleBuilder.over("ds0", "ds1")
                .table("t_order", table -> table.nodes("ds{0..1}.t_order").databaseBy("user_id", Algorithms.mod()))
                .build();
        ShardingDataSource instance = ShardingDataSource.builder()
                .dataSources(pools)
                .rule(rule)
                .options(ShardingOptions.builder()
                        .ruleStore(RuleStore.DEFAULTS)
                        .statistics(settings)
                        .build())
                .build();
        started.add(instance);
        return instance;
    }

    private static void use(ShardingDataSource instance, int times) throws SQLException {
        try (Connection connection = instance.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?)");
                PreparedStatement select = connection.prepareStatement(POINT);
                Statement all = connection.createStatement()) {
            for (int i = 0; i < times; i++) {
                insert.setLong(1, System.nanoTime());
                insert.setLong(2, i);
                insert.executeUpdate();
                select.setLong(1, i);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        assertThat(rows.getLong(1)).isNotZero();
                    }
                }
            }
            all.executeQuery("SELECT COUNT(*) FROM t_order WHERE id > 4711").close();
            assertThatThrownBy(() -> all.executeUpdate("DELETE FROM t_order")).isInstanceOf(SQLException.class);
        }
    }

    private static void share(ShardingDataSource... instances) throws SQLException {
        for (int round = 0; round < 2; round++) {
            for (ShardingDataSource instance : instances) {
                instance.unwrap(SharedStatistics.class).share();
            }
        }
    }

    private static StatementsState.Statement of(StatementsState state, String sql) {
        return state.statements().stream()
                .filter(each -> each.sql().equals(sql))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void statisticsOfAllInstancesAreAddedAndResetTogether() throws SQLException {
        ShardingDataSource one = start(HOURLY);
        ShardingDataSource other = start(HOURLY);
        use(one, 3);
        use(other, 5);
        share(one, other);
        StatementsState all = one.statements(true);
        assertThat(all.instances()).isEqualTo(2);
        assertThat(all.problem()).isEmpty();
        StatementsState.Statement point = of(all, POINT);
        assertThat(point.calls()).isEqualTo(8);
        assertThat(point.rows()).isEqualTo(3 + 2 * 3 + 2);
        assertThat(point.maxUnits()).isEqualTo(1);
        assertThat(of(all, "INSERT INTO t_order VALUES (?, ...)").rows()).isEqualTo(8);
        StatementsState.Statement wide = of(all, "SELECT COUNT(*) FROM t_order WHERE id > ?");
        assertThat(wide.units()).isEqualTo(2);
        assertThat(of(all, "DELETE FROM t_order").refusals()).isEqualTo(2);
        assertThat(all.toString()).doesNotContain("4711");
        assertThat(of(other.statements(true), POINT).calls()).isEqualTo(8);
        assertThat(of(one.statements(false), POINT).calls()).isEqualTo(3);
        one.resetStatements();
        share(one, other);
        assertThat(one.statements(true).statements()).isEmpty();
        assertThat(other.statements(true).statements()).isEmpty();
        // What starts later has not counted before the reset, and loses nothing.
        ShardingDataSource later = start(HOURLY);
        use(later, 2);
        share(later, one, other);
        assertThat(of(one.statements(true), POINT).calls()).isEqualTo(2);
        other.close();
        share(one);
        assertThat(one.statements(true).instances()).isEqualTo(2);
    }

    @Test
    void withoutTheTableAnInstanceTellsOfItself() throws SQLException {
        ShardingDataSource instance =
                start(new StatisticsSettings(1_000, Duration.ofHours(1), "no_such_schema.sharding_statement"));
        use(instance, 1);
        share(instance);
        StatementsState state = instance.statements(true);
        assertThat(state.problem()).contains("no_such_schema.sharding_statement of ds0 cannot be used");
        assertThat(of(state, POINT).calls()).isEqualTo(1);
        assertThat(state.instances()).isEqualTo(1);
    }
}

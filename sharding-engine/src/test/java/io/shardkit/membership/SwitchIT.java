package io.shardkit.membership;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.RuleText;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.Eventually;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
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

/**
 * The rule changes while instances write: tables get other names, one instance is told of it, and another one never looks
 * and only meets tables that are gone. Each acknowledged write is there once.
 */
@ParameterizedClass
@OnDatabases(always = {TestDatabase.MYSQL, TestDatabase.MARIADB_CONNECTOR_J})
class SwitchIT {
    private static final int SWITCHES = 10;

    @Parameter
    TestDatabase database;

    private final Map<String, DataSource> pools = new LinkedHashMap<>();
    private final List<ShardingDataSource> instances = new ArrayList<>();
    private CountWriters writers;

    @BeforeEach
    void open() throws SQLException {
        writers = new CountWriters(database);
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = database.create("switched", i);
            pools.put("ds" + i, pool);
            execute(pool, "CREATE TABLE t_count_a (id BIGINT, user_id BIGINT, n BIGINT, PRIMARY KEY (user_id, id))");
            execute(pool, "CREATE TABLE t_other (id BIGINT, user_id BIGINT, n BIGINT, PRIMARY KEY (user_id, id))");
        }
    }

    @AfterEach
    void close() {
        writers.close();
        instances.forEach(ShardingDataSource::close);
        pools.values().forEach(pool -> ((HikariDataSource) pool).close());
    }

    private static Membership membership(ShardingDataSource instance) throws SQLException {
        return instance.unwrap(Membership.class);
    }

    private static void execute(DataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static ShardingRule rule(String ending) {
        return ShardingRuleBuilder.over("ds0", "ds1")
                .table("t_count", table -> table.nodes("ds{0..1}.t_count_" + ending)
                        .databaseBy("user_id", Algorithms.mod()))
                .table("t_other", table -> table.nodes("ds{0..1}.t_other").databaseBy("user_id", Algorithms.mod()))
                .build();
    }

    private ShardingDataSource start(Duration poll) throws SQLException {
        ShardingDataSource instance = ShardingDataSource.builder()
                .dataSources(pools)
                .rule(rule("a"))
                .options(ShardingOptions.builder()
                        .ruleStore(RuleStore.DEFAULTS.every(poll))
                        .build())
                .build();
        instances.add(instance);
        return instance;
    }

    /** Names the tables of an epoch, and those of the one before away. */
    private void rename(String from, String to) throws SQLException {
        for (DataSource pool : pools.values()) {
            execute(pool, "ALTER TABLE t_count_" + from + " RENAME TO t_count_" + to);
        }
    }

    @Test
    void eachAcknowledgedWriteIsThereOnce() throws Exception {
        ShardingDataSource told = start(Duration.ofMillis(100));
        ShardingDataSource asleep = start(Duration.ofHours(1));
        writers.start(told, asleep);
        String from = "a";
        for (int i = 0; i < SWITCHES; i++) {
            String to = "g" + i;
            change(told, from, to);
            from = to;
            writers.await();
        }
        writers.check(told);
        assertThat(membership(asleep).epoch()).isGreaterThan(1);
    }

    private void change(ShardingDataSource instance, String from, String to) throws SQLException {
        Membership membership = membership(instance);
        RuleText next = RuleText.of(ShardMap.of(rule(to)));
        assertThat(RuleChange.begin(membership, next, "")).isTrue();
        assertThat(RuleChange.begin(membership, next, "")).isFalse();
        RuleChange change = RuleChange.take(membership);
        assertThat(change.advance(Change.State.PREPARED, Change.State.ARMED)).isTrue();
        assertThat(Eventually.zero(() -> state(membership, "armed"))).isZero();
        assertThat(change.advance(Change.State.ARMED, Change.State.PAUSED)).isTrue();
        assertThat(Eventually.zero(() -> state(membership, "paused"))).isZero();
        fence(from, from + "_was");
        assertThat(change.decide(newest -> next)).isPositive();
        rename(from + "_was", to);
        assertThat(change.keep(Change.State.DECIDED, "")).isTrue();
        assertThat(change.end(Change.State.SWITCHED)).isTrue();
    }

    /** Tries until no transaction holds the tables. */
    private void fence(String from, String to) throws SQLException {
        for (DataSource pool : pools.values()) {
            for (int tries = 0; ; tries++) {
                try {
                    execute(pool, "ALTER TABLE t_count_" + from + " RENAME TO t_count_" + to);
                    break;
                } catch (SQLException held) {
                    if (tries > 100) {
                        throw held;
                    }
                }
            }
        }
    }

    private static int state(Membership membership, String state) {
        try {
            return membership.members().stream()
                            .anyMatch(member -> member.state().equals(state))
                    ? 0
                    : 1;
        } catch (SQLException failure) {
            throw new AssertionError(failure);
        }
    }
}

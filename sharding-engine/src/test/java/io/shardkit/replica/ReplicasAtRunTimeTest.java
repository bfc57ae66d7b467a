package io.shardkit.replica;

import static io.shardkit.replica.Servers.ask;
import static io.shardkit.replica.Servers.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.jdbc.DataSourceProvider;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.ReplicaState;
import io.shardkit.options.AfterWrite;
import io.shardkit.options.LoadBalance;
import io.shardkit.options.Replica;
import io.shardkit.options.ReplicaGroup;
import io.shardkit.options.ReplicaSettings;
import io.shardkit.options.Replication;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.options.WithoutReplica;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.Eventually;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A data source with replicas comes to the rule before the others, whose numbers change with that, and leaves it; so does one
 * without. Nothing is replicated: each server has its own name.
 */
class ReplicasAtRunTimeTest {
    private static final String WHO = "SELECT name FROM who WHERE id = 1";
    private static final String OTHER = "SELECT name FROM t_1 WHERE id = 2";

    private final AtomicInteger opened = new AtomicInteger();
    private Servers servers;
    private ShardingDataSource dataSource;

    @BeforeEach
    void start() throws SQLException {
        servers = new Servers(3, 2);
        dataSource = ShardingDataSource.builder()
                .dataSource("ds1", servers.pool("ds1"))
                .rule(rule("ds1"))
                .options(ShardingOptions.builder().ruleStore(RuleStore.OFF).build())
                .furtherDataSources(new DataSourceProvider() {
                    @Override
                    public @Nullable DataSource open(String name) {
                        opened.incrementAndGet();
                        return servers.pool(name);
                    }

                    @Override
                    public void close(String name, DataSource pool) {
                        opened.decrementAndGet();
                    }
                })
                .replication(new Replication(
                        Map.of("ds0", group("ds0", "replica0"), "ds1", group("ds1", "replica1")),
                        new ReplicaSettings(
                                AfterWrite.PRIMARY,
                                Duration.ofMinutes(10),
                                Duration.ZERO,
                                Duration.ofSeconds(5),
                                Duration.ofMillis(50),
                                Duration.ZERO,
                                WithoutReplica.PRIMARY)))
                .build();
    }

    private ReplicaGroup group(String name, String replica) {
        return new ReplicaGroup(
                name + "-primary", List.of(new Replica(replica, servers.pool(replica), 1)), LoadBalance.ROUND_ROBIN);
    }

    @AfterEach
    void stop() {
        dataSource.close();
        servers.close();
    }

    private static ShardingRule rule(String... names) {
        List<String> all = List.of(names);
        ShardingRuleBuilder rule = ShardingRuleBuilder.over(all).single("ds1", "t_1");
        for (String each : List.of("ds0", "ds2")) {
            if (all.contains(each)) {
                rule.single(each, each.equals("ds0") ? "who" : "t_0");
            }
        }
        return rule.build();
    }

    private List<String> replicas() {
        return dataSource.replicas().stream().map(ReplicaState::name).toList();
    }

    @Test
    void aDataSourceWithReplicasComesAndLeaves() throws Exception {
        assertThat(replicas()).containsExactly("replica1");
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(OTHER)) {
            assertThat(answer(statement)).isEqualTo("replica1");
            for (int i = 0; i < 2; i++) {
                dataSource.apply(rule("ds0", "ds1"));
                assertThat(replicas()).containsExactly("replica0", "replica1");
                assertThat(ask(connection, WHO)).isEqualTo("replica0");
                assertThat(answer(statement)).isEqualTo("replica1");
                assertThat(ask(dataSource, OTHER)).isEqualTo("replica1");
                dataSource.apply(rule("ds1"));
                assertThat(replicas()).containsExactly("replica1");
                assertThat(answer(statement)).isEqualTo("replica1");
                assertThat(Eventually.zero(opened::get)).isZero();
            }
        }
    }

    @Test
    void aDataSourceWithoutReplicasComesAndLeaves() throws Exception {
        try (Connection connection = dataSource.getConnection()) {
            assertThat(ask(connection, OTHER)).isEqualTo("replica1");
            dataSource.apply(rule("ds2", "ds1"));
            assertThat(ask(connection, "SELECT name FROM t_0 WHERE id = 1")).isEqualTo("ds2");
            assertThat(ask(connection, OTHER)).isEqualTo("replica1");
            dataSource.apply(rule("ds1"));
            assertThat(ask(connection, OTHER)).isEqualTo("replica1");
        }
    }

    /** Writes are known by the number of their data source, which is another one by the next rule. */
    @Test
    void ownWritesStayKnown() throws Exception {
        try (Connection connection = dataSource.getConnection()) {
            update(connection, "UPDATE t_1 SET name = 'new' WHERE id = 2");
            dataSource.apply(rule("ds0", "ds1"));
            assertThat(ask(connection, OTHER)).isEqualTo("new");
            assertThat(ask(dataSource, OTHER)).isEqualTo("new");
            assertThat(ask(connection, WHO)).isEqualTo("replica0");
            dataSource.apply(rule("ds1"));
            assertThat(ask(connection, OTHER)).isEqualTo("new");
            assertThat(ask(dataSource, OTHER)).isEqualTo("new");
        }
    }

    @Test
    void aReadOnlyTransactionGoesOnByItsReplica() throws Exception {
        try (Connection connection = dataSource.getConnection()) {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            assertThat(ask(connection, OTHER)).isEqualTo("replica1");
            dataSource.apply(rule("ds0", "ds1"));
            assertThat(ask(connection, OTHER)).isEqualTo("replica1");
            connection.commit();
            assertThat(ask(connection, WHO)).isEqualTo("replica0");
            connection.commit();
        }
    }

    /** An open result keeps the connection by the rule before. */
    @Test
    void anOpenResultOfAReplicaStaysOpen() throws Exception {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(OTHER)) {
            try (ResultSet rows = statement.executeQuery()) {
                dataSource.apply(rule("ds0", "ds1"));
                assertThat(ask(connection, OTHER)).isEqualTo("replica1");
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1)).isEqualTo("replica1");
            }
            assertThat(ask(connection, WHO)).isEqualTo("replica0");
        }
    }

    private static String answer(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            return rows.next() ? rows.getString(1) : "";
        }
    }
}

package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.Eventually;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** A unit moves to a data source that is new to a rule with broadcast tables: from the switch on they are read there, too. */
@ParameterizedClass
@OnDatabases(always = TestDatabase.MYSQL)
class BroadcastCopiesIT {
    private static final String JOIN =
            "SELECT w.word FROM t_count c JOIN t_word w ON w.id = c.n WHERE c.user_id = 1 ORDER BY w.word";

    @Parameter
    TestDatabase database;

    private final HikariDataSource[] pools = new HikariDataSource[3];

    @BeforeEach
    void open() throws SQLException {
        for (int i = 0; i < pools.length; i++) {
            pools[i] = database.create("copies", i);
        }
        for (int i = 0; i < 2; i++) {
            execute(pools[i], "CREATE TABLE t_count (user_id BIGINT PRIMARY KEY, n BIGINT)");
            execute(pools[i], "CREATE TABLE t_word (id BIGINT PRIMARY KEY, word VARCHAR(20))");
        }
    }

    @AfterEach
    void close() {
        for (HikariDataSource pool : pools) {
            pool.close();
        }
    }

    private ShardingDataSource start() throws SQLException {
        ShardingRule rule = ShardingRuleBuilder.over("ds0", "ds1")
                .table("t_count", table -> table.nodes("ds{0..1}.t_count").databaseBy("user_id", Algorithms.mod()))
                .broadcast("t_word")
                .build();
        return ShardingDataSource.builder()
                .dataSource("ds0", pools[0])
                .dataSource("ds1", pools[1])
                .furtherDataSources(name -> name.equals("ds2") ? further() : null)
                .rule(rule)
                .options(ShardingOptions.builder()
                        .ruleStore(RuleStore.DEFAULTS.every(Duration.ofMillis(100)))
                        .build())
                .build();
    }

    /** A pool of its own, which the instance closes. */
    private HikariDataSource further() {
        HikariConfig config = new HikariConfig();
        pools[2].copyStateTo(config);
        return new HikariDataSource(config);
    }

    private static void execute(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String word(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(JOIN)) {
            return row.next() ? row.getString(1) : "";
        }
    }

    private static void await(Callable<Boolean> state) {
        assertThat(Eventually.zero(() -> {
                    try {
                        return state.call() ? 0 : 1;
                    } catch (Exception failure) {
                        throw new AssertionError(failure);
                    }
                }))
                .isZero();
    }

    @Test
    void rowsThatWereThereAreNotOverwritten() throws SQLException {
        try (ShardingDataSource instance = start()) {
            execute(instance, "INSERT INTO t_count VALUES (1, 7)");
            execute(instance, "INSERT INTO t_word VALUES (7, 'seven'), (8, NULL)");
            Moves moves = instance.moves();
            MoveRequest request = MoveRequest.of(List.of("ds1.t_count"), "ds2").switchedByHand();
            String subject = "ds2 comes into the rule, and broadcast table t_word ";
            execute(pools[2], "CREATE TABLE t_word (id BIGINT PRIMARY KEY, word VARCHAR(20))");
            execute(pools[2], "INSERT INTO t_word VALUES (7, 'seven'), (8, '')");
            assertThat(moves.check(request).errors())
                    .singleElement()
                    .asString()
                    .startsWith(subject + "has other rows there, 2 instead of 2");
            assertThatThrownBy(() -> moves.start(request)).hasMessageContaining(subject);
            execute(pools[2], "UPDATE t_word SET word = NULL WHERE id = 8");
            assertThat(moves.check(request).errors()).isEmpty();
            String id = moves.start(request);
            await(() -> moves.state(id).phase() == MovePhase.READY);
            execute(instance, "UPDATE t_word SET word = 'VII' WHERE id = 7");
            moves.switchNow(id);
            await(() -> moves.state(id).undone() > 0);
            assertThat(moves.state(id).message()).contains(subject + "has other rows there");
            assertThat(word(instance)).isEqualTo("VII");
            execute(pools[2], "UPDATE t_word SET word = 'VII' WHERE id = 7");
            await(() -> moves.state(id).phase() == MovePhase.SWITCHED);
            assertThat(word(instance)).isEqualTo("VII");
            execute(instance, "UPDATE t_word SET word = 'seven' WHERE id = 7");
            assertThat(word(instance)).isEqualTo("seven");
            assertThatThrownBy(() -> moves.check(MoveRequest.of(List.of("ds1.t_count"), "ds0")))
                    .hasMessageContaining("it has moved and is ds2.t_count now");
        }
    }
}

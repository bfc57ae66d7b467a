package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.hint.ShardingHint;
import io.shardkit.options.ShardingOptions;
import io.shardkit.plan.Attempt;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing but an SQLException leaves a statement, whatever goes wrong while it is read, planned or bound. */
class WallTest {
    private HikariDataSource pool;
    private Connection connection;

    /** An algorithm that fails for the key 13. */
    private record Failing() implements ShardingAlgorithm {
        @Override
        public int shardCount() {
            return 2;
        }

        @Override
        public boolean accepts(KeyType type) {
            return type == KeyType.INTEGER;
        }

        @Override
        public int shard(long key) {
            if (key == 13) {
                throw new IllegalStateException("unlucky");
            }
            return Math.floorMod(key, 2);
        }

        @Override
        public int shard(String key) {
            return 0;
        }
    }

    @BeforeEach
    void open() throws SQLException {
        pool = TestDatabase.H2.create("wall", 0);
        try (Connection physical = pool.getConnection();
                Statement statement = physical.createStatement()) {
            statement.execute("CREATE TABLE o_0 (id BIGINT PRIMARY KEY, name VARCHAR(20))");
            statement.execute("CREATE TABLE o_1 (id BIGINT PRIMARY KEY, name VARCHAR(20))");
        }
        ShardingRule rule = ShardingRuleBuilder.over(List.of("ds0"))
                .table(new TableRule("o", "ds0.o_{0..1}", null, new ShardingStrategy("id", new Failing()), null))
                .build();
        connection = ShardingDataSource.create(
                        Map.of("ds0", pool),
                        rule,
                        ShardingOptions.builder().executor(Runnable::run).build())
                .getConnection();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        pool.close();
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThat(catchThrowable(call))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("IllegalStateException")
                .hasRootCauseMessage("unlucky")
                .isInstanceOfSatisfying(ShardingException.class, refusal -> assertThat(refusal.errorCode())
                        .isEqualTo(ErrorCode.UNEXPECTED_FAILURE));
    }

    @Test
    void anAlgorithmThatFailsRefusesTheStatement() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertRefused(() -> statement.executeQuery("SELECT name FROM o WHERE id = 13"));
            assertRefused(() -> statement.execute("INSERT INTO o (id, name) VALUES (13, 'a')"));
            assertThat(statement.executeUpdate("INSERT INTO o (id, name) VALUES (1, 'a')"))
                    .isEqualTo(1);
        }
        try (PreparedStatement statement = connection.prepareStatement("UPDATE o SET name = 'b' WHERE id = ?")) {
            statement.setLong(1, 13);
            assertRefused(statement::executeUpdate);
            statement.addBatch();
            statement.setLong(1, 1);
            statement.addBatch();
            assertRefused(statement::executeBatch);
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }
        try (ShardingHint hint = ShardingHint.dataSource("ds0");
                Statement statement = connection.createStatement()) {
            assertRefused(() -> statement.executeQuery("SELECT name FROM o WHERE id = 13"));
            assertThat(hint).isNotNull();
        }
    }

    @Test
    void textsThatAreNoStatementsAreRefused() throws SQLException {
        List<String> texts = List.of(
                "",
                ":= id FROM o",
                ":=",
                "=> id",
                "]",
                "[",
                "{fn",
                "{",
                ". FROM o",
                ", FROM o",
                "LIMIT",
                "OVER",
                "ON CONFLICT",
                "WITH",
                "SELECT",
                "SELECT FROM o WHERE [",
                "MERGE INTO o",
                "INSERT INTO o",
                "INSERT INTO o VALUES");
        for (String text : texts) {
            for (ThrowingCallable call : List.<ThrowingCallable>of(
                    () -> connection.createStatement().execute(text),
                    () -> connection.createStatement().executeQuery(text),
                    () -> connection.createStatement().executeLargeUpdate(text),
                    () -> connection.prepareStatement(text).execute(),
                    () -> connection.prepareStatement(text).getMetaData(),
                    () -> connection.prepareStatement(text).getParameterMetaData(),
                    () -> connection.prepareCall(text).execute(),
                    () -> connection.prepareStatement(text + "; " + text).execute(),
                    () -> {
                        Statement statement = connection.createStatement();
                        statement.addBatch(text);
                        statement.executeBatch();
                    })) {
                Throwable thrown = catchThrowable(call);
                assertThat(thrown == null || thrown instanceof SQLException)
                        .as("%s: %s", text, thrown)
                        .isTrue();
                if (thrown instanceof ShardingException refusal) {
                    assertThat(refusal.errorCode()).as(text).isNotEqualTo(ErrorCode.UNEXPECTED_FAILURE);
                }
            }
            assertThat(catchThrowable(() -> connection.nativeSQL(text))).isNull();
        }
    }

    @Test
    void aStackThatIsTooSmallHasACodeOfItsOwn() {
        assertThat(catchThrowable(() -> Attempt.walled(() -> deep(1))))
                .hasCauseInstanceOf(StackOverflowError.class)
                .isInstanceOfSatisfying(ShardingException.class, refusal -> assertThat(refusal.errorCode())
                        .isEqualTo(ErrorCode.TOO_COMPLEX));
    }

    private static long deep(long level) {
        return 1 + deep(level + 1);
    }
}

package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
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
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Texts with literals answer alike the first time, by their shape's plan, and after many times, by their own. */
class ShapedStatementTest {
    private static final int MANY = 1100;
    private static final int ROWS = 24;

    private HikariDataSource pool;
    private ShardingDataSource sharding;

    @BeforeEach
    void open() throws SQLException {
        pool = TestDatabase.H2.create("shaped", 0);
        execute(pool.getConnection(), "CREATE TABLE o_0 (id BIGINT PRIMARY KEY, name VARCHAR(20))");
        execute(pool.getConnection(), "CREATE TABLE o_1 (id BIGINT PRIMARY KEY, name VARCHAR(20))");
        ShardingRule rule = TestRules.over(List.of("ds0"))
                .table(new TableRule("o", "ds0.o_{0..1}", null, new ShardingStrategy("id", new ModAlgorithm(2)), null))
                .build();
        sharding = ShardingDataSource.create(
                Map.of("ds0", pool),
                rule,
                ShardingOptions.builder().executor(Runnable::run).build());
        for (int id = 0; id < ROWS; id++) {
            execute(sharding.getConnection(), "INSERT INTO o (id, name) VALUES (" + id + ", 'row " + id + "')");
        }
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (connection;
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> texts(ResultSet rows) throws SQLException {
        List<String> texts = new ArrayList<>();
        while (rows.next()) {
            texts.add(rows.getString(1));
        }
        return texts;
    }

    @Test
    void rowsAreWhereTheirLiteralsPutThem() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(texts(statement.executeQuery("SELECT id FROM o_1 WHERE MOD(id, 2) = 0 OR name <> 'row ' || id")))
                    .isEmpty();
            assertThat(texts(statement.executeQuery("SELECT COUNT(*) FROM o_0")))
                    .containsExactly("12");
        }
    }

    @Test
    void aTextAnswersAlikeEachTime() throws SQLException {
        try (Connection connection = sharding.getConnection();
                Statement statement = connection.createStatement()) {
            for (int time = 0; time < MANY; time++) {
                for (int id = 0; id < ROWS; id++) {
                    assertThat(texts(statement.executeQuery("SELECT name FROM o WHERE id = " + id)))
                            .containsExactly("row " + id);
                }
                assertThat(texts(statement.executeQuery(
                                "SELECT name FROM o WHERE id IN (3, 4) AND name <> 'x' ORDER BY id")))
                        .containsExactly("row 3", "row 4");
            }
        }
    }

    @Test
    void aPreparedTextKeepsItsLiteralsAndTakesParameters() throws SQLException {
        try (Connection connection = sharding.getConnection();
                PreparedStatement between = connection.prepareStatement(
                        "SELECT name FROM o WHERE id BETWEEN ? AND 20 AND name <> 'row 19' AND id < ? ORDER BY id");
                PreparedStatement one =
                        connection.prepareStatement("SELECT name FROM o WHERE name <> 'x' AND id = ?")) {
            for (int time = 0; time < MANY; time++) {
                between.setInt(1, 18);
                between.setInt(2, 22);
                assertThat(texts(between.executeQuery())).containsExactly("row 18", "row 20");
                int id = time % ROWS;
                one.setInt(1, id);
                assertThat(texts(one.executeQuery())).containsExactly("row " + id);
            }
        }
    }

    @Test
    void aMissingParameterIsMissed() throws SQLException {
        try (Connection connection = sharding.getConnection();
                PreparedStatement one =
                        connection.prepareStatement("SELECT name FROM o WHERE name <> 'x' AND id = ?")) {
            assertThatThrownBy(one::executeQuery)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("parameter 1");
        }
    }
}

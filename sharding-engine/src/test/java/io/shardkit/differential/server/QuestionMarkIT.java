package io.shardkit.differential.server;

import static io.shardkit.differential.server.SpreadTable.WHOLE;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.IntFunction;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Question marks are operators in a text without parameters, and in a prepared one where there are two of them. */
class QuestionMarkIT {
    private static final String COLUMNS = "j JSONB NOT NULL, s VARCHAR(20)";
    private static final IntFunction<String> VALUES =
            id -> (id % 3 == 0 ? "'{\"a\": " + id + "}'" : "'{\"b\": " + id + ", \"c\": 1}'") + ", 's?" + id % 2 + "'";

    private HikariDataSource first;
    private HikariDataSource second;
    private HikariDataSource whole;
    private DataSource engine;

    @BeforeEach
    void open() throws SQLException {
        first = TestDatabase.POSTGRESQL.create("marks", 0);
        second = TestDatabase.POSTGRESQL.create("marks", 1);
        whole = TestDatabase.POSTGRESQL.create("marks", 0);
        SpreadTable.execute(first, SpreadTable.statements(0, COLUMNS, 20, VALUES));
        SpreadTable.execute(second, SpreadTable.statements(1, COLUMNS, 20, VALUES));
        SpreadTable.execute(whole, SpreadTable.statements(WHOLE, COLUMNS, 20, VALUES));
        engine = SpreadTable.engine(first, second, SpreadTable.rule().build(), Runnable::run);
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
        whole.close();
    }

    private void same(String sql) throws SQLException {
        assertThat(SpreadTable.read(engine, sql)).as(sql).isEqualTo(SpreadTable.read(whole, sql));
    }

    @Test
    void aTextWithoutParametersHasThemAsOperators() throws SQLException {
        same("SELECT id, j ? 'a', s FROM o WHERE k = 3 AND id = 6");
        same("SELECT id, j ? 'a' FROM o WHERE s = 's?1' ORDER BY id");
        same("SELECT id FROM o WHERE j ?| array['a', 'c'] ORDER BY id");
        same("SELECT j ?& array['b', 'c'] AS b, COUNT(*), MAX(s) FROM o GROUP BY j ?& array['b', 'c']");
        same("SELECT id FROM o WHERE j @? '$.b ? (@ > 10)' /* ? */ ORDER BY id -- ?");
        same("SELECT id FROM o WHERE j @?? '$.b ? (@ > 10)' OR j ?? 'a' ORDER BY id");
        same("SELECT COUNT(*) FROM o JOIN o p ON p.id = o.id + 1 WHERE o.j ? 'a' AND p.j ? 'b'");
    }

    @Test
    void writesHaveThemToo() throws SQLException {
        for (String sql : List.of(
                "UPDATE o SET s = 'x?' WHERE j ? 'a' AND k = 3",
                "UPDATE o SET s = CASE WHEN j ?| array['c'] THEN '??' ELSE s END WHERE id > 5",
                "INSERT INTO o VALUES (100, 50, '{\"a\": 1}', '?'), (101, 50, '{}', CASE WHEN '{\"a\": 1}'::jsonb ? 'a' THEN 'y' END)",
                "DELETE FROM o WHERE j ? 'c' AND id < 10")) {
            assertThat(update(engine, sql)).as(sql).isEqualTo(update(whole, sql));
            assertThat(batch(engine, sql)).as(sql).isEqualTo(batch(whole, sql));
            same("SELECT * FROM o ORDER BY id");
        }
    }

    @Test
    void aPreparedTextHasTwo() throws SQLException {
        String sql = "SELECT COUNT(*) FROM o WHERE j ?? ? AND id > ?";
        assertThat(count(engine, sql)).isEqualTo(count(whole, sql)).isPositive();
    }

    private static int update(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    /** In turn with an UPDATE of no row; an INSERT would meet its own rows. */
    private static int[] batch(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.addBatch("UPDATE o SET s = '?' WHERE j ? 'nothing'");
            statement.addBatch(sql.startsWith("INSERT") ? "DELETE FROM o WHERE id = 101 AND j ? 'z'" : sql);
            return statement.executeBatch();
        }
    }

    private static long count(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, "b");
            query.setInt(2, 4);
            try (ResultSet rows = query.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }
}

package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Generated keys where rows say NULL or DEFAULT, keys too large for their column, the order of RETURNING, and subqueries
 * that take some rows only.
 */
abstract class WriteContract {
    private final TestDatabase database;
    private WriteFixture fixture;

    WriteContract(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws SQLException {
        fixture = new WriteFixture(database);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private List<List<String>> entries() throws SQLException {
        return WriteFixture.rows(fixture.engine(), "SELECT id, owner, note FROM entry ORDER BY id");
    }

    private static List<List<String>> keys(Statement statement) throws SQLException {
        try (ResultSet keys = statement.getGeneratedKeys()) {
            return WriteFixture.rows(keys);
        }
    }

    @Test
    void rowsWithoutAKeyGetOne() throws SQLException {
        try (Connection connection = fixture.engine().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "INSERT INTO entry (id, owner, note) VALUES (7, 2, 'b'), (NULL, 1, 'a'), (DEFAULT, 2, 'c')",
                    Statement.RETURN_GENERATED_KEYS);
            assertThat(keys(statement)).containsExactly(List.of("7"), List.of("1000"), List.of("1001"));
            if (database.speaksMysql()) {
                assertThat(WriteFixture.rows(statement.executeQuery("SELECT LAST_INSERT_ID()")))
                        .as("the first that was generated")
                        .containsExactly(List.of("1000"));
            }
        }
        assertThat(entries())
                .containsExactly(List.of("7", "2", "b"), List.of("1000", "1", "a"), List.of("1001", "2", "c"));
    }

    @Test
    void aParameterThatIsNullAsksForAKey() throws SQLException {
        try (Connection connection = fixture.engine().getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO entry (owner, id, note) VALUES (?, ?, ?)", Statement.RETURN_GENERATED_KEYS)) {
            insert.setInt(1, 1);
            insert.setNull(2, Types.BIGINT);
            insert.setString(3, "generated");
            assertThat(insert.executeUpdate()).isEqualTo(1);
            assertThat(keys(insert)).containsExactly(List.of("1000"));
            insert.setLong(2, 5);
            insert.setString(3, "given");
            assertThat(insert.executeUpdate()).isEqualTo(1);
            for (int i = 0; i < 3; i++) {
                insert.setInt(1, i);
                insert.setObject(2, i == 1 ? 9L : null);
                insert.setString(3, "batch");
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).containsExactly(1, 1, 1);
            assertThat(keys(insert)).containsExactly(List.of("1001"), List.of("9"), List.of("1002"));
        }
        assertThat(entries()).extracting(row -> row.get(0)).containsExactly("5", "9", "1000", "1001", "1002");
    }

    @Test
    void aKeyThatItsColumnCannotHoldIsTheDatabasesOwnError() throws SQLException {
        for (String owner : List.of("32768", "-32769", "16384 * 2")) {
            assertThatThrownBy(() -> fixture.execute("INSERT INTO entry (id, owner) VALUES (1, " + owner + ")"))
                    .isInstanceOfSatisfying(SQLException.class, error -> assertThat(error.getSQLState())
                            .startsWith("22"));
        }
        assertThat(entries()).isEmpty();
        fixture.execute("INSERT INTO entry (id, owner) VALUES (1, 32767), (2, -32768)");
        assertThat(entries()).hasSize(2);
    }

    @Test
    void aSubqueryWithLimitTakesTheSameRowsForAllDataSources() throws SQLException {
        for (int id = 0; id < 40; id++) {
            fixture.execute("INSERT INTO entry (id, owner, note) VALUES (" + id + ", " + id / 2 + ", 'same')");
        }
        try (Connection connection = fixture.engine().getConnection();
                PreparedStatement delete = connection.prepareStatement("DELETE FROM entry WHERE owner >= ? AND id IN"
                        + " (SELECT id FROM (SELECT id FROM entry WHERE note = ? ORDER BY note LIMIT ?) x)")) {
            for (int limit = 1; limit < 6; limit++) {
                delete.setInt(1, 0);
                delete.setString(2, "same");
                delete.setInt(3, limit);
                assertThat(delete.executeUpdate()).isEqualTo(limit);
            }
        }
        assertThat(entries()).hasSize(25);
    }

    @Test
    void aSubqueryWithLimitSeesTheTransactionsOwnWrites() throws SQLException {
        for (int id = 10; id < 20; id++) {
            fixture.execute("INSERT INTO entry (id, owner) VALUES (" + id + ", " + id / 2 + ")");
        }
        try (Connection connection = fixture.engine().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO entry (id, owner) VALUES (1, 1), (2, 2), (3, 3), (4, 3)");
            statement.executeUpdate("DELETE FROM entry WHERE id = 10");
            String first = " WHERE id IN (SELECT id FROM (SELECT id FROM entry ORDER BY id LIMIT 6) x)";
            assertThat(statement.executeUpdate("UPDATE entry SET note = 'first'" + first))
                    .isEqualTo(6);
            assertThat(WriteFixture.rows(statement.executeQuery("EXPLAIN SHARDING DELETE FROM entry" + first)))
                    .extracting(row -> row.get(2))
                    .containsExactly(
                            "copy to gathered_2_0",
                            "copy to gathered_2_0",
                            "copy to gathered_2_0",
                            "copy to gathered_2_0",
                            "copy to gathered_2",
                            "delete",
                            "delete",
                            "delete",
                            "delete",
                            "merge");
            assertThat(statement.executeUpdate("DELETE FROM entry" + first)).isEqualTo(6);
            assertThat(statement.executeUpdate("UPDATE entry SET note = 'gap' WHERE id IN (SELECT id FROM (SELECT id,"
                            + " ROW_NUMBER() OVER (ORDER BY id) AS rn FROM entry) x WHERE rn = 2)"))
                    .isEqualTo(1);
            assertThat(WriteFixture.rows(statement.executeQuery("SELECT id, note FROM entry ORDER BY id")))
                    .startsWith(List.of("13", "null"), List.of("14", "gap"))
                    .hasSize(7);
            connection.rollback();
        }
        assertThat(entries()).hasSize(10);
    }

    @Test
    void returnedRowsComeInTheOrderOfTheStatement() throws SQLException {
        if (database == TestDatabase.H2 || database == TestDatabase.MYSQL) {
            assertThatThrownBy(() -> fixture.execute("INSERT INTO entry (owner) VALUES (1) RETURNING id"))
                    .isInstanceOf(SQLException.class);
            return;
        }
        try (Connection connection = fixture.engine().getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO entry (owner, note) VALUES (?, 'a'), (?, 'b'), (?, 'c'), (?, 'd') RETURNING id, note")) {
            for (int i = 0; i < 4; i++) {
                insert.setInt(i + 1, i / 2);
            }
            try (ResultSet rows = insert.executeQuery()) {
                assertThat(WriteFixture.rows(rows))
                        .containsExactly(
                                List.of("1000", "a"), List.of("1001", "b"), List.of("1002", "c"), List.of("1003", "d"));
            }
            assertThatThrownBy(insert::executeUpdate).isInstanceOf(SQLException.class);
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                assertThat(statement.execute("DELETE FROM entry WHERE owner >= 0 RETURNING id"))
                        .isTrue();
                assertThat(WriteFixture.rows(statement.getResultSet())).hasSize(4);
            }
            connection.rollback();
        }
        assertThat(entries()).hasSize(4);
    }
}

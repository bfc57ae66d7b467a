package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that the copies of a broadcast table are equal to the microsecond, whichever side tells the time. */
abstract class BroadcastTimeContract {
    private static final String ALL = "SELECT id, note, made, touched, told, told_day FROM moment ORDER BY id";

    private final TestDatabase database;
    private WriteFixture fixture;

    BroadcastTimeContract(TestDatabase database) {
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

    private List<List<String>> equalCopies() throws SQLException {
        List<List<List<String>>> copies = fixture.onEach(ALL);
        assertThat(copies.get(1)).isEqualTo(copies.get(0));
        return copies.get(0);
    }

    @Test
    void functionsAndDefaultsTellOneTime() throws SQLException {
        fixture.execute(
                "INSERT INTO moment (id, told, told_day) VALUES (1, CURRENT_TIMESTAMP, CURRENT_DATE)",
                "INSERT INTO moment (id, told) VALUES (2, LOCALTIMESTAMP), (3, NOW())",
                "INSERT INTO moment (id, made) VALUES (4, DEFAULT), (5, NULL)",
                "UPDATE moment SET note = 'x', told = CURRENT_TIMESTAMP WHERE id IN (2, 4)",
                "DELETE FROM moment WHERE id = 3 AND told <= LOCALTIMESTAMP");
        List<List<String>> rows = equalCopies();
        assertThat(rows).hasSize(4);
        assertThat(rows.get(0).get(1)).isEqualTo("a(b");
        assertThat(rows.get(0).get(2)).isNotEqualTo("null");
        assertThat(rows.get(0).get(5)).isNotEqualTo("null");
        assertThat(rows.get(2).get(2)).as("given as DEFAULT").isNotEqualTo("null");
        assertThat(rows.get(2).get(4)).as("updated").isNotEqualTo("null");
    }

    @Test
    void parametersBatchesAndTransactionsDoTheSame() throws SQLException {
        try (Connection connection = fixture.engine().getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO moment (note, told, id) VALUES (?, NOW(), ?)")) {
                for (int i = 0; i < 3; i++) {
                    insert.setString(1, "n" + i);
                    insert.setLong(2, i);
                    insert.addBatch();
                }
                assertThat(insert.executeBatch()).containsExactly(1, 1, 1);
                insert.setString(1, "alone");
                insert.setLong(2, 3);
                assertThat(insert.executeUpdate()).isEqualTo(1);
            }
            connection.commit();
        }
        assertThat(equalCopies()).hasSize(4).allMatch(row -> !row.get(4).equals("null"));
    }

    @Test
    void theClockOfTheSessionGoesOn() throws SQLException {
        try (Connection connection = fixture.engine().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO moment (id, told) VALUES (1, NOW())");
            assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO moment (id, told) VALUES (1, NOW())"))
                    .isInstanceOf(SQLException.class);
            String first = WriteFixture.rows(statement.executeQuery("SELECT CURRENT_TIMESTAMP(6)"))
                    .toString();
            String second = first;
            for (int i = 0; i < 1000 && second.equals(first); i++) {
                second = WriteFixture.rows(statement.executeQuery("SELECT CURRENT_TIMESTAMP(6)"))
                        .toString();
            }
            assertThat(second).isNotEqualTo(first);
        }
        assertThat(equalCopies()).hasSize(1);
    }

    @Test
    void updatesOfOtherColumnsNeedNoTime() throws SQLException {
        fixture.execute("INSERT INTO moment (id, made) VALUES (1, NULL)", "UPDATE moment SET note = 'x' WHERE id = 1");
        List<List<String>> rows = equalCopies();
        assertThat(rows.get(0).get(1)).isEqualTo("x");
        assertThat(rows.get(0).get(3).equals("null")).isEqualTo(!database.speaksMysql());
    }

    @Test
    void whatDiffersByNatureIsRefused() throws SQLException {
        String random = database == TestDatabase.POSTGRESQL ? "gen_random_uuid()::text" : "UUID()";
        assertThatThrownBy(() -> fixture.execute("INSERT INTO moment (id, note) VALUES (1, " + random + ")"))
                .hasMessageContaining(ErrorCode.BROADCAST_WRITE.code());
        assertThat(equalCopies()).isEmpty();
    }

    /** Checks that strings for the time are refused: PostgreSQL reads such strings as the time, each server as its own. */
    @Test
    void textsThatStandForTheTimeAreRefused() throws SQLException {
        fixture.execute("INSERT INTO moment (id, note) VALUES (1, 'not now')");
        List<String> told = List.of(
                "INSERT INTO moment (id, told) VALUES (2, 'now')",
                "INSERT INTO moment (id, told) VALUES (2, ' Now ')",
                "INSERT INTO moment (id, told) VALUES (2, CAST('now' AS timestamp))",
                "UPDATE moment SET told = 'now' WHERE id = 1",
                "UPDATE moment SET told_day = DATE 'today' - 1 WHERE id = 1",
                "UPDATE moment SET told = $$now$$ WHERE id = 1",
                "UPDATE moment SET told = E'\\x6eow' WHERE id = 1",
                "UPDATE moment SET told = ('n' || 'ow')::timestamp WHERE id = 1",
                "UPDATE moment SET note = CAST(CAST('no' || 'w' AS timestamp) AS varchar(9)) WHERE id = 1",
                "UPDATE moment SET told = note::timestamp WHERE id = 1");
        for (String sql : told) {
            if (database == TestDatabase.POSTGRESQL) {
                assertThatThrownBy(() -> fixture.execute(sql))
                        .as(sql)
                        .hasMessageContaining(ErrorCode.BROADCAST_WRITE.code());
            } else {
                assertThatThrownBy(() -> fixture.execute(sql))
                        .as("no database but PostgreSQL reads it")
                        .isInstanceOf(SQLException.class)
                        .hasMessageNotContaining(ErrorCode.BROADCAST_WRITE.code());
            }
        }
        if (database == TestDatabase.POSTGRESQL) {
            try (Connection connection = fixture.engine().getConnection();
                    PreparedStatement insert = connection.prepareStatement(
                            "INSERT INTO moment (id, told) VALUES (2, CAST(? AS timestamp))")) {
                insert.setString(1, "2026-01-01");
                insert.executeUpdate();
                insert.setString(1, "NOW");
                assertThatThrownBy(insert::executeUpdate).hasMessageContaining(ErrorCode.BROADCAST_WRITE.code());
            }
            fixture.execute(
                    "UPDATE moment SET told_day = told::date, note = E'it''s' WHERE id = 2",
                    "DELETE FROM moment WHERE id = 2");
        }
        assertThat(equalCopies()).hasSize(1);
    }

    @Test
    void subqueriesOverBroadcastTablesAreAllowed() throws SQLException {
        fixture.execute(
                "INSERT INTO moment (id) VALUES (1), (2), (7)",
                "UPDATE moment SET note = 'last' WHERE id IN (SELECT m FROM (SELECT MAX(id) AS m FROM moment) x)",
                "INSERT INTO moment (id) VALUES ((SELECT n FROM (SELECT MAX(id) + 1 AS n FROM moment) x))",
                "DELETE FROM moment WHERE id < (SELECT a FROM (SELECT COUNT(*) AS a FROM moment) x)");
        assertThat(equalCopies()).extracting(row -> row.get(0)).containsExactly("7", "8");
    }
}

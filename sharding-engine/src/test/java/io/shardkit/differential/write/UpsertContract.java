package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.shardkit.error.ErrorCode;
import io.shardkit.options.Upserts;
import io.shardkit.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Upserts on a table whose unique keys lack a sharding column: as in one database, or refused. */
abstract class UpsertContract {
    private static final String TWO = "(1, 0, 'a@x', 'one'), (2, 1, 'b@x', 'two')";

    private final TestDatabase database;
    private UpsertFixture fixture;
    private DataSource engine;

    UpsertContract(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws SQLException {
        fixture = new UpsertFixture(database);
        engine = fixture.engine();
        for (String row : TWO.split("(?<=\\)), ")) {
            fixture.same(engine, "INSERT INTO account (id, owner, email, note) VALUES " + row);
        }
        fixture.calls.take();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private String upsert(String values, String... updated) {
        return fixture.upsert("id, owner, email, note", values, updated);
    }

    /** In the words of the database. */
    private String ignore(String columns, String values) {
        return database == TestDatabase.POSTGRESQL
                ? "INSERT INTO account (" + columns + ") VALUES " + values + " ON CONFLICT DO NOTHING"
                : "INSERT IGNORE INTO account (" + columns + ") VALUES " + values;
    }

    @Test
    void aRowIsNewOrTakenInItsOwnTable() throws SQLException {
        fixture.same(engine, upsert("(3, 1, 'c@x', 'three')", "note"));
        fixture.same(engine, upsert("(3, 1, 'c@x', 'drei')", "note", "email"));
        fixture.same(engine, upsert("(?, ?, ?, ?)", "note"), 4L, 0, "d@x", "four");
        fixture.same(engine, upsert("(?, ?, ?, ?)", "note"), new BigDecimal(4), 2, "d@x", "vier");
        fixture.same(engine, ignore("id, owner, email", "(1, 0, 'a@x'), (5, 1, NULL)"));
        fixture.same(engine, ignore("id, owner, email", "(?, ?, ?)"), 5L, 1, "e@x");
        if (database != TestDatabase.POSTGRESQL) {
            fixture.same(engine, "REPLACE INTO account (id, owner, email) VALUES (1, 0, 'aa@x'), (6, 1, NULL)");
        }
    }

    @Test
    void aRowThatIsElsewhereRefusesIt() throws SQLException {
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, upsert("(1, 1, 'c@x', 'moved')", "note"));
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, upsert("(?, ?, ?, ?)", "note"), 3L, 1, "a@x", "other");
        fixture.refused(
                engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, ignore("id, owner, email", "(7, 1, NULL), (4, 0, 'b@x')"));
        assertThatThrownBy(() -> UpsertFixture.run(engine, upsert("(1, 1, 'c@x', 'moved')", "note")))
                .hasMessageContaining("[id] of account, in ds0.account_1")
                .hasMessageNotContaining("c@x");
    }

    @Test
    void onlyTheUnitsThatMayHaveTheKeyAreAsked() throws SQLException {
        UpsertFixture.run(engine, upsert("(3, 1, NULL, 'three')", "note"));
        assertThat(fixture.calls.take()).isEqualTo(2);
        UpsertFixture.run(engine, upsert("(5, 1, 'e@x', 'five')", "note"));
        assertThat(fixture.calls.take()).as("one question to each data source").isEqualTo(3);
    }

    /** As loaders and builders of SQL send it: all columns are assigned the parameters of the row to insert. */
    @Test
    void aShardingColumnGetsWhatTheRowToInsertHas() throws SQLException {
        String save = upsert("(?, ?, ?, ?)", "owner = ?", "note = ?");
        fixture.same(engine, save, 3L, 1, "c@x", "three", 1, "three");
        fixture.same(engine, save, 3L, 1, "c@x", "drei", 1L, "drei");
        fixture.same(engine, save, 3L, new BigDecimal(1), "c@x", "trois", 3, "of the same table");
        fixture.same(engine, save, 3L, 1, "c@x", "tre", 1, "tre");
        fixture.same(engine, upsert("(3, 1, 'c@x', 'x')", "owner = 1", "note = 'literal'"));
        fixture.same(engine, upsert("(?, 1, NULL, 'x'), (?, ?, NULL, 'y')", "owner = ?"), 3L, 9L, 3, 5);
        ErrorCode code = ErrorCode.UPDATE_OF_SHARDING_COLUMN;
        fixture.refused(engine, code, save, 3L, 1, "c@x", "x", 2, "moved");
        fixture.refused(engine, code, upsert("(3, 1, NULL, 'x'), (9, 0, NULL, 'y')", "owner = 1"));
        fixture.refused(engine, code, upsert("(3, 1, NULL, 'x')", "owner = 1", "owner = 2"));
        fixture.refused(engine, code, upsert("(3, 1, NULL, 'x')", "owner = account.owner + 2"));
        fixture.refused(engine, ErrorCode.KEY_IS_NULL, save, 3L, 1, "c@x", "x", null, "nowhere");
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, save, 3L, 2, "c@x", "x", 2, "elsewhere");
        try (Connection connection = engine.getConnection();
                PreparedStatement statement = connection.prepareStatement(save)) {
            connection.setAutoCommit(false);
            for (int owner : new int[] {1, 3, 2}) {
                Object[] values = {11L, owner, "k@x", "x", owner == 2 ? 1 : owner, "owner " + owner};
                for (int i = 0; i < values.length; i++) {
                    statement.setObject(i + 1, values[i]);
                }
                statement.addBatch();
            }
            UpsertFixture.assertRefused(code, catchThrowable(statement::executeBatch));
            connection.rollback();
        }
        fixture.sameRows(engine);
    }

    @Test
    void columnsThatPlaceARowTogetherAreTakenTogether() throws SQLException {
        UpsertFixture.run(engine, "INSERT INTO pair (id, a, b) VALUES (1, 1, 1)");
        String upsert = fixture.upsert("id, a, b", "(1, 2, 2)", "a").replace("account", "pair");
        UpsertFixture.assertRefused(
                ErrorCode.UPDATE_OF_SHARDING_COLUMN, catchThrowable(() -> UpsertFixture.run(engine, upsert)));
        UpsertFixture.run(
                engine, fixture.upsert("id, a, b", "(1, 2, 2)", "b", "a").replace("account", "pair"));
        assertThat(WriteFixture.rows(engine, "SELECT id, a, b FROM pair WHERE a = 2 AND b = 2"))
                .hasSize(1);
        String both = fixture.upsert("id, a, b", "(?, ?, ?)", "a = ?", "b = ?").replace("account", "pair");
        UpsertFixture.run(engine, both, 1L, 4, 4, 3, 5);
        assertThat(WriteFixture.rows(engine, "SELECT id, a, b FROM pair WHERE a = 3 AND b = 5"))
                .hasSize(1);
        UpsertFixture.assertRefused(
                ErrorCode.UPDATE_OF_SHARDING_COLUMN,
                catchThrowable(() -> UpsertFixture.run(engine, both, 1L, 4, 4, 3, 4)));
    }

    @Test
    void aTransactionSeesItsOwnWrites() throws SQLException {
        try (Connection connection = engine.getConnection();
                Connection one = fixture.whole.getConnection()) {
            connection.setAutoCommit(false);
            one.setAutoCommit(false);
            for (Connection each : List.of(connection, one)) {
                UpsertFixture.run(each, "INSERT INTO account (id, owner, email) VALUES (7, 1, 'g@x')");
            }
            UpsertFixture.assertRefused(
                    ErrorCode.UNIQUE_KEY_ELSEWHERE,
                    catchThrowable(() -> UpsertFixture.run(connection, upsert("(7, 0, 'h@x', 'x')", "note"))));
            for (Connection each : List.of(connection, one)) {
                UpsertFixture.run(each, "DELETE FROM account WHERE id = 7 AND owner = 1");
                assertThat(UpsertFixture.run(each, upsert("(7, 0, 'g@x', 'x')", "note")))
                        .isEqualTo(1);
                each.commit();
            }
        }
        fixture.sameRows(engine);
    }

    @Test
    void rowsOfDifferentTablesMustDiffer() throws SQLException {
        boolean exact = database != TestDatabase.MARIADB;
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, upsert("(3, 0, NULL, 'x'), (3, 1, NULL, 'y')", "note"));
        fixture.refused(
                engine,
                exact ? ErrorCode.UNIQUE_KEY_ELSEWHERE : ErrorCode.UNIQUE_KEY_OVER_UNITS,
                upsert("(3, 0, 'c@x', 'x'), (5, 1, 'c@x', 'y')", "note"));
        fixture.same(engine, upsert("(3, 0, NULL, 'x'), (5, 1, 'e@x', 'y'), (7, 1, 'g@x', 'y')", "note"));
        String different = upsert("(9, 0, 'i@x', 'x'), (11, 1, 'k@x', 'y')", "note");
        if (exact) {
            fixture.same(engine, different);
        } else {
            fixture.refused(engine, ErrorCode.UNIQUE_KEY_OVER_UNITS, different);
            // The database's own collation decides.
            fixture.refused(engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, upsert("(9, 1, 'A@X', 'x')", "note"));
        }
    }

    @Test
    void noRowIsEqualToNull() throws SQLException {
        fixture.same(engine, fixture.upsert("id, owner", "(3, 1)", "note"));
        fixture.same(engine, fixture.upsert("id, owner, email", "(4, 1, DEFAULT)", "note"));
        fixture.same(engine, upsert("(?, 0, ?, ?)", "note"), 5L, null, "five");
        fixture.same(engine, fixture.upsert("id, owner, region, code", "(6, 1, 7, 'a')", "note"));
        fixture.same(engine, fixture.upsert("id, owner, region, code", "(7, 0, NULL, 'a'), (8, 1, 7, NULL)", "note"));
        fixture.refused(
                engine,
                ErrorCode.UNIQUE_KEY_ELSEWHERE,
                fixture.upsert("id, owner, region, code", "(9, 0, 7, 'a')", "note"));
        // The default of code is not NULL.
        fixture.refused(
                engine, ErrorCode.UNIQUE_KEY_OVER_UNITS, fixture.upsert("id, owner, region", "(9, 0, 7)", "note"));
    }

    @Test
    void valuesThatMayBeStoredInAnotherFormAreNotLookedFor() throws SQLException {
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_OVER_UNITS, upsert("(3, 1, 'c ', 'x')", "note"));
        fixture.refused(
                engine, ErrorCode.UNIQUE_KEY_OVER_UNITS, upsert("(3, 1, '" + "c".repeat(21) + "', 'x')", "note"));
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_OVER_UNITS, upsert("(?, ?, ?, ?)", "note"), 3L, 1, 5, "x");
        String born = fixture.upsert("id, owner, born", "(?, ?, ?)", "note");
        fixture.same(engine, born, 3L, 1, Date.valueOf("2024-01-31"));
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, born, 4L, 1, Date.valueOf("2024-01-31"));
        fixture.refused(
                engine,
                ErrorCode.UNIQUE_KEY_ELSEWHERE,
                fixture.upsert("id, owner, born", "(4, 1, '2024-01-31')", "note"));
        fixture.refused(
                engine,
                ErrorCode.UNIQUE_KEY_OVER_UNITS,
                fixture.upsert("id, owner, born", "(4, 1, '2024-1-31')", "note"));
    }

    @Test
    void whatADatabaseComputesIsLookedForAsItIsStored() throws SQLException {
        fixture.same(engine, upsert("(3, 1, CONCAT('c', '@x'), 'x')", "note"));
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, upsert("(4, 1, CONCAT('a', '@x'), 'x')", "note"));
    }

    @Test
    void anAssignmentMustNotMakeAKeyThatNobodyLookedFor() throws SQLException {
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_OVER_UNITS, upsert("(1, 0, 'a@x', 'x')", "email = 'b@x'"));
        String some = fixture.upsert("id, owner, region, code", "(1, 0, 7, 'a')", "code");
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_OVER_UNITS, some);
    }

    @Test
    void eachRowOfABatchIsAskedFor() throws SQLException {
        try (Connection connection = engine.getConnection();
                PreparedStatement statement = connection.prepareStatement(upsert("(?, ?, ?, ?)", "note"))) {
            for (int i = 3; i < 9; i++) {
                add(statement, i, i % 2, (char) ('a' + i) + "@x");
            }
            assertThat(statement.executeBatch()).containsOnly(1);
            add(statement, 10, 0, "j@x");
            add(statement, 12, 1, "j@x");
            UpsertFixture.assertRefused(
                    ErrorCode.UNIQUE_KEY_ELSEWHERE,
                    catchThrowable(statement::executeBatch).getCause());
        }
        for (int i = 3; i < 9; i++) {
            UpsertFixture.run(
                    fixture.whole, upsert("(?, ?, ?, ?)", "note"), (long) i, i % 2, (char) ('a' + i) + "@x", "batch");
        }
        fixture.sameRows(engine);
    }

    private static void add(PreparedStatement statement, long id, int owner, String email) throws SQLException {
        statement.setLong(1, id);
        statement.setInt(2, owner);
        statement.setString(3, email);
        statement.setString(4, "batch");
        statement.addBatch();
    }

    @Test
    void rowsOfAQueryAreAskedFor() throws SQLException {
        String form = database == TestDatabase.POSTGRESQL
                ? "INSERT INTO account (id, owner, email, note) SELECT %s FROM account%s ON CONFLICT (id) DO UPDATE SET note = 'q'"
                : "INSERT INTO account (id, owner, email, note) SELECT %s FROM account%s ON DUPLICATE KEY UPDATE note = 'q'";
        fixture.same(engine, String.format(form, "id, owner, email, note", " WHERE id = 2"));
        fixture.same(engine, String.format(form, "id, owner, NULL, note", ""));
        fixture.refused(engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, String.format(form, "id, owner + 1, NULL, note", ""));
        fixture.refused(
                engine,
                ErrorCode.UNIQUE_KEY_ELSEWHERE,
                String.format(form, "id + 11, owner, email, note", " WHERE id = 1"));
    }

    @Test
    void aGeneratedKeyIsNew() throws SQLException {
        String sql = database == TestDatabase.POSTGRESQL
                ? "INSERT INTO entry (owner, note) VALUES (1, 'a'), (2, 'b') ON CONFLICT DO NOTHING"
                : "INSERT IGNORE INTO entry (owner, note) VALUES (1, 'a'), (2, 'b')";
        assertThat(UpsertFixture.run(engine, sql)).isEqualTo(2);
        assertThat(fixture.calls.take()).as("no question").isEqualTo(2);
    }

    @Test
    void rowsAreReturned() throws SQLException {
        if (database == TestDatabase.H2) {
            return;
        }
        String sql = upsert("(3, 1, 'c@x', 'x'), (1, 0, NULL, 'y')", "note") + " RETURNING id, note";
        try (Connection connection = engine.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(WriteFixture.rows(statement.executeQuery(sql)))
                    .containsExactly(List.of("3", "x"), List.of("1", "y"));
            UpsertFixture.assertRefused(
                    ErrorCode.UNIQUE_KEY_ELSEWHERE,
                    catchThrowable(
                            () -> statement.executeQuery(upsert("(3, 0, NULL, 'x')", "note") + " RETURNING id, note")));
        }
    }

    @Test
    void otherSettingsRefuseOrDoNotAsk() throws SQLException {
        String sql = upsert("(1, 1, 'a@x', 'again')", "note");
        UpsertFixture.assertRefused(
                ErrorCode.UNIQUE_KEY_OVER_UNITS,
                catchThrowable(() -> UpsertFixture.run(fixture.engine(Upserts.REFUSE, false), sql)));
        fixture.calls.take();
        assertThat(UpsertFixture.run(fixture.engine(Upserts.WARN, false), sql)).isEqualTo(1);
        assertThat(fixture.calls.take()).isEqualTo(1);
    }

    @Test
    void insertsAreCheckedWhereThatIsSwitchedOn() throws SQLException {
        DataSource checked = fixture.engine(Upserts.CHECK, true);
        String sql = "INSERT INTO account (id, owner, email) VALUES (?, ?, ?)";
        assertThatThrownBy(() -> UpsertFixture.run(checked, sql, 1L, 1, "n@x"))
                .isInstanceOf(SQLIntegrityConstraintViolationException.class)
                .hasMessageStartingWith(ErrorCode.DUPLICATE_KEY.code())
                .hasFieldOrPropertyWithValue("SQLState", "23505");
        assertThatThrownBy(() -> UpsertFixture.run(fixture.whole, sql, 1L, 1, "n@x"))
                .isInstanceOf(SQLException.class)
                .satisfies(error ->
                        assertThat(((SQLException) error).getSQLState()).startsWith("23"));
        fixture.same(checked, sql, 3L, 1, "n@x");
        assertThat(UpsertFixture.run(checked, "INSERT INTO entry (id, owner) VALUES (?, ?)", null, 1))
                .isEqualTo(1);
        fixture.calls.take();
        fixture.same(engine, sql, 5L, 1, "o@x");
    }

    private void taken(DataSource checked, String sql, @Nullable Object... parameters) throws SQLException {
        assertThatThrownBy(() -> UpsertFixture.run(checked, sql, parameters))
                .as(sql)
                .isInstanceOf(SQLIntegrityConstraintViolationException.class)
                .hasMessageStartingWith(ErrorCode.DUPLICATE_KEY.code());
        assertThatThrownBy(() -> UpsertFixture.run(fixture.whole, sql, parameters))
                .as(sql)
                .isInstanceOf(SQLException.class)
                .satisfies(error ->
                        assertThat(((SQLException) error).getSQLState()).startsWith("23"));
        fixture.sameRows(checked);
    }

    @Test
    void updatesOfKeysAreCheckedThereAsWell() throws SQLException {
        DataSource checked = fixture.engine(Upserts.CHECK, true);
        for (String row : new String[] {
            "31, 1, 'a31', 1, 'x'", "32, 1, 'a32', 2, 'x'", "33, 2, 'a33', 3, 'x'", "34, 2, NULL, 4, 'x'"
        }) {
            fixture.same(checked, "INSERT INTO account (id, owner, email, region, code) VALUES (" + row + ")");
        }
        String pointed = "UPDATE account SET email = ? WHERE owner = ? AND id = ?";
        taken(checked, pointed, "a33", 1, 31L);
        taken(checked, pointed, "a32", 1, 31L);
        fixture.same(checked, pointed, "a31", 1, 31L);
        fixture.same(checked, pointed, "b31", 1, 31L);
        fixture.same(checked, pointed, null, 2, 33L);
        // The row may be in several units, and is none of the others.
        String byKey = "UPDATE account SET note = 'n', email = ? WHERE id = ?";
        taken(checked, byKey, "a32", 33L);
        fixture.same(checked, byKey, "b31", 31L);
        fixture.same(checked, byKey, "c31", 31L);
        fixture.same(checked, byKey, null, 34L);
        taken(checked, "UPDATE account SET email = 'a32' WHERE email = 'c31'");
        // What WHERE demands is a part of the key.
        taken(checked, "UPDATE account SET region = 2 WHERE id = 33 AND code = 'x'");
        fixture.same(checked, "UPDATE account SET region = 9 WHERE id = 33 AND code = 'x'");
        // All columns, as frameworks save them; the row moves.
        String all = "UPDATE account SET owner = ?, email = ?, region = ?, code = ?, born = ? WHERE id = ?";
        taken(checked, all, 2, "a32", 5, "y", null, 31L);
        fixture.same(checked, all, 2, "c31", 5, "y", null, 31L);
        fixture.same(checked, all, 2, "d31", 5, "y", null, 31L);
        // A row of which the key is not assigned does not ask.
        fixture.same(checked, "UPDATE account SET note = 'x', email = email WHERE owner = 1");
        fixture.same(checked, "UPDATE account SET email = NULL WHERE id IN (31, 32)");
    }

    @Test
    void updatesOfKeysThatNobodyKnowsAreRefused() throws SQLException {
        DataSource checked = fixture.engine(Upserts.CHECK, true);
        for (String sql : new String[] {
            "UPDATE account SET email = LOWER(email) WHERE owner = 1 AND id = 1",
            "UPDATE account SET email = note WHERE owner = 1 AND id = 1",
            "UPDATE account SET email = 'z' WHERE note = 'n'",
            "UPDATE account SET email = 'z' WHERE id IN (1, 2)",
            "UPDATE account SET region = 7 WHERE owner = 1 AND id = 1"
        }) {
            fixture.refused(checked, ErrorCode.UNIQUE_KEY_OVER_UNITS, sql);
        }
        fixture.same(engine, "UPDATE account SET email = LOWER(email) WHERE owner = 1 AND id = 1");
    }
}

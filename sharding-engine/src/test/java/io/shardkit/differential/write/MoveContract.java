package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.shardkit.error.ErrorCode;
import io.shardkit.options.MovingUpdates;
import io.shardkit.testing.TestDatabase;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** UPDATEs that assign a sharding column: as in one database, or refused. */
abstract class MoveContract {
    private static final String SAVE = "UPDATE account SET owner = ?, version = version + 1, note = ? WHERE id = ?";

    private final TestDatabase database;
    private MoveFixture fixture;
    private DataSource engine;

    MoveContract(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws SQLException {
        fixture = new MoveFixture(database);
        engine = fixture.engine();
        for (long id = 1; id <= 6; id++) {
            fixture.same(
                    engine,
                    "INSERT INTO account (id, owner, email, price, rate, born, seen, raw, note)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    id,
                    (int) id / 2,
                    "a" + id + "@x",
                    new BigDecimal("1234567890123456.7891"),
                    0.1 + id,
                    LocalDate.of(1582, 10, 4).plusYears(id),
                    LocalDateTime.of(2024, 3, 31, 2, 30, 0, 123456000),
                    "\0\u00ff'\\".getBytes(StandardCharsets.ISO_8859_1),
                    "it's \\ \u00e4\u4e2d " + id);
            fixture.same(engine, "INSERT INTO pair (owner, id, note) VALUES (?, ?, ?)", (int) id / 2, id, "n" + id);
            fixture.same(engine, "INSERT INTO item (code, owner, note) VALUES (?, ?, ?)", "c" + id, (int) id, "n");
        }
        fixture.same(engine, "INSERT INTO account (id, owner) VALUES (?, ?)", 7L, 3);
        fixture.calls.take();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    final void same(String sql, @Nullable Object... parameters) throws SQLException {
        fixture.same(engine, sql, parameters);
    }

    private void refused(ErrorCode code, String detail, DataSource source, String sql, @Nullable Object... parameters)
            throws SQLException {
        Throwable thrown = catchThrowable(() -> UpsertFixture.run(source, sql, parameters));
        UpsertFixture.assertRefused(code, thrown);
        assertThat(thrown).hasMessageContaining(detail);
        fixture.sameRows(engine);
    }

    @Test
    void savesWhatStays() throws SQLException {
        assertThat(fixture.same(engine, SAVE, 2, "new", 4L)).isEqualTo(1);
        assertThat(fixture.same(engine, "UPDATE account SET owner = 2, note = 'newer' WHERE id = 4"))
                .isEqualTo(1);
    }

    @Test
    void takesOneCallWhereKeysAreKnownToBeUnique() throws SQLException {
        DataSource unique = fixture.engine(MovingUpdates.MOVE, true);
        UpsertFixture.run(unique, SAVE, 2, "new", 4L);
        fixture.calls.take();
        UpsertFixture.run(unique, SAVE, 2, "newer", 4L);
        assertThat(fixture.calls.take()).isEqualTo(1);
        UpsertFixture.run(engine, SAVE, 2, "newest", 4L);
        assertThat(fixture.calls.take()).as("two looks").isEqualTo(3);
    }

    @Test
    void movesARow() throws SQLException {
        for (long id = 1; id <= 8; id++) {
            for (int owner : new int[] {0, 1, 1, 8, 5}) {
                assertThat(fixture.same(engine, SAVE, owner, "of " + owner, id)).isEqualTo(id < 8 ? 1 : 0);
            }
        }
    }

    @Test
    void movesARowWithinADatabase() throws SQLException {
        for (int owner : new int[] {4, 5, 5, 6}) {
            fixture.same(engine, "UPDATE item SET owner = ?, note = ? WHERE code = ?", owner, "x" + owner, "c2");
        }
        fixture.same(engine, "UPDATE item SET owner = 7, code = 'c99' WHERE code = 'c2' AND note = 'x6'");
        fixture.same(engine, "UPDATE item SET owner = 8 WHERE code IN ('c1', 'c2', 'c3', 'c99', 'none')");
    }

    @Test
    void movesARowWhoseKeyIsAUuid() throws SQLException {
        UUID given = UUID.fromString("0190163d-8694-739b-aea5-966c26f8ad91");
        // Connector/J sends an object of a class that it does not know as Java writes it.
        Object id = database.isByConnectorJ() ? given.toString() : given;
        fixture.same(engine, "INSERT INTO token (id, owner, note) VALUES (?, ?, ?)", id, 1, "new");
        String save = "UPDATE token SET owner = ?, note = ? WHERE id = ?";
        assertThat(fixture.same(engine, save, 2, "by its key", id)).isEqualTo(1);
        String literal = "UPDATE token SET owner = 3, note = 'by a literal' WHERE id = '" + id + "'";
        assertThat(fixture.same(engine, literal)).isEqualTo(1);
        if (database != TestDatabase.POSTGRESQL) {
            assertThat(fixture.same(engine, save, 4, "by a text", id.toString()))
                    .isEqualTo(1);
            assertThat(fixture.same(
                            engine, save, 5, "in capitals", id.toString().toUpperCase(Locale.ROOT)))
                    .isEqualTo(1);
        }
    }

    @Test
    void keepsOtherConditions() throws SQLException {
        String versioned = "UPDATE account SET owner = ?, version = ? WHERE id = ? AND version = ?";
        assertThat(fixture.same(engine, versioned, 1, 1, 4L, 9)).isEqualTo(0);
        assertThat(fixture.same(engine, versioned, 2, 1, 4L, 9)).isEqualTo(0);
        assertThat(fixture.same(engine, versioned, 1, 1, 4L, 0)).isEqualTo(1);
        assertThat(fixture.same(engine, versioned, 1, 1, 4L, 0)).isEqualTo(0);
        assertThat(fixture.same(engine, versioned, 1, 1, 40L, 0)).isEqualTo(0);
    }

    @Test
    void movesSomeOfSeveralRows() throws SQLException {
        assertThat(fixture.same(engine, "UPDATE account SET owner = 5, version = version + 1 WHERE id IN (1, 2, 4, 6)"))
                .isEqualTo(4);
        assertThat(fixture.same(
                        engine,
                        "UPDATE account SET owner = ?, version = version + 1 WHERE id IN (?, ?, ?, ?) AND version = ?",
                        4,
                        1L,
                        2L,
                        3L,
                        30L,
                        1))
                .isEqualTo(2);
    }

    /** A mapper writes all columns of a row that it names by its id alone. */
    @Test
    void keepsWhatTheRestOfItsKeyNames() throws SQLException {
        String save = "UPDATE pair SET owner = ?, note = ? WHERE id = ?";
        assertThat(fixture.same(engine, save, 1, "kept", 3L)).isEqualTo(1);
        assertThat(fixture.same(engine, save, 3, "same table", 3L)).isEqualTo(1);
        assertThat(fixture.same(engine, save, 1, "nowhere", 99L)).isZero();
        ErrorCode code = ErrorCode.UPDATE_OF_SHARDING_COLUMN;
        refused(code, "no unique key", engine, save, 2, "moved", 3L);
        refused(code, "no unique key", engine, "UPDATE pair SET owner = 1 WHERE note = 'kept'");
        try (Connection connection = engine.getConnection();
                Connection one = fixture.whole.getConnection()) {
            for (Connection each : List.of(connection, one)) {
                each.setAutoCommit(false);
                assertThat(UpsertFixture.run(each, save, 3, "in a transaction", 3L))
                        .isEqualTo(1);
            }
            UpsertFixture.assertRefused(
                    ErrorCode.UPDATE_OF_SHARDING_COLUMN,
                    catchThrowable(() -> UpsertFixture.run(connection, save, 2, "moved", 3L)));
            connection.commit();
            one.commit();
        }
        fixture.sameRows(engine);
    }

    @Test
    void movesWhatItsOldKeyNames() throws SQLException {
        fixture.same(engine, "UPDATE account SET owner = ?, note = ? WHERE id = ? AND owner = ?", 1, "x", 4L, 2);
        fixture.same(engine, "UPDATE account SET owner = ?, note = ? WHERE id = ? AND owner = ?", 1, "x", 4L, 2);
        fixture.same(engine, "UPDATE pair SET owner = ?, note = ? WHERE id = ? AND owner = ?", 1, "x", 4L, 2);
        fixture.same(engine, "UPDATE pair SET owner = ?, id = ? WHERE id = ? AND owner = ?", 2, 11L, 4L, 1);
        fixture.same(engine, "UPDATE pair SET id = 30 WHERE id = 11 AND owner = 2");
        assertThat(fixture.same(engine, "UPDATE pair SET id = 31, owner = 8 WHERE id = 30 AND owner = 2"))
                .isEqualTo(1);
    }

    @Test
    void changesTheKeyItself() throws SQLException {
        fixture.same(engine, "UPDATE account SET id = ?, owner = ?, note = ? WHERE id = ?", 4L, 1, "x", 4L);
        fixture.same(engine, "UPDATE account SET id = ?, owner = ?, note = ? WHERE id = ?", 11L, 2, "x", 4L);
        assertThat(fixture.same(engine, "UPDATE account SET id = 20 WHERE id = 11 AND note = 'x'"))
                .isEqualTo(1);
        assertThat(fixture.same(engine, "UPDATE account SET owner = 9 WHERE email = 'a2@x'"))
                .isEqualTo(1);
    }

    @Test
    void movesByWhatTheDatabaseComputes() throws SQLException {
        String next = "UPDATE account SET owner = owner + 1, version = version + 1, note = ? WHERE id = ?";
        for (long id = 1; id <= 8; id++) {
            for (int time = 0; time < 3; time++) {
                assertThat(fixture.same(engine, next, "time " + time, id)).isEqualTo(id < 8 ? 1 : 0);
            }
        }
        fixture.same(engine, "UPDATE account SET owner = owner + 2, note = 'same unit' WHERE id = 4");
        fixture.same(engine, "UPDATE account SET owner = owner + ? WHERE id = ? AND owner = ?", 3, 4L, 7);
        fixture.same(engine, "UPDATE account SET owner = owner + 1 WHERE id = 4 AND note = 'none of that'");
        fixture.same(engine, "UPDATE account SET owner = owner * 3, version = owner WHERE id = 5");
        fixture.same(engine, "UPDATE account SET owner = owner + 1.6 WHERE id = 5");
        fixture.same(engine, "UPDATE account SET owner = CASE WHEN version > 5 THEN 1 ELSE 2 END WHERE email = 'a2@x'");
        fixture.same(engine, "UPDATE item SET owner = owner + 1, note = note WHERE code = 'c2'");
    }

    @Test
    void movesSomeOfSeveralRowsByWhatTheDatabaseComputes() throws SQLException {
        String all = "id IN (1, 2, 3, 4, 5, 9)";
        assertThat(fixture.same(engine, "UPDATE account SET owner = owner + 1 WHERE " + all))
                .isEqualTo(5);
        assertThat(fixture.same(engine, "UPDATE account SET owner = owner + id, version = 3 WHERE " + all))
                .isEqualTo(5);
        fixture.same(engine, "UPDATE account SET owner = owner + 1 WHERE " + all + " AND owner < 4");
        fixture.same(engine, "UPDATE account SET owner = 11 - owner, note = 'x' WHERE " + all + " AND note <> 'x'");
        fixture.same(engine, "UPDATE item SET owner = owner * 2 WHERE code IN ('c1', 'c2', 'c3', 'c4', 'none')");
        ErrorCode code = ErrorCode.UPDATE_OF_SHARDING_COLUMN;
        refused(code, "several rows", engine, "UPDATE pair SET owner = owner + 1 WHERE owner IN (1, 2) AND id = 4");
        refused(code, "order", engine, "UPDATE account SET owner = owner + 1, email = NULLIF(email, 'x') WHERE " + all);
    }

    @Test
    void movesByAKeyThatTheDatabaseComputes() throws SQLException {
        assertThat(fixture.same(engine, "UPDATE pair SET owner = owner + 1 WHERE owner = 2 AND id = 4"))
                .isEqualTo(1);
        assertThat(fixture.same(engine, "UPDATE pair SET owner = owner + 1 WHERE owner = 2 AND id = 4"))
                .isZero();
        fixture.same(engine, "UPDATE pair SET owner = owner + 2, note = 'stays' WHERE owner = 3 AND id = 4");
        fixture.same(engine, "UPDATE pair SET owner = owner + 2, id = id + 7 WHERE owner = 5 AND id = 4");
        fixture.same(engine, "UPDATE pair SET id = id + 2 WHERE owner = 7 AND id = 11 AND note <> 'stays'");
        fixture.same(engine, "UPDATE account SET id = id + 5 WHERE id = 4");
        fixture.same(engine, "UPDATE account SET id = id + 6, owner = owner + 1 WHERE id = 9");
        fixture.same(engine, "UPDATE account SET id = 21, owner = owner + 1 WHERE id = 15");
        for (String sql : List.of(
                "UPDATE pair SET owner = owner - 1 WHERE owner = 3 AND id = 6",
                "UPDATE pair SET id = id + 2 WHERE owner = 2 AND id = 5")) {
            fixture.same(engine, sql);
        }
        fixture.same(engine, "INSERT INTO pair (owner, id, note) VALUES (8, 6, 'there')");
        fails("UPDATE pair SET owner = owner + 6 WHERE owner = 2 AND id = 6");
    }

    /** Nothing has changed, so that a transaction may go on where one database would let it. */
    private void fails(String sql) throws SQLException {
        for (DataSource each : List.of(engine, fixture.whole)) {
            assertThatThrownBy(() -> UpsertFixture.run(each, sql)).as(sql).isInstanceOf(SQLException.class);
            try (Connection connection = each.getConnection()) {
                connection.setAutoCommit(false);
                UpsertFixture.run(connection, "UPDATE account SET note = 'first' WHERE id = 1");
                assertThatThrownBy(() -> UpsertFixture.run(connection, sql)).isInstanceOf(SQLException.class);
                if (database == TestDatabase.POSTGRESQL) {
                    connection.rollback();
                } else {
                    UpsertFixture.run(connection, "UPDATE account SET owner = owner + 1 WHERE id = 6");
                    connection.commit();
                }
            }
        }
        fixture.sameRows(engine);
    }

    @Test
    void failsAsOneDatabaseDoesWhereThatComputes() throws SQLException {
        fails("UPDATE account SET owner = owner + 1, note = 'bad' WHERE id = 4");
        fails("UPDATE account SET owner = owner + 1, email = 'a2@x' WHERE id = 4");
        fails("UPDATE account SET owner = NULLIF(owner, owner) WHERE id = 4");
        fails("UPDATE account SET owner = owner / (owner - owner), version = NULL WHERE id = 4");
        fails("UPDATE account SET owner = owner + 1, id = 6 WHERE id = 4");
        fails("UPDATE account SET owner = owner + 1, version = CASE WHEN id = 5 THEN NULL ELSE 1 END"
                + " WHERE id IN (2, 3, 4, 5)");
    }

    @Test
    void movesWithinItsTransactionByWhatTheDatabaseComputes() throws SQLException {
        for (DataSource each : List.of(engine, fixture.whole)) {
            try (Connection connection = each.getConnection();
                    PreparedStatement next = connection.prepareStatement(
                            "UPDATE account SET owner = owner + ?, version = version + 1 WHERE id = ?")) {
                connection.setAutoCommit(false);
                UpsertFixture.run(connection, "UPDATE account SET note = 'undone' WHERE id = 1");
                assertThat(UpsertFixture.run(connection, "UPDATE account SET owner = owner + 1 WHERE id = 4"))
                        .isEqualTo(1);
                connection.rollback();
                for (int i = 0; i < 10; i++) {
                    next.setInt(1, i);
                    next.setLong(2, 1 + i % 4);
                    assertThat(next.executeUpdate()).isEqualTo(1);
                }
                for (int i = 1; i < 9; i++) {
                    next.setInt(1, i);
                    next.setLong(2, i);
                    next.addBatch();
                }
                assertThat(next.executeBatch()).containsExactly(1, 1, 1, 1, 1, 1, 1, 0);
                connection.commit();
            }
        }
        fixture.sameRows(engine);
    }

    @Test
    void needsNoKeyWhereRowsStay() throws SQLException {
        fixture.same(engine, "UPDATE account SET owner = 4 WHERE owner = 2");
        fixture.same(engine, "UPDATE account SET owner = ?, note = 'y' WHERE owner = ? AND note <> 'z'", 2, 4);
        fixture.same(engine, "UPDATE account SET owner = NULL WHERE owner = NULL");
    }

    @Test
    void belongsToItsTransaction() throws SQLException {
        try (Connection connection = engine.getConnection()) {
            connection.setAutoCommit(false);
            UpsertFixture.run(connection, "UPDATE account SET note = 'first' WHERE id = 1");
            assertThat(UpsertFixture.run(connection, SAVE, 1, "x", 4L)).isEqualTo(1);
            assertThat(UpsertFixture.run(connection, SAVE, 2, "x", 4L)).isEqualTo(1);
            assertThat(UpsertFixture.run(connection, SAVE, 1, "x", 4L)).isEqualTo(1);
            connection.rollback();
        }
        fixture.sameRows(engine);
        for (DataSource each : List.of(engine, fixture.whole)) {
            try (Connection connection = each.getConnection()) {
                connection.setAutoCommit(false);
                UpsertFixture.run(connection, SAVE, 1, "x", 4L);
                UpsertFixture.run(connection, SAVE, 1, "y", 4L);
                UpsertFixture.run(connection, SAVE, 6, "y", 3L);
                connection.commit();
            }
        }
        fixture.sameRows(engine);
    }

    /** Each data source has a snapshot of its own, and the row is in none of them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM account WHERE id = 3",
                "UPDATE account SET note = 'x' WHERE id = 3",
                "UPDATE account SET owner = 4 WHERE id = 3",
                "UPDATE account SET note = 'x' WHERE id IN (1, 3)",
                "SELECT id FROM account WHERE id = 3 FOR UPDATE"
            })
    void missesNoRowThatMovedBetweenItsSnapshots(String sql) throws Exception {
        boolean query = sql.startsWith("SELECT");
        try (Connection connection = engine.getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setAutoCommit(false);
            WriteFixture.rows(connection, "SELECT note FROM account WHERE owner = 2");
            UpsertFixture.run(engine, SAVE, 2, "moved", 3L);
            Throwable thrown = catchThrowable(() -> assertThat(
                            query ? WriteFixture.rows(connection, sql).size() : UpsertFixture.run(connection, sql))
                    .isEqualTo(sql.contains("IN") ? 2 : 1));
            if (thrown != null) {
                assertThat(thrown).isInstanceOf(SQLTransactionRollbackException.class);
            }
            connection.rollback();
            // What has moved just before counts as well
            TimeUnit.MILLISECONDS.sleep(20);
            assertThat(UpsertFixture.run(connection, "UPDATE account SET note = 'x' WHERE id = 30"))
                    .as("nothing has moved since this transaction began")
                    .isZero();
            connection.rollback();
        }
    }

    @Test
    void runsInBatches() throws SQLException {
        for (DataSource each : List.of(engine, fixture.whole)) {
            try (Connection connection = each.getConnection();
                    PreparedStatement statement = connection.prepareStatement(SAVE)) {
                for (int i = 1; i <= 9; i++) {
                    statement.setInt(1, i);
                    statement.setString(2, "row " + i);
                    statement.setLong(3, i);
                    statement.addBatch();
                }
                assertThat(statement.executeBatch()).containsExactly(1, 1, 1, 1, 1, 1, 1, 0, 0);
                for (int owner = 0; owner < 3; owner++) {
                    statement.setInt(1, owner);
                    statement.setString(2, "again");
                    statement.setLong(3, 5L);
                    assertThat(statement.executeLargeUpdate()).isEqualTo(1);
                }
                try (Statement plain = connection.createStatement()) {
                    assertThat(plain.execute("UPDATE account SET owner = 7 WHERE id = 5"))
                            .isFalse();
                    assertThat(plain.getUpdateCount()).isEqualTo(1);
                }
            }
        }
        fixture.sameRows(engine);
    }

    @Test
    void failsAsOneDatabaseDoes() throws SQLException {
        for (String sql : List.of(
                "UPDATE account SET owner = 1, note = 'bad' WHERE id = 4",
                "UPDATE account SET owner = 3, email = 'a2@x' WHERE id = 4",
                "UPDATE account SET owner = 3, id = 6 WHERE id = 4")) {
            assertThatThrownBy(() -> UpsertFixture.run(fixture.whole, sql)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> UpsertFixture.run(engine, sql)).as(sql).isInstanceOf(SQLException.class);
            fixture.sameRows(engine);
        }
    }

    @Test
    void refusesWhereNoKeyNamesTheRows() throws SQLException {
        ErrorCode code = ErrorCode.UPDATE_OF_SHARDING_COLUMN;
        refused(code, "no unique key", engine, "UPDATE account SET owner = 1 WHERE note = 'x'");
        refused(code, "no unique key", engine, "UPDATE account SET owner = 1 WHERE id > 3");
        refused(code, "no unique key", engine, "UPDATE account SET owner = 1 WHERE id = 4 OR id = 5");
        refused(code, "no unique key", engine, "UPDATE account SET owner = 1 WHERE email = ?", "a2@x ");
        refused(code, "no unique key", engine, "UPDATE account SET owner = 3 WHERE owner = 2");
        refused(code, "computes", engine, "UPDATE account SET owner = owner + 1 WHERE owner = 2");
        refused(code, "computes", engine, "UPDATE account SET owner = (SELECT 1) WHERE id = 4");
        refused(ErrorCode.KEY_IS_NULL, "owner", engine, "UPDATE account SET owner = ? WHERE id = 4", new Object[] {null
        });
    }

    @Test
    void refusesToMoveWhereThatIsNotWanted() throws SQLException {
        DataSource still = fixture.engine(MovingUpdates.REFUSE, true);
        refused(ErrorCode.UPDATE_OF_SHARDING_COLUMN, "not to move", still, SAVE, 1, "x", 4L);
        assertThat(fixture.same(still, SAVE, 2, "x", 4L)).isEqualTo(1);
        assertThat(fixture.same(still, SAVE, 2, "x", 40L)).isEqualTo(0);
        assertThat(fixture.same(still, "UPDATE account SET owner = 1 WHERE id = 4 AND version = 77"))
                .isEqualTo(0);
    }

    @Test
    void refusesWhatWouldActOnTheRow() throws SQLException {
        UpsertFixture.run(
                fixture.sources.get(0),
                "CREATE TABLE child (account_id BIGINT, FOREIGN KEY (account_id) REFERENCES account_0 (id)"
                        + " ON DELETE CASCADE)");
        UpsertFixture.run(fixture.sources.get(0), "INSERT INTO child VALUES (4)");
        String computed = "UPDATE account SET owner = owner + ?, note = 'y' WHERE id = 4";
        refused(ErrorCode.UPDATE_OF_SHARDING_COLUMN, "foreign key", engine, SAVE, 1, "x", 4L);
        refused(ErrorCode.UPDATE_OF_SHARDING_COLUMN, "foreign key", engine, computed, 1);
        assertThat(fixture.same(engine, SAVE, 2, "stays", 4L)).isEqualTo(1);
        assertThat(fixture.same(engine, computed, 2)).isEqualTo(1);
        try (Connection connection = engine.getConnection()) {
            connection.setAutoCommit(false);
            UpsertFixture.run(connection, "UPDATE account SET note = 'kept' WHERE id = 5");
            UpsertFixture.assertRefused(
                    ErrorCode.UPDATE_OF_SHARDING_COLUMN,
                    catchThrowable(() -> UpsertFixture.run(connection, SAVE, 1, "x", 4L)));
            connection.commit();
        }
        UpsertFixture.run(fixture.whole, "UPDATE account SET note = 'kept' WHERE id = 5");
        fixture.sameRows(engine);
    }

    @Test
    void explainsIt() throws SQLException {
        assertThat(WriteFixture.rows(engine, "EXPLAIN SHARDING UPDATE account SET owner = 3 WHERE id = 4")
                        .toString())
                .contains("move", "account_0")
                .contains("ds1.account_0");
    }
}

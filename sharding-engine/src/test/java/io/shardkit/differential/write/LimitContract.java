package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shardkit.error.ErrorCode;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LIMIT in UPDATE, DELETE and locking reads over several units: as in one database, or refused. */
abstract class LimitContract {
    private final TestDatabase database;
    private LimitFixture fixture;
    private DataSource engine;

    LimitContract(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws SQLException {
        fixture = new LimitFixture(database);
        engine = fixture.engine;
        fixture.fill();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private boolean hasLimitedWrites() {
        return database != TestDatabase.POSTGRESQL;
    }

    private static List<List<String>> rows(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            List<List<String>> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                int columns = result.getMetaData().getColumnCount();
                while (result.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 1; i <= columns; i++) {
                        row.add(String.valueOf(result.getString(i)));
                    }
                    rows.add(row);
                }
            }
            return rows;
        }
    }

    private List<List<String>> rows(DataSource source, boolean autoCommit, String sql, @Nullable Object... parameters)
            throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(autoCommit);
            List<List<String>> rows = rows(connection, sql, parameters);
            if (!autoCommit) {
                connection.commit();
            }
            return rows;
        }
    }

    /** The same rows in the same order, in autocommit and in a transaction. */
    private List<List<String>> same(String sql, @Nullable Object... parameters) throws SQLException {
        List<List<String>> expected = rows(fixture.whole, true, sql, parameters);
        for (boolean autoCommit : new boolean[] {true, false}) {
            assertThat(rows(engine, autoCommit, sql, parameters)).as(sql).isEqualTo(expected);
        }
        return expected;
    }

    private void refused(ErrorCode code, String detail, String sql, @Nullable Object... parameters) {
        Throwable thrown = catchThrowable(() -> UpsertFixture.run(engine, sql, parameters));
        if (sql.startsWith("SELECT")) {
            thrown = catchThrowable(() -> rows(engine, false, sql, parameters));
        }
        UpsertFixture.assertRefused(code, thrown);
        assertThat(thrown).as(sql).hasMessageContaining(detail);
    }

    @ParameterizedTest
    @ValueSource(strings = {"FOR UPDATE", "FOR UPDATE SKIP LOCKED"})
    void locksTheFirstRowsOfAnOrder(String lock) throws SQLException {
        assertThat(same("SELECT id FROM job WHERE status = 'new' ORDER BY priority LIMIT 3 " + lock))
                .hasSize(3);
        same("SELECT * FROM job WHERE status = ? ORDER BY priority DESC LIMIT ? " + lock, "new", 5);
        same("SELECT j.priority AS id, j.owner FROM job j ORDER BY j.priority LIMIT 4 " + lock);
        same("SELECT owner, id FROM task ORDER BY owner DESC, id LIMIT 7 " + lock);
        same("SELECT id FROM job WHERE status = 'new' OR priority > 3 ORDER BY 1 LIMIT 6 " + lock);
        same("SELECT id FROM job WHERE status = 'none' ORDER BY priority LIMIT 3 " + lock);
        same("SELECT id FROM job ORDER BY id LIMIT 0 " + lock);
        same("SELECT id FROM job ORDER BY id LIMIT 100 " + lock);
        same("SELECT id FROM job WHERE owner = 1 AND status = 'new' ORDER BY id LIMIT 2 " + lock);
        if (!database.speaksMysql()) {
            same("SELECT id FROM job ORDER BY id FETCH FIRST 2 ROWS ONLY " + lock);
        }
        if (database == TestDatabase.POSTGRESQL) {
            same("SELECT id FROM job ORDER BY priority " + lock + " LIMIT 2");
            same("SELECT id FROM job j ORDER BY priority LIMIT 2 FOR NO KEY UPDATE OF j");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"FOR UPDATE", "FOR UPDATE SKIP LOCKED"})
    void locksAnyRows(String lock) throws SQLException {
        for (int limit : new int[] {0, 1, 3, 8, 20}) {
            for (boolean autoCommit : new boolean[] {true, false}) {
                String sql = "SELECT id, status FROM trace WHERE status = ? LIMIT ? " + lock;
                List<List<String>> rows = rows(engine, autoCommit, sql, "new", limit);
                assertThat(rows).hasSize(Math.min(limit, 8)).doesNotHaveDuplicates();
                assertThat(rows).allMatch(row -> row.get(1).equals("new"));
            }
        }
        assertThat(rows(engine, false, "SELECT id FROM job WHERE status = 'new' " + lock))
                .hasSize(8);
    }

    /** Checks that a write gets no form that the database lacks in writes by way of a query that finds the rows. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "OFFSET 1",
                "OFFSET 1 ROW",
                "LIMIT 2 OFFSET 1",
                "LIMIT 1, 2",
                "LIMIT ALL",
                "FETCH FIRST 2 ROWS ONLY",
                "ORDER BY id OFFSET 1 ROWS FETCH NEXT 1 ROWS ONLY"
            })
    void writesNothingThatTheDatabaseRejects(String end) throws SQLException {
        for (String sql : List.of(
                "UPDATE job SET taken = 9 WHERE priority < 99 " + end,
                "DELETE FROM job WHERE priority < 99 " + end,
                "UPDATE job SET taken = 9 WHERE priority < (SELECT MAX(priority) FROM task) " + end)) {
            Throwable rejected = catchThrowable(() -> UpsertFixture.run(fixture.whole, sql));
            if (rejected != null) {
                assertThat(catchThrowable(() -> UpsertFixture.run(engine, sql)))
                        .as(sql)
                        .isInstanceOf(SQLException.class);
                assertThat(rows(engine, true, "SELECT id FROM job WHERE taken = 0"))
                        .as(sql)
                        .hasSize(12);
            }
        }
    }

    /** MariaDB skips nothing there, and MySQL has no OFFSET without LIMIT. */
    @Test
    void anOffsetOfASubqueryMeansWhatItMeansThere() throws SQLException {
        String sql = "DELETE FROM job WHERE id IN (SELECT id FROM task ORDER BY id OFFSET 9 ROWS)";
        if (database.isMariaDb()) {
            refused(ErrorCode.SUBQUERY_OVER_UNITS, "with LIMIT", sql);
        } else if (database == TestDatabase.MYSQL) {
            refused(ErrorCode.UNPARSABLE, "near", sql);
            assertThatThrownBy(() -> UpsertFixture.run(fixture.whole, sql)).isInstanceOf(SQLSyntaxErrorException.class);
        } else {
            assertThat(UpsertFixture.run(engine, sql))
                    .isEqualTo(UpsertFixture.run(fixture.whole, sql))
                    .isEqualTo(3);
        }
    }

    @Test
    void locksNoOtherRows() throws SQLException {
        for (String sql : List.of(
                "SELECT id FROM job WHERE status = 'new' ORDER BY priority LIMIT 3 FOR UPDATE SKIP LOCKED",
                "SELECT id FROM job WHERE status = 'new' LIMIT 3 FOR UPDATE SKIP LOCKED")) {
            try (Connection first = fixture.engine.getConnection();
                    Connection second = fixture.engine.getConnection();
                    Connection third = fixture.engine.getConnection()) {
                List<List<String>> all = new ArrayList<>();
                for (Connection connection : List.of(first, second, third)) {
                    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                    connection.setAutoCommit(false);
                    List<List<String>> own = rows(connection, sql);
                    assertThat(own).as(sql + all).hasSize(connection == third ? 2 : 3);
                    all.addAll(own);
                }
                assertThat(all).hasSize(8).doesNotHaveDuplicates();
                if (sql.contains("ORDER")) {
                    assertThat(all)
                            .isEqualTo(rows(
                                    fixture.whole, true, "SELECT id FROM job WHERE status = 'new' ORDER BY priority"));
                }
                first.rollback();
                assertThat(rows(third, sql)).hasSize(3);
                second.rollback();
                third.rollback();
            }
        }
    }

    /** As a transaction begins by default: pollers of a queue get the rows in their order, and none gets fewer than it may. */
    @Test
    void pollersGetTheNextRows() throws SQLException {
        String sql = "SELECT id FROM job WHERE status = 'new' ORDER BY priority LIMIT 2 FOR UPDATE SKIP LOCKED";
        List<List<String>> expected =
                rows(fixture.whole, true, "SELECT id FROM job WHERE status = 'new' ORDER BY priority");
        List<Connection> pollers = new ArrayList<>();
        try {
            List<List<String>> all = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                Connection connection = engine.getConnection();
                pollers.add(connection);
                connection.setAutoCommit(false);
                List<List<String>> own = rows(connection, sql);
                assertThat(own).as("poller " + i + " after " + all).hasSize(i < 4 ? 2 : 0);
                all.addAll(own);
            }
            assertThat(all).isEqualTo(expected);
            Connection first = pollers.get(0);
            String id = expected.get(0).get(0);
            assertThat(rows(first, "SELECT status FROM job WHERE id = " + id)).isEqualTo(List.of(List.of("new")));
            UpsertFixture.run(first, "UPDATE job SET status = 'done' WHERE id = " + id);
            first.commit();
            pollers.get(1).rollback();
            // The rows of the second poller are free again, and one of the first.
            assertThat(rows(first, sql)).isEqualTo(expected.subList(1, 3));
        } finally {
            for (Connection poller : pollers) {
                poller.rollback();
                poller.close();
            }
        }
    }

    /** The snapshot of a transaction is that of its first read without locks, and not one of the look for rows to lock. */
    @Test
    void lockingLeavesNoSnapshot() throws SQLException {
        try (Connection connection = engine.getConnection()) {
            connection.setAutoCommit(false);
            rows(
                    connection,
                    "SELECT id FROM job WHERE status = 'new' ORDER BY priority LIMIT 1 FOR UPDATE SKIP LOCKED");
            UpsertFixture.run(engine, "UPDATE trace SET status = 'later'");
            assertThat(rows(connection, "SELECT COUNT(*) FROM trace WHERE status = 'later'"))
                    .isEqualTo(rows(engine, true, "SELECT COUNT(*) FROM trace"));
            connection.rollback();
        }
    }

    @Test
    void writesTheFirstRowsOfAnOrder() throws SQLException {
        assumeTrue(database.speaksMysql(), "only MariaDB and MySQL order the rows of a write");
        for (String sql : List.of(
                "UPDATE job SET taken = taken + 1 WHERE status = 'new' ORDER BY priority LIMIT 3",
                "UPDATE job j SET j.taken = 7, j.status = 'x' WHERE j.priority > 3 OR j.id = 1 ORDER BY j.id DESC LIMIT 5",
                "UPDATE task SET taken = 9 ORDER BY id LIMIT 4",
                "UPDATE job SET priority = priority + 100 ORDER BY priority DESC LIMIT 100",
                "UPDATE job SET taken = 4 ORDER BY id LIMIT 0",
                "DELETE FROM job WHERE status = 'new' ORDER BY priority LIMIT 1",
                "DELETE FROM task ORDER BY owner, id DESC LIMIT 5")) {
            sameWrite(sql);
        }
        sameWrite("UPDATE job SET taken = ? WHERE status = ? ORDER BY priority LIMIT ?", 5, "new", 2);
        sameWrite("DELETE FROM job WHERE priority > ? ORDER BY priority DESC LIMIT ?", 1, 3);
    }

    private void sameWrite(String sql, @Nullable Object... parameters) throws SQLException {
        int expected = UpsertFixture.run(fixture.whole, sql, parameters);
        assertThat(UpsertFixture.run(engine, sql, parameters)).as(sql).isEqualTo(expected);
        for (String table : List.of("job", "task")) {
            String all = "SELECT id, owner, status, priority, taken FROM " + table + " ORDER BY owner, id";
            assertThat(WriteFixture.rows(engine, all)).as(sql).isEqualTo(WriteFixture.rows(fixture.whole, all));
        }
    }

    @Test
    void writesTheFirstRowsInATransaction() throws SQLException {
        assumeTrue(database.speaksMysql(), "only MariaDB and MySQL order the rows of a write");
        for (DataSource each : List.of(engine, fixture.whole)) {
            try (Connection connection = each.getConnection()) {
                connection.setAutoCommit(false);
                rows(connection, "SELECT COUNT(*) FROM job");
                UpsertFixture.run(
                        connection, "UPDATE job SET taken = 3 WHERE status = 'new' ORDER BY priority LIMIT 3");
                UpsertFixture.run(connection, "DELETE FROM job WHERE taken = 3 ORDER BY id LIMIT 2");
                connection.commit();
            }
        }
        sameWrite("UPDATE job SET taken = 8 WHERE status = 'new' ORDER BY priority LIMIT 3");
        sameWrite("UPDATE job SET taken = 9 WHERE id IN (SELECT id FROM task) ORDER BY priority LIMIT 3");
    }

    @Test
    void writesAnyRows() throws SQLException {
        assumeTrue(hasLimitedWrites(), "PostgreSQL has no LIMIT in a write");
        String limit = database == TestDatabase.H2 ? "FETCH FIRST ? ROWS ONLY" : "LIMIT ?";
        int left = 8;
        for (int count : new int[] {0, 1, 3}) {
            assertThat(UpsertFixture.run(
                            engine, "UPDATE trace SET status = ? WHERE status = ? " + limit, "taken", "new", count))
                    .isEqualTo(count);
            left -= count;
            assertThat(WriteFixture.rows(engine, "SELECT COUNT(*) FROM trace WHERE status = 'new'"))
                    .isEqualTo(List.of(List.of(left + "")));
        }
        assertThat(UpsertFixture.run(engine, "UPDATE trace SET status = 'x' WHERE status = 'new' LIMIT 100"))
                .isEqualTo(left);
        assertThat(UpsertFixture.run(engine, "DELETE FROM trace WHERE status = 'x' LIMIT 2"))
                .isEqualTo(2);
        assertThat(UpsertFixture.run(engine, "DELETE FROM trace LIMIT 100")).isEqualTo(10);
    }

    /**
     * Checks that SET assigns from left to right where the database does: joins read old values in SET, and single tables
     * new ones.
     */
    @Test
    void assignsFromLeftToRight() throws SQLException {
        String swap = "UPDATE job SET taken = priority + 100, priority = taken, status = CONCAT('s', priority) WHERE ";
        sameWrite(swap + "status = 'new' AND id < 20");
        if (!database.speaksMysql()) {
            sameWrite(swap + "id IN (SELECT id FROM task)");
            sameWrite(swap + "id IN (SELECT MAX(id) FROM task GROUP BY owner)");
            return;
        }
        sameWrite(swap + "id > 1 ORDER BY id LIMIT 3");
        sameWrite(
                "UPDATE job SET taken = taken + 1, status = 'y' WHERE id IN (SELECT id FROM task) ORDER BY id LIMIT 3");
        sameWrite(swap + "id > 1 ORDER BY ABS(id), id LIMIT 3");
        refused(
                ErrorCode.LIMITED_WRITE_OVER_UNITS,
                "job",
                swap + "id < (SELECT MAX(priority) FROM task) ORDER BY id LIMIT 3");
        sameWrite("UPDATE job j JOIN task t ON t.id = j.id AND t.owner = j.owner SET j.taken = 5, j.priority = t.taken"
                + " WHERE t.id > 1");
        for (String sql : List.of(
                swap + "id IN (SELECT id FROM task)",
                swap + "id IN (SELECT MAX(id) FROM task GROUP BY owner)",
                "UPDATE job j JOIN task t ON t.id = j.id SET j.taken = 5, j.priority = j.taken")) {
            refused(ErrorCode.SEVERAL_UNITS, "assigned before it", sql);
        }
    }

    /** As jOOQ says the LIMIT of a write of a table whose keys it does not know. */
    @Test
    void writesRowsThatASubqueryFindsByWhereTheyAre() throws SQLException {
        assumeTrue(!database.speaksMysql(), "MariaDB and MySQL have no such names");
        String id = database == TestDatabase.H2 ? "_rowid_" : "ctid";
        String jobs = database == TestDatabase.H2
                ? "job._rowid_ IN (SELECT job._rowid_"
                : "(tableoid, job.ctid) IN (SELECT tableoid, job.ctid";
        for (String end : List.of(
                "WHERE status = 'new' ORDER BY priority FETCH NEXT 3 ROWS ONLY)",
                "WHERE owner = 1 AND id = 3 LIMIT 1)",
                "ORDER BY id DESC LIMIT 2) AND priority > 3",
                "ORDER BY id LIMIT 0)",
                "LIMIT 100)")) {
            sameWrite("UPDATE job SET taken = taken + 1 WHERE " + jobs + " FROM job " + end);
        }
        sameWrite("DELETE FROM job WHERE " + jobs + " FROM job ORDER BY priority DESC LIMIT 2)");
        sameWrite("DELETE FROM job WHERE status = ? AND " + jobs + " FROM job ORDER BY id LIMIT ?)", "new", 4);
        sameWrite("DELETE FROM task WHERE " + id + " IN (SELECT " + id + " FROM task ORDER BY id LIMIT 3)");
        sameWrite(
                "UPDATE task t SET taken = ? WHERE t." + id + " IN (SELECT u." + id
                        + " FROM task u WHERE u.status = ? ORDER BY u.id LIMIT ?)",
                5,
                "new",
                2);
        sameWrite("UPDATE task SET taken = 7 WHERE owner = 1 AND id = 3 AND " + id + " IN (SELECT " + id
                + " FROM task WHERE owner = 1 AND id = 3 LIMIT 1)");
        for (String sql : List.of(
                "DELETE FROM trace WHERE %1$s IN (SELECT %1$s FROM trace LIMIT 1)",
                "DELETE FROM task WHERE %1$s IN (SELECT %1$s FROM job LIMIT 1)",
                "DELETE FROM task WHERE %1$s IN (SELECT %1$s FROM task ORDER BY %1$s LIMIT 1)",
                "DELETE FROM task WHERE %1$s IN (SELECT %1$s FROM task ORDER BY 1 LIMIT 1)",
                "DELETE FROM task WHERE %1$s IN (SELECT MAX(%1$s) FROM task LIMIT 1)")) {
            refused(ErrorCode.SUBQUERY_OVER_UNITS, "with LIMIT", sql.formatted(id));
        }
        if (database == TestDatabase.POSTGRESQL) {
            assertThat(rows(
                            engine,
                            true,
                            "DELETE FROM task WHERE ctid IN (SELECT ctid FROM task ORDER BY owner, id LIMIT 3)"
                                    + " RETURNING owner, id"))
                    .containsExactlyInAnyOrderElementsOf(rows(
                            fixture.whole,
                            true,
                            "DELETE FROM task WHERE ctid IN (SELECT ctid FROM task ORDER BY owner, id LIMIT 3)"
                                    + " RETURNING owner, id"));
        }
    }

    @Test
    void refusesWhatItCannotTell() throws SQLException {
        ErrorCode code = ErrorCode.LOCK_OVER_UNITS;
        refused(code, "no unique key", "SELECT id FROM trace ORDER BY priority LIMIT 2 FOR UPDATE");
        refused(code, "OFFSET", "SELECT id FROM job ORDER BY priority LIMIT 2 OFFSET 1 FOR UPDATE");
        if (database.speaksMysql()) {
            refused(code, "computed", "SELECT DISTINCT status FROM job LIMIT 2 FOR UPDATE");
            refused(
                    ErrorCode.LIMITED_WRITE_OVER_UNITS,
                    "trace",
                    "UPDATE trace SET taken = 1 ORDER BY priority LIMIT 2");
            refused(ErrorCode.LIMITED_WRITE_OVER_UNITS, "RETURNING", "DELETE FROM job LIMIT 2 RETURNING id");
        }
    }

    @Test
    void stopsWhereThereAreEnough() throws SQLException {
        rows(engine, true, "SELECT id FROM job WHERE status = 'new' LIMIT 1 FOR UPDATE");
        fixture.calls.take();
        rows(engine, true, "SELECT id FROM job WHERE status = 'new' LIMIT 1 FOR UPDATE");
        assertThat(fixture.calls.take()).isEqualTo(1);
    }

    @Test
    void explainsIt() throws SQLException {
        assertThat(WriteFixture.rows(engine, "EXPLAIN SHARDING SELECT id FROM job ORDER BY priority LIMIT 2 FOR UPDATE")
                        .toString())
                .contains("limit", "ask", "job_0", "sk_key_0", "take 2");
    }
}

package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.shardkit.error.ErrorCode;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SplitInsert;
import io.shardkit.plan.StatementKind;
import java.io.StringReader;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Batches and generated keys: grouped for the drivers, in the user's order for the user. */
class BatchTest {
    private static final String INSERT = "INSERT INTO t_order VALUES (?, 1, ?)";
    private static final String UPDATE = "UPDATE t_order SET name = ? WHERE id = ?";

    private Shop shop;

    @BeforeEach
    void open() throws SQLException {
        shop = new Shop();
        shop.routed(StatementKind.INSERT, INSERT, 0);
        shop.routed(StatementKind.UPDATE, UPDATE, 1);
    }

    @AfterEach
    void nothingLeaks() {
        assertThat(shop.recording.returned).hasValue(shop.recording.borrowed.get());
        assertThat(shop.recording.statementsClosed).hasValue(shop.recording.statementsOpened.get());
        shop.close();
    }

    private static void add(PreparedStatement statement, long id, String name) throws SQLException {
        statement.setLong(1, id);
        statement.setString(2, name);
        statement.addBatch();
    }

    @Test
    void countsComeInTheOrderOfTheRows() throws SQLException {
        shop.put(0, "a");
        shop.put(1, "b");
        shop.put(5, "f");
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(UPDATE)) {
            for (long id : new long[] {5, 11, 0, 1, 7, 6, 5}) {
                statement.setString(1, "x" + id);
                statement.setLong(2, id);
                statement.addBatch();
            }
            shop.recording.take();
            assertThat(statement.executeBatch()).containsExactly(1, 0, 1, 1, 0, 0, 1);
            assertThat(shop.recording.taken("executeBatch")).hasSize(3);
            assertThat(statement.executeBatch()).isEmpty();
        }
        assertThat(shop.read(2, "SELECT name FROM t_order_1")).containsExactly("x5");
    }

    @Test
    void rowsOfOneUnitAreOneBatchWithoutATransactionOfItsOwn() throws SQLException {
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            add(statement, 0, "a");
            add(statement, 6, "b");
            assertThat(statement.executeLargeBatch()).containsExactly(1L, 1L);
        }
        assertThat(shop.recording.taken("setAutoCommit")).isEmpty();
    }

    @Test
    void failureInAutocommitUndoesAllUnits() throws SQLException {
        shop.put(4, "in the way");
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            add(statement, 4, "e");
            add(statement, 0, "a");
            BatchUpdateException failure = catchThrowableOfType(BatchUpdateException.class, statement::executeBatch);
            assertThat(failure.getUpdateCounts()).containsExactly(Statement.EXECUTE_FAILED, Statement.EXECUTE_FAILED);
            assertThat(failure.getCause()).isInstanceOf(BatchUpdateException.class);
            assertThat(statement.executeBatch()).isEmpty();
        }
        assertThat(shop.rowsPerUnit()).containsExactly(0, 0, 0, 0, 1, 0);
    }

    @Test
    void failureInATransactionTellsWhichRowsWereWritten() throws SQLException {
        shop.put(4, "in the way");
        try (Connection connection = shop.connection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
                add(statement, 10, "k");
                add(statement, 4, "e");
                add(statement, 1, "b");
                add(statement, 5, "f");
                BatchUpdateException failure =
                        catchThrowableOfType(BatchUpdateException.class, statement::executeBatch);
                assertThat(failure.getUpdateCounts())
                        .containsExactly(1, Statement.EXECUTE_FAILED, 1, Statement.EXECUTE_FAILED);
            }
            assertThatThrownBy(connection::commit).hasMessageContaining(ErrorCode.ROLLBACK_ONLY.code());
            connection.rollback();
        }
        assertThat(shop.rowsPerUnit()).containsExactly(0, 0, 0, 0, 1, 0);
    }

    @Test
    void aBatchThatRunsIsCancelled() throws SQLException {
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            add(statement, 4, "e");
            add(statement, 0, "a");
            shop.recording.on("ds2 PreparedStatement.executeBatch", () -> {
                shop.recording.take();
                statement.cancel();
                while (shop.recording.lines.stream().noneMatch(line -> line.contains("cancel"))) {
                    Thread.sleep(1);
                }
                throw new SQLException("cancelled");
            });
            assertThatThrownBy(statement::executeBatch).hasMessage("cancelled");
            // A cancel is repeated while the call goes on.
            assertThat(shop.recording.taken("cancel")).isNotEmpty().allSatisfy(call -> assertThat(call.toString())
                    .startsWith("ds2"));
            shop.recording.take();
            statement.cancel();
            assertThat(shop.recording.taken("cancel")).isEmpty();
        }
        assertThat(shop.rowsPerUnit()).containsOnly(0);
    }

    @Test
    void arraysAndDatesThatAreFilledAgainKeepTheirRows() throws SQLException {
        byte[] name = {'4', '1'};
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setLong(1, 0);
            statement.setBytes(2, name);
            statement.addBatch();
            name[1] = '2';
            statement.setLong(1, 6);
            statement.addBatch();
            statement.setLong(1, 12);
            statement.setCharacterStream(2, new StringReader("stream"));
            statement.addBatch();
            statement.executeBatch();
        }
        assertThat(shop.read(0, "SELECT name FROM t_order_0 ORDER BY id")).containsExactly("41", "42", "stream");
    }

    @Test
    void plainBatchKeepsTheOrderOnEachDatabase() throws SQLException {
        String first = shop.on(2, StatementKind.INSERT, "INSERT INTO t_order VALUES (2, 1, 'a')");
        String elsewhere = shop.on(0, StatementKind.INSERT, "INSERT INTO t_order VALUES (0, 1, 'z')");
        String second = shop.on(3, StatementKind.INSERT, "INSERT INTO t_order SELECT 3, 1, 'b'");
        String third = shop.on(2, StatementKind.UPDATE, "UPDATE t_order SET name = 'c'");
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement()) {
            for (String sql : List.of(first, elsewhere, second, third)) {
                statement.addBatch(sql);
            }
            assertThat(statement.executeBatch()).containsExactly(1, 1, 1, 1);
        }
        assertThat(shop.recording.taken("Batch("))
                .containsExactly(
                        "ds0 Statement.addBatch(INSERT INTO t_order_0 VALUES (0, 1, 'z'))",
                        "ds0 Statement.executeBatch()",
                        "ds1 Statement.addBatch(INSERT INTO t_order_0 VALUES (2, 1, 'a'))",
                        "ds1 Statement.addBatch(INSERT INTO t_order_1 SELECT 3, 1, 'b')",
                        "ds1 Statement.addBatch(UPDATE t_order_0 SET name = 'c')",
                        "ds1 Statement.executeBatch()");
    }

    @Test
    void copiesInABatchCountOnce() throws SQLException {
        String copies = shop.writeCopies(StatementKind.INSERT, "INSERT INTO t_country VALUES (?, 'x')");
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(copies)) {
            for (String code : List.of("de", "fr")) {
                statement.setString(1, code);
                statement.addBatch();
            }
            assertThat(statement.executeBatch()).containsExactly(1, 1);
        }
        assertThat(shop.read(2, "SELECT code FROM t_country ORDER BY code")).containsExactly("de", "fr");
    }

    @Test
    void batchOfAQueryOrWithoutAParameterSendsNothing() throws SQLException {
        String query = shop.on(0, StatementKind.QUERY, "SELECT id FROM t_order");
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement();
                PreparedStatement prepared = connection.prepareStatement(INSERT)) {
            statement.addBatch(query);
            assertThatThrownBy(statement::executeBatch).hasMessageContaining(ErrorCode.IS_A_QUERY.code());
            prepared.setLong(1, 1);
            assertThatThrownBy(prepared::addBatch).hasMessageContaining(ErrorCode.PARAMETER_MISSING.code());
            assertThat(shop.recording.take()).isEmpty();
        }
    }

    /** An INSERT of rows (name) whose ids are the next numbers, split by unit. */
    private String generating(String column) {
        String sql = "INSERT INTO t_order (name) VALUES (?), (?), (?)";
        long[] next = {5};
        shop.plans.put(sql, FakePlan.generating(3, column, (values, preferred) -> {
            List<ShardCall> calls = new ArrayList<>();
            List<int[]> rows = new ArrayList<>();
            Object[] keys = new Object[3];
            for (int row = 0; row < 3; row++) {
                long id = next[0]--;
                int unit = (int) Math.floorMod(id, (long) Shop.UNITS);
                keys[row] = id;
                String text = Shop.call(unit, "INSERT INTO t_order (id, name) VALUES (?, ?)")
                        .sql();
                calls.add(
                        0,
                        new ShardCall(
                                unit / 2, unit, text, new ParameterMapping(new int[] {-1, row}, new Object[] {id})));
                rows.add(0, new int[] {row});
            }
            return new SplitInsert(
                    calls, rows, column == null ? List.of() : List.of(keys), column == null ? null : keys[0]);
        }));
        return sql;
    }

    private static List<Object> keys(Statement statement) throws SQLException {
        List<Object> keys = new ArrayList<>();
        try (ResultSet rows = statement.getGeneratedKeys()) {
            while (rows.next()) {
                keys.add(rows.getObject(1));
            }
        }
        return keys;
    }

    private static void names(PreparedStatement statement) throws SQLException {
        statement.setString(1, "a");
        statement.setString(2, "b");
        statement.setString(3, "c");
    }

    @Test
    void frameworksKeysComeInTheOrderOfTheRows() throws SQLException {
        String sql = generating("id");
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            names(statement);
            assertThat(statement.executeUpdate()).isEqualTo(3);
            assertThat(keys(statement)).containsExactly(5L, 4L, 3L);
            try (ResultSet rows = statement.getGeneratedKeys()) {
                assertThat(rows.getMetaData().getColumnLabel(1)).isEqualTo("id");
                rows.next();
                assertThat(rows.getLong("ID")).isEqualTo(5);
                assertThat(rows.getStatement()).isSameAs(statement);
            }
        }
        assertThat(shop.read(2, "SELECT name FROM t_order_1")).containsExactly("a");
        assertThat(shop.read(1, "SELECT name FROM t_order_1")).containsExactly("c");
        assertThat(shop.recording.taken("prepareStatement")).noneMatch(line -> line.endsWith(", 1)"));
    }

    @Test
    void frameworksKeysOfABatchComeInTheOrderOfTheRows() throws SQLException {
        String sql = generating("id");
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(sql, new String[] {"id"})) {
            names(statement);
            statement.addBatch();
            names(statement);
            statement.addBatch();
            assertThat(statement.executeBatch()).containsExactly(3, 3);
            assertThat(keys(statement)).containsExactly(5L, 4L, 3L, 2L, 1L, 0L);
        }
    }

    @Test
    void keysThatWereNotAskedForAreNone() throws SQLException {
        String sql = generating("id");
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            names(statement);
            statement.executeUpdate();
            assertThat(keys(statement)).isEmpty();
        }
    }

    @Test
    void driversKeysComeInTheOrderOfTheRows() throws SQLException {
        String sql = generating(null);
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(sql, new String[] {"id"})) {
            names(statement);
            assertThat(statement.executeUpdate()).isEqualTo(3);
            assertThat(keys(statement)).containsExactly(5L, 4L, 3L);
            names(statement);
            statement.addBatch();
            statement.executeBatch();
            assertThat(keys(statement)).containsExactly(2L, 1L, 0L);
        }
    }

    @Test
    void driversKeysOfOneUnitAreTheDriversOwn() throws SQLException {
        shop.run(0, "CREATE TABLE t_log (id BIGINT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(9))");
        String sql = shop.on(0, StatementKind.INSERT, "INSERT INTO t_log (note) VALUES ('a')");
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS);
            assertThat(keys(statement)).containsExactly(1L);
            statement.execute(sql, new String[] {"id"});
            assertThat(keys(statement)).containsExactly(2L);
            statement.executeUpdate(sql, new int[] {1});
            assertThat(keys(statement)).containsExactly(3L);
        }
    }
}

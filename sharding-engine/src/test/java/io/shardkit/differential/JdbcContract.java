package io.shardkit.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** What an application may expect of JDBC, through the sharding DataSource, whatever the database. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class JdbcContract {
    private static final String INSERT = "INSERT INTO orders (order_id, user_id, status, amount) VALUES (?, ?, ?, ?)";
    private static final String INSERT_WITHOUT_ID = "INSERT INTO orders (user_id, status) VALUES (?, ?)";

    private ContractDatabase database;

    /** A pool on an empty database; two are asked for. */
    protected abstract HikariDataSource emptyDatabase(int number) throws SQLException;

    @BeforeAll
    void open() throws SQLException {
        database = new ContractDatabase(emptyDatabase(0), emptyDatabase(1));
    }

    @AfterAll
    void close() {
        if (database != null) {
            database.close();
        }
    }

    @AfterEach
    void nothingIsLeft() throws SQLException {
        assertThat(database.borrowedConnections())
                .as("connections not given back")
                .isZero();
        database.deleteAll();
    }

    private DataSource engine() {
        return database.engine();
    }

    /** Order ids 1 to n; order i is user i's, costs i, and every third has no status. */
    private void fill(int count) throws SQLException {
        try (Connection connection = engine().getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (int i = 1; i <= count; i++) {
                insert(insert, i, i, i % 3 == 0 ? null : "s" + i, BigDecimal.valueOf(i));
            }
        }
    }

    private static int insert(PreparedStatement insert, long order, long user, String status, BigDecimal amount)
            throws SQLException {
        insert.setLong(1, order);
        insert.setLong(2, user);
        insert.setString(3, status);
        insert.setBigDecimal(4, amount);
        return insert.executeUpdate();
    }

    private long count() throws SQLException {
        return number("SELECT COUNT(*) FROM orders");
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(1);
        }
    }

    private long numberOn(int shard, String sql) throws SQLException {
        try (Connection connection = database.shard(shard).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(1);
        }
    }

    @Test
    void aRowIsInsertedFoundUpdatedAndDeleted() throws SQLException {
        try (Connection connection = engine().getConnection()) {
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                assertThat(insert(insert, 11, 3, "new", new BigDecimal("12.50")))
                        .isEqualTo(1);
            }
            try (PreparedStatement select = connection.prepareStatement(
                    "SELECT status, amount FROM orders WHERE user_id = ? AND order_id = ?")) {
                select.setLong(1, 3);
                select.setLong(2, 11);
                try (ResultSet rows = select.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getString("status")).isEqualTo("new");
                    assertThat(rows.getBigDecimal(2)).isEqualTo(new BigDecimal("12.50"));
                    assertThat(rows.next()).isFalse();
                }
            }
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE orders SET status = ? WHERE user_id = ? AND order_id = ?")) {
                update.setString(1, "paid");
                update.setLong(2, 3);
                update.setLong(3, 11);
                assertThat(update.executeUpdate()).isEqualTo(1);
            }
            try (Statement delete = connection.createStatement()) {
                assertThat(delete.executeUpdate("DELETE FROM orders WHERE user_id = 3 AND order_id = 11"))
                        .isEqualTo(1);
            }
        }
        assertThat(count()).isZero();
    }

    @Test
    void rowsLieWhereTheirKeysSay() throws SQLException {
        fill(8);
        assertThat(numberOn(0, "SELECT COUNT(*) FROM orders_0 WHERE MOD(user_id, 2) = 0 AND MOD(order_id, 2) = 0"))
                .isEqualTo(4);
        assertThat(numberOn(1, "SELECT COUNT(*) FROM orders_1 WHERE MOD(user_id, 2) = 1 AND MOD(order_id, 2) = 1"))
                .isEqualTo(4);
        assertThat(numberOn(0, "SELECT COUNT(*) FROM orders_1")).isZero();
        assertThat(numberOn(1, "SELECT COUNT(*) FROM orders_0")).isZero();
    }

    @Test
    void onePreparedStatementReachesAllShards() throws SQLException {
        fill(8);
        try (Connection connection = engine().getConnection();
                PreparedStatement select =
                        connection.prepareStatement("SELECT order_id FROM orders WHERE user_id = ?")) {
            for (int user = 1; user <= 8; user++) {
                select.setInt(1, user);
                try (ResultSet rows = select.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getLong(1)).isEqualTo(user);
                    assertThat(rows.next()).isFalse();
                }
            }
        }
    }

    @Test
    void anUpdateCountIsTheSumOverTheShards() throws SQLException {
        fill(9);
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("UPDATE orders SET status = 'x' WHERE amount > 2"))
                    .isEqualTo(7);
            assertThat(statement.executeLargeUpdate("DELETE FROM orders WHERE amount > 4"))
                    .isEqualTo(5);
        }
        assertThat(count()).isEqualTo(4);
    }

    @Test
    void aBroadcastWriteReachesEachSourceAndCountsOnce() throws SQLException {
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(
                            "INSERT INTO country (code, name) VALUES ('ch', 'Schweiz'), ('at', 'x')"))
                    .isEqualTo(2);
            assertThat(statement.executeUpdate("UPDATE country SET name = 'y'")).isEqualTo(2);
        }
        assertThat(numberOn(0, "SELECT COUNT(*) FROM country WHERE name = 'y'")).isEqualTo(2);
        assertThat(numberOn(1, "SELECT COUNT(*) FROM country WHERE name = 'y'")).isEqualTo(2);
        assertThat(number("SELECT COUNT(*) FROM country")).isEqualTo(2);
    }

    @Test
    void executeTellsRowsFromCounts() throws SQLException {
        fill(3);
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.execute("SELECT order_id FROM orders")).isTrue();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
            try (ResultSet rows = statement.getResultSet()) {
                assertThat(rows.next()).isTrue();
            }
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.execute("UPDATE orders SET status = 'x'")).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(3);
            assertThat(statement.getResultSet()).isNull();
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
        }
    }

    @Test
    void aQueryIsNoUpdateAndAnUpdateNoQuery() throws SQLException {
        fill(2);
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeQuery("UPDATE orders SET status = 'x'"))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> statement.executeUpdate("SELECT order_id FROM orders"))
                    .isInstanceOf(SQLException.class);
        }
        assertThat(number("SELECT COUNT(*) FROM orders WHERE status = 'x'")).isZero();
    }

    @Test
    void aBatchAnswersInTheOrderOfItsRows() throws SQLException {
        fill(4);
        try (Connection connection = engine().getConnection();
                PreparedStatement update =
                        connection.prepareStatement("UPDATE orders SET status = 'b' WHERE user_id = ?")) {
            for (long user : new long[] {4, 77, 1, 2, 78, 3}) {
                update.setLong(1, user);
                update.addBatch();
            }
            assertThat(update.executeBatch()).containsExactly(1, 0, 1, 1, 0, 1);
            assertThat(update.executeBatch()).isEmpty();
        }
        assertThat(number("SELECT COUNT(*) FROM orders WHERE status = 'b'")).isEqualTo(4);
    }

    @Test
    void aBatchOfInsertsReachesAllShards() throws SQLException {
        try (Connection connection = engine().getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (int i = 1; i <= 20; i++) {
                insert.setLong(1, i);
                insert.setLong(2, i / 2);
                insert.setString(3, "s");
                insert.setBigDecimal(4, BigDecimal.ONE);
                insert.addBatch();
            }
            int[] counts = insert.executeBatch();
            assertThat(counts).hasSize(20);
            for (int each : counts) {
                assertThat(each).isIn(1, Statement.SUCCESS_NO_INFO);
            }
        }
        assertThat(count()).isEqualTo(20);
    }

    @Test
    void aBatchOfTexts() throws SQLException {
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            statement.addBatch("INSERT INTO orders (order_id, user_id) VALUES (1, 1)");
            statement.addBatch("INSERT INTO orders (order_id, user_id) VALUES (2, 2)");
            statement.addBatch("UPDATE orders SET status = 'x' WHERE user_id = 2");
            assertThat(statement.executeBatch()).containsExactly(1, 1, 1);
        }
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void aFailingBatchSaysSo() throws SQLException {
        fill(2);
        try (Connection connection = engine().getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                for (long order : new long[] {5, 2, 6}) {
                    insert.setLong(1, order);
                    insert.setLong(2, order);
                    insert.setString(3, "s");
                    insert.setBigDecimal(4, BigDecimal.ONE);
                    insert.addBatch();
                }
                assertThatThrownBy(insert::executeBatch).isInstanceOf(BatchUpdateException.class);
            }
            connection.rollback();
        }
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void aGeneratedKeyIsToldAndFindsItsRow() throws SQLException {
        try (Connection connection = engine().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement(INSERT_WITHOUT_ID, Statement.RETURN_GENERATED_KEYS)) {
            insert.setLong(1, 5);
            insert.setString(2, "generated");
            assertThat(insert.executeUpdate()).isEqualTo(1);
            long key = onlyKey(insert);
            assertThat(number("SELECT COUNT(*) FROM orders WHERE user_id = 5 AND order_id = " + key))
                    .isEqualTo(1);
        }
    }

    private static long onlyKey(Statement statement) throws SQLException {
        List<Long> keys = keys(statement);
        assertThat(keys).hasSize(1);
        return keys.get(0);
    }

    private static List<Long> keys(Statement statement) throws SQLException {
        List<Long> keys = new ArrayList<>();
        try (ResultSet rows = statement.getGeneratedKeys()) {
            while (rows.next()) {
                keys.add(rows.getLong(1));
            }
        }
        return keys;
    }

    @Test
    void aGeneratedKeyIsAskedForByName() throws SQLException {
        try (Connection connection = engine().getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT_WITHOUT_ID, new String[] {"order_id"})) {
            insert.setLong(1, 5);
            insert.setString(2, "generated");
            insert.executeUpdate();
            try (ResultSet rows = insert.getGeneratedKeys()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong("order_id")).isEqualTo(number("SELECT order_id FROM orders"));
            }
        }
    }

    @Test
    void generatedKeysOfSeveralRowsComeInTheirOrder() throws SQLException {
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "INSERT INTO orders (user_id, status) VALUES (1, 'r0'), (2, 'r1'), (1, 'r2'), (4, 'r3'), (3, 'r4')",
                    Statement.RETURN_GENERATED_KEYS);
            keysAreOfRows(keys(statement), 5);
        }
    }

    @Test
    void generatedKeysOfABatchComeInItsOrder() throws SQLException {
        try (Connection connection = engine().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement(INSERT_WITHOUT_ID, Statement.RETURN_GENERATED_KEYS)) {
            for (int i = 0; i < 6; i++) {
                insert.setLong(1, i * 3 % 5);
                insert.setString(2, "r" + i);
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).hasSize(6);
            keysAreOfRows(keys(insert), 6);
            insert.setLong(1, 9);
            insert.setString(2, "again");
            insert.addBatch();
            insert.executeBatch();
            assertThat(keys(insert)).as("keys of the second batch alone").hasSize(1);
        }
    }

    private void keysAreOfRows(List<Long> keys, int count) throws SQLException {
        assertThat(keys).hasSize(count);
        for (int i = 0; i < count; i++) {
            assertThat(number("SELECT COUNT(*) FROM orders WHERE status = 'r" + i + "' AND order_id = " + keys.get(i)))
                    .as("key %d", i)
                    .isEqualTo(1);
        }
    }

    @Test
    void withoutAskingThereAreNoKeys() throws SQLException {
        try (Connection connection = engine().getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT_WITHOUT_ID)) {
            insert.setLong(1, 5);
            insert.setString(2, "x");
            insert.executeUpdate();
        }
        assertThat(number("SELECT COUNT(*) FROM orders WHERE order_id > 1000")).isEqualTo(1);
    }

    @Test
    void aCommitOverSourcesMakesAllVisible() throws SQLException {
        try (Connection connection = engine().getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                for (int i = 1; i <= 4; i++) {
                    insert(insert, i, i, "tx", BigDecimal.TEN);
                }
            }
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM orders")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(1)).as("seen by itself").isEqualTo(4);
            }
            assertThat(count()).as("seen by others").isZero();
            connection.commit();
        }
        assertThat(count()).isEqualTo(4);
    }

    @Test
    void aRollbackOverSourcesUndoesAll() throws SQLException {
        fill(2);
        try (Connection connection = engine().getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(INSERT);
                    Statement statement = connection.createStatement()) {
                insert(insert, 5, 5, "tx", BigDecimal.TEN);
                insert(insert, 6, 6, "tx", BigDecimal.TEN);
                statement.executeUpdate("DELETE FROM orders WHERE user_id IN (1, 2)");
                statement.executeUpdate("INSERT INTO country (code) VALUES ('fr')");
            }
            connection.rollback();
            connection.setAutoCommit(true);
        }
        assertThat(count()).isEqualTo(2);
        assertThat(number("SELECT COUNT(*) FROM country")).isZero();
    }

    @Test
    void whatIsNotCommittedIsGoneAfterClose() throws SQLException {
        try (Connection connection = engine().getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                insert(insert, 1, 1, "tx", BigDecimal.TEN);
                insert(insert, 2, 2, "tx", BigDecimal.TEN);
            }
            connection.rollback();
        }
        assertThat(count()).isZero();
    }

    @Test
    void aSavepointIsRolledBackTo() throws SQLException {
        try (Connection connection = engine().getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                insert(insert, 1, 1, "kept", BigDecimal.TEN);
                Savepoint savepoint = connection.setSavepoint();
                insert(insert, 3, 3, "undone", BigDecimal.TEN);
                insert(insert, 2, 2, "undone, joined later", BigDecimal.TEN);
                connection.rollback(savepoint);
                insert(insert, 4, 4, "kept", BigDecimal.TEN);
            } catch (SQLException e) {
                connection.rollback();
                throw e;
            }
            connection.commit();
        }
        assertThat(number("SELECT COUNT(*) FROM orders WHERE status = 'kept'")).isEqualTo(2);
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void aWriteToSeveralShardsIsWholeOrNotAtAll() throws SQLException {
        fill(4);
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeUpdate(
                            "INSERT INTO orders (order_id, user_id) VALUES (101, 1), (102, 2), (4, 4), (103, 3)"))
                    .isInstanceOf(SQLException.class);
        }
        assertThat(count()).isEqualTo(4);
    }

    @Test
    void aShardsOwnExceptionGoesThrough() throws SQLException {
        fill(2);
        try (Connection connection = engine().getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            assertThatThrownBy(() -> insert(insert, 2, 2, "again", BigDecimal.ONE))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e instanceof SQLIntegrityConstraintViolationException
                                            || String.valueOf(e.getSQLState()).startsWith("23"))
                                    .isTrue());
            insert(insert, 4, 4, "still good", BigDecimal.ONE);
        }
        assertThat(count()).isEqualTo(3);
    }

    @Test
    void anIdleConnectionBorrowsNothing() throws SQLException {
        try (Connection connection = engine().getConnection()) {
            connection.setAutoCommit(false);
            connection.setReadOnly(true);
            connection.setReadOnly(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            assertThat(database.borrowedConnections()).isZero();
            connection.rollback();
        }
    }

    @Test
    void settingsAreUndoneWhenAConnectionGoesBack() throws SQLException {
        fill(2);
        try (Connection connection = engine().getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE orders SET status = 'x'");
            }
            connection.commit();
        }
        for (int shard = 0; shard < 2; shard++) {
            try (Connection connection = database.shard(shard).getConnection()) {
                assertThat(connection.getAutoCommit()).isTrue();
                assertThat(connection.getTransactionIsolation()).isNotEqualTo(Connection.TRANSACTION_SERIALIZABLE);
            }
        }
    }

    @Test
    void aConnectionKnowsItsState() throws SQLException {
        Connection connection = engine().getConnection();
        assertThat(connection.getAutoCommit()).isTrue();
        assertThat(connection.isReadOnly()).isFalse();
        assertThat(connection.isClosed()).isFalse();
        assertThat(connection.isValid(2)).isTrue();
        connection.setAutoCommit(false);
        assertThat(connection.getAutoCommit()).isFalse();
        connection.close();
        connection.close();
        assertThat(connection.isClosed()).isTrue();
        assertThat(connection.isValid(2)).isFalse();
        assertThatThrownBy(connection::createStatement).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> connection.prepareStatement("SELECT 1")).isInstanceOf(SQLException.class);
    }

    @Test
    void autocommitConnectionsDoNotCommitByHand() throws SQLException {
        try (Connection connection = engine().getConnection()) {
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
            assertThatThrownBy(connection::rollback).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void aClosedStatementClosesItsRows() throws SQLException {
        fill(4);
        try (Connection connection = engine().getConnection()) {
            Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("SELECT order_id FROM orders ORDER BY order_id");
            assertThat(rows.next()).isTrue();
            statement.close();
            assertThat(statement.isClosed()).isTrue();
            assertThat(rows.isClosed()).isTrue();
            assertThatThrownBy(rows::next).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> statement.executeQuery("SELECT 1")).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void aConnectionClosedEarlyGivesAllBack() throws SQLException {
        fill(8);
        Connection connection = engine().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT order_id FROM orders");
        assertThat(rows.next()).isTrue();
        connection.close();
        assertThat(statement.isClosed()).isTrue();
        assertThat(rows.isClosed()).isTrue();
    }

    @Test
    void rowsAreReadByEveryKindOfName() throws SQLException {
        fill(4);
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT order_id AS id, status, amount, order_id AS id FROM orders ORDER BY order_id")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getRow()).isEqualTo(1);
            assertThat(rows.getLong("ID")).isEqualTo(1);
            assertThat(rows.findColumn("Id")).isEqualTo(1);
            assertThat(rows.getInt(4)).isEqualTo(1);
            assertThat(rows.getObject("status", String.class)).isEqualTo("s1");
            assertThat(rows.getObject("amount", BigDecimal.class)).isEqualByComparingTo("1");
            assertThat(rows.getString("amount")).isEqualTo("1.00");
            assertThatThrownBy(() -> rows.getLong("none")).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> rows.getLong(5)).isInstanceOf(SQLException.class);
            rows.next();
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString("status")).isNull();
            assertThat(rows.wasNull()).isTrue();
            assertThat(rows.getLong(1)).isEqualTo(3);
            assertThat(rows.wasNull()).isFalse();
            assertThat(rows.next()).isTrue();
            assertThat(rows.next()).isFalse();
            assertThatThrownBy(() -> rows.getLong(1)).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void aNumberThatIsNullIsZeroAndWasNull() throws SQLException {
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO orders (order_id, user_id) VALUES (1, 1), (2, 2)");
            try (ResultSet rows =
                    statement.executeQuery("SELECT SUM(amount), MAX(amount), COUNT(amount) FROM orders")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isZero();
                assertThat(rows.wasNull()).isTrue();
                assertThat(rows.getBigDecimal(2)).isNull();
                assertThat(rows.getLong(3)).isZero();
                assertThat(rows.wasNull()).isFalse();
            }
        }
    }

    @Test
    void timestampsKeepTheirValue() throws SQLException {
        Timestamp placed = Timestamp.valueOf("2024-02-29 23:59:58");
        try (Connection connection = engine().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO orders (order_id, user_id, placed) VALUES (?, ?, ?)");
                PreparedStatement select =
                        connection.prepareStatement("SELECT placed FROM orders WHERE placed = ? ORDER BY placed")) {
            for (int i = 1; i <= 2; i++) {
                insert.setInt(1, i);
                insert.setInt(2, i);
                insert.setTimestamp(3, placed);
                insert.executeUpdate();
            }
            select.setTimestamp(1, placed);
            try (ResultSet rows = select.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getTimestamp(1)).isEqualTo(placed);
                assertThat(rows.getObject(1, LocalDateTime.class)).isEqualTo(placed.toLocalDateTime());
                assertThat(rows.next()).isTrue();
            }
        }
    }

    @Test
    void maxRowsHoldsForTheWholeResult() throws SQLException {
        fill(9);
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(3);
            statement.setFetchSize(2);
            try (ResultSet rows = statement.executeQuery("SELECT order_id FROM orders ORDER BY order_id DESC")) {
                List<Long> ids = new ArrayList<>();
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                }
                assertThat(ids).containsExactly(9L, 8L, 7L);
            }
        }
    }

    @Test
    void aMissingOrSurplusParameterIsRefused() throws SQLException {
        try (Connection connection = engine().getConnection();
                PreparedStatement select =
                        connection.prepareStatement("SELECT order_id FROM orders WHERE user_id = ? AND status = ?")) {
            select.setLong(1, 1);
            assertThatThrownBy(select::executeQuery).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> {
                        select.setLong(3, 1);
                        select.executeQuery();
                    })
                    .isInstanceOf(SQLException.class);
            select.clearParameters();
            assertThatThrownBy(select::executeQuery).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void metadataSpeaksOfTheLogicalTable() throws SQLException {
        fill(4);
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            for (String where : List.of("", " WHERE user_id = 1 AND order_id = 1")) {
                try (ResultSet rows = statement.executeQuery("SELECT order_id, status FROM orders" + where)) {
                    ResultSetMetaData metaData = rows.getMetaData();
                    assertThat(metaData.getColumnCount()).isEqualTo(2);
                    assertThat(metaData.getColumnLabel(2)).isEqualToIgnoringCase("status");
                    assertThat(metaData.getTableName(1).toLowerCase(Locale.ROOT))
                            .isEqualTo("orders");
                }
            }
        }
    }

    @Test
    void theDatabaseIsThatOfTheShards() throws SQLException {
        try (Connection connection = engine().getConnection();
                Connection shard = database.shard(0).getConnection()) {
            DatabaseMetaData metaData = connection.getMetaData();
            DatabaseMetaData own = shard.getMetaData();
            assertThat(metaData.getDatabaseProductName()).isEqualTo(own.getDatabaseProductName());
            assertThat(metaData.getDatabaseMajorVersion()).isEqualTo(own.getDatabaseMajorVersion());
            assertThat(metaData.getIdentifierQuoteString()).isEqualTo(own.getIdentifierQuoteString());
            assertThat(metaData.getConnection()).isSameAs(connection);
        }
    }

    @Test
    void theTablesAreTheLogicalOnes() throws SQLException {
        Set<String> names = new HashSet<>();
        try (Connection connection = engine().getConnection();
                ResultSet tables =
                        connection.getMetaData().getTables(null, null, "%", new String[] {"TABLE", "BASE TABLE"})) {
            while (tables.next()) {
                names.add(tables.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
            }
        }
        assertThat(names).contains("orders", "country").doesNotContain("orders_0", "orders_1");
    }

    @Test
    void aDataSourceUnwraps() throws SQLException {
        assertThat(engine().isWrapperFor(DataSource.class)).isTrue();
        assertThat(engine().unwrap(DataSource.class)).isNotNull();
        assertThatThrownBy(() -> engine().unwrap(Runnable.class)).isInstanceOf(SQLException.class);
        try (Connection connection = engine().getConnection()) {
            assertThat(connection.isWrapperFor(Connection.class)).isTrue();
            assertThat(connection.unwrap(Connection.class)).isNotNull();
        }
    }

    @Test
    void threadsDoNotDisturbEachOther() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(6);
        try {
            List<Future<Long>> results = new ArrayList<>();
            for (int thread = 0; thread < 6; thread++) {
                long base = thread * 100L;
                results.add(pool.submit(() -> {
                    long sum = 0;
                    for (int i = 1; i <= 25; i++) {
                        try (Connection connection = engine().getConnection();
                                PreparedStatement insert = connection.prepareStatement(INSERT)) {
                            sum += insert(insert, base + i, base + i, "t", BigDecimal.ONE);
                        }
                        sum += count() > 0 ? 0 : 1000;
                    }
                    return sum;
                }));
            }
            for (Future<Long> result : results) {
                assertThat(result.get()).isEqualTo(25);
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(count()).isEqualTo(150);
    }
}

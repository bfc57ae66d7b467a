package io.shardkit.differential.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks what JDBC promises of statements: single writes and queries, batches, generated keys. */
abstract class StatementContract extends ContractFixture {

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
            assertThat(statement.execute("UPDATE orders SET status = 'x' WHERE amount > 0"))
                    .isFalse();
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
            assertThatThrownBy(() -> statement.executeQuery("UPDATE orders SET status = 'x' WHERE amount > 0"))
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

    /** Drivers differ: some report none, some the key that the row has. */
    @Test
    void keysOfRowsThatBringTheirOwnAreThoseOfTheDriver() throws SQLException {
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "INSERT INTO orders (order_id, user_id, status) VALUES (1, 1, 'r0'), (2, 2, 'r1'), (3, 1, 'r2')",
                    Statement.RETURN_GENERATED_KEYS);
            assertThat(keys(statement)).isIn(List.of(), List.of(1L, 2L, 3L));
        }
    }

    @Test
    void keysOfRowsOfAQueryAreThoseOfTheDriver() throws SQLException {
        fill(6);
        String rows = " (order_id, user_id, status) SELECT order_id + 100, user_id + 1, 'copy' FROM ";
        int ofDriver;
        try (Connection plain = database.shard(0).getConnection();
                Statement statement = plain.createStatement()) {
            statement.execute(
                    "CREATE TABLE orders_copy (order_id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT, status VARCHAR(20))");
            int count = statement.executeUpdate(
                    "INSERT INTO orders_copy" + rows + "orders_0", Statement.RETURN_GENERATED_KEYS);
            assertThat(count).isPositive();
            ofDriver = keys(statement).size() / count;
        }
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            String sql = "INSERT INTO orders" + rows + "orders WHERE order_id < 100";
            assertThat(statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS))
                    .isEqualTo(6);
            assertThat(keys(statement)).hasSize(6 * ofDriver).allMatch(key -> key > 99);
        }
    }

    @Test
    void keysOfABroadcastRowAreThoseOfOneDatabase() throws SQLException {
        String sql = "INSERT INTO country (code, name) VALUES ('AT', 'Austria')";
        List<String> expected;
        try (Connection plain = database.shard(0).getConnection();
                Statement statement = plain.createStatement()) {
            statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS);
            expected = texts(statement.getGeneratedKeys());
            statement.executeUpdate("DELETE FROM country WHERE code = 'AT'");
        }
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS);
            assertThat(texts(statement.getGeneratedKeys())).isEqualTo(expected);
        }
    }

    private static List<String> texts(ResultSet rows) throws SQLException {
        List<String> texts = new ArrayList<>();
        while (rows.next()) {
            texts.add(rows.getString(1));
        }
        return texts;
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
}

package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.merge.RowLimit;
import io.shardkit.observe.StatementListener;
import io.shardkit.options.CrossSource;
import io.shardkit.plan.StatementKind;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** The same on the databases that people run: where drivers differ, this is what they have in common. */
@Timeout(120)
class RealDatabasesIT {
    private static final String SELECT = "SELECT id, name FROM t_order WHERE id = ?";
    private static final String ALL = "SELECT id, name FROM t_order ORDER BY id";
    private static final String INSERT = "INSERT INTO t_order VALUES (?, 1, ?)";

    private static Shop open(TestDatabase database) throws SQLException {
        Shop shop = new Shop(CrossSource.BEST_EFFORT, StatementListener.NONE, database);
        shop.routed(StatementKind.QUERY, SELECT, 0);
        shop.routed(StatementKind.INSERT, INSERT, 0);
        shop.everywhere(ALL, 0, RowLimit.NONE);
        for (long id = 0; id < 60; id++) {
            shop.put(id, "n" + id);
        }
        return shop;
    }

    private static void insert(Connection connection, long id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setLong(1, id);
            statement.setString(2, "new");
            statement.executeUpdate();
        }
    }

    private static void assertNothingLeaked(Shop shop) {
        assertThat(shop.recording.returned).hasValue(shop.recording.borrowed.get());
        assertThat(shop.recording.statementsClosed).hasValue(shop.recording.statementsOpened.get());
    }

    @ParameterizedTest
    @OnDatabases
    void rowsAreReadInEveryMode(TestDatabase database) throws SQLException {
        try (Shop shop = open(database)) {
            for (boolean autoCommit : new boolean[] {true, false}) {
                for (int fetchSize : new int[] {0, 2}) {
                    try (Connection connection = shop.connection()) {
                        connection.setReadOnly(!autoCommit);
                        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                        connection.setAutoCommit(autoCommit);
                        try (PreparedStatement statement = connection.prepareStatement(ALL);
                                PreparedStatement point = connection.prepareStatement(SELECT)) {
                            statement.setFetchSize(fetchSize);
                            List<Long> ids = new ArrayList<>();
                            try (ResultSet rows = statement.executeQuery()) {
                                while (rows.next()) {
                                    ids.add(rows.getLong("id"));
                                    // Another statement on the same connections, as nested selects of mappers do.
                                    point.setLong(1, rows.getLong("id"));
                                    try (ResultSet one = point.executeQuery()) {
                                        assertThat(one.next()).isTrue();
                                        assertThat(one.getString(2)).isEqualTo(rows.getString(2));
                                    }
                                }
                            }
                            assertThat(ids).hasSize(60).isSorted();
                        }
                    }
                }
            }
            assertNothingLeaked(shop);
        }
    }

    @ParameterizedTest
    @OnDatabases
    void savepointsAndRollbackReachEveryDatabase(TestDatabase database) throws SQLException {
        try (Shop shop = open(database)) {
            try (Connection connection = shop.connection()) {
                connection.setAutoCommit(false);
                insert(connection, 60);
                Savepoint savepoint = connection.setSavepoint("here");
                insert(connection, 66);
                insert(connection, 62);
                connection.rollback(savepoint);
                insert(connection, 64);
                connection.commit();
                insert(connection, 61);
                connection.rollback();
            }
            assertThat(shop.rowsPerUnit()).containsExactly(11, 10, 10, 10, 11, 10);
            assertNothingLeaked(shop);
        }
    }

    @ParameterizedTest
    @OnDatabases
    void failedStatementNeverLeadsToAHalfCommit(TestDatabase database) throws SQLException {
        try (Shop shop = open(database)) {
            try (Connection connection = shop.connection()) {
                connection.setAutoCommit(false);
                insert(connection, 60);
                insert(connection, 64);
                assertThatThrownBy(() -> insert(connection, 2)).isInstanceOf(SQLException.class);
                if (database == TestDatabase.POSTGRESQL) {
                    assertThatThrownBy(connection::commit).hasMessageContaining(ErrorCode.ROLLBACK_ONLY.code());
                    connection.rollback();
                    assertThat(shop.rowsPerUnit()).containsOnly(10);
                } else {
                    connection.commit();
                    assertThat(shop.rowsPerUnit()).containsExactly(11, 10, 10, 10, 11, 10);
                }
            }
            assertNothingLeaked(shop);
        }
    }

    @ParameterizedTest
    @OnDatabases
    void writeToSeveralUnitsIsAllOrNothing(TestDatabase database) throws SQLException {
        try (Shop shop = open(database);
                Connection connection = shop.connection();
                Statement statement = connection.createStatement()) {
            shop.run(2, "DELETE FROM t_order_1");
            shop.run(2, "ALTER TABLE t_order_1 DROP COLUMN name");
            String update = shop.writeEverywhere(StatementKind.UPDATE, "UPDATE t_order SET name = 'x'");
            assertThatThrownBy(() -> statement.executeUpdate(update)).isInstanceOf(SQLException.class);
            assertThat(shop.read(0, "SELECT name FROM t_order_0")).doesNotContain("x");
            insert(connection, 60);
            assertThat(shop.rowsPerUnit().get(0)).isEqualTo(11);
        }
    }

    @ParameterizedTest
    @OnDatabases
    void batchesKeepTheOrderOfRowsAndOfKeys(TestDatabase database) throws SQLException {
        try (Shop shop = open(database)) {
            String type =
                    database == TestDatabase.POSTGRESQL ? "BIGSERIAL PRIMARY KEY" : "BIGINT AUTO_INCREMENT PRIMARY KEY";
            for (int i = 0; i < Shop.DATABASES; i++) {
                shop.run(i, "CREATE TABLE t_log (id " + type + ", note INT)");
            }
            String sql = "INSERT INTO t_log (note) VALUES (?)";
            shop.plans.put(sql, FakePlan.of(StatementKind.INSERT, 1, (values, preferred) -> {
                int dataSource = (int) (values.longValue(0) % Shop.DATABASES);
                return new io.shardkit.plan.SingleShard(
                        new io.shardkit.plan.ShardCall(dataSource, dataSource, sql, null));
            }));
            try (Connection connection = shop.connection();
                    PreparedStatement statement = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
                for (int note : new int[] {2, 5, 0, 1, 3, 8}) {
                    statement.setLong(1, note);
                    statement.addBatch();
                }
                assertThat(Arrays.stream(statement.executeBatch()).boxed())
                        .hasSize(6)
                        .allMatch(count -> count == 1 || count == Statement.SUCCESS_NO_INFO);
                List<Long> keys = new ArrayList<>();
                try (ResultSet rows = statement.getGeneratedKeys()) {
                    while (rows.next()) {
                        keys.add(rows.getLong(1));
                    }
                }
                assertThat(keys).containsExactly(1L, 2L, 1L, 1L, 2L, 3L);
            }
            assertThat(shop.read(2, "SELECT note FROM t_log ORDER BY id")).containsExactly("2", "5", "8");
            assertNothingLeaked(shop);
        }
    }

    @ParameterizedTest
    @OnDatabases
    void streamsAndObjectsOfOneDriverReachAnotherShard(TestDatabase database) throws SQLException {
        try (Shop shop = open(database)) {
            String blob = database == TestDatabase.POSTGRESQL ? "BYTEA" : "BLOB";
            String text = database == TestDatabase.POSTGRESQL ? "TEXT" : "LONGTEXT";
            for (int i = 0; i < Shop.DATABASES; i++) {
                shop.run(i, "CREATE TABLE t_file (id INT PRIMARY KEY, body " + blob + ", words " + text + ")");
            }
            String sql = shop.writeCopies(StatementKind.INSERT, "INSERT INTO t_file VALUES (?, ?, ?)");
            byte[] body = "bytes".getBytes(StandardCharsets.US_ASCII);
            try (Connection connection = shop.connection();
                    PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setInt(1, 1);
                statement.setBinaryStream(2, new ByteArrayInputStream(body));
                statement.setCharacterStream(3, new StringReader("words"));
                assertThat(statement.executeUpdate()).isEqualTo(1);
                if (database != TestDatabase.POSTGRESQL) {
                    // PostgreSQL's driver has no createBlob.
                    Blob lob = connection.createBlob();
                    lob.setBytes(1, body);
                    Clob words = connection.createClob();
                    words.setString(1, "words");
                    statement.setInt(1, 2);
                    statement.setBlob(2, lob);
                    statement.setClob(3, words);
                    assertThat(statement.executeUpdate()).isEqualTo(1);
                }
            }
            for (int i = 0; i < Shop.DATABASES; i++) {
                assertThat(shop.read(i, "SELECT words FROM t_file")).containsOnly("words");
                assertThat(shop.read(i, "SELECT OCTET_LENGTH(body) FROM t_file"))
                        .containsOnly("5");
            }
            assertNothingLeaked(shop);
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void clientInfoIsReplayedAndUndone(TestDatabase database) throws SQLException {
        try (Shop shop = open(database)) {
            try (Connection connection = shop.connection();
                    PreparedStatement statement = connection.prepareStatement(SELECT)) {
                connection.setClientInfo("ApplicationName", "shop");
                assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("shop");
                assertThat(shop.recording.take()).isEmpty();
                statement.setLong(1, 0);
                statement.executeQuery().close();
                assertThat(shop.recording.taken("ClientInfo"))
                        .containsExactly(
                                "ds0 Connection.getClientInfo(ApplicationName)",
                                "ds0 Connection.setClientInfo(ApplicationName, shop)");
            }
            assertThat(shop.recording.taken("setClientInfo")).hasSize(1).noneMatch(line -> line.endsWith("shop)"));
            assertNothingLeaked(shop);
        }
    }

    @ParameterizedTest
    @OnDatabases(TestDatabase.POSTGRESQL)
    void arrayOfOneConnectionReachesAnotherShard(TestDatabase database) throws SQLException {
        try (Shop shop = open(database)) {
            String sql = shop.on(4, StatementKind.QUERY, "SELECT id FROM t_order WHERE id = ANY (?) ORDER BY id");
            try (Connection connection = shop.connection();
                    PreparedStatement statement = connection.prepareStatement(sql)) {
                Array ids = connection.createArrayOf("bigint", new Object[] {4L, 10L});
                statement.setArray(1, ids);
                try (ResultSet rows = statement.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.next()).isFalse();
                }
            }
            assertNothingLeaked(shop);
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void timeoutOfOneShardEndsTheWholeRead(TestDatabase database) throws SQLException {
        goesOnAfterATimeout(database);
    }

    /** A server that takes too long to end its statement loses the session, which a busy machine may make it do. */
    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    @Tag("thorough")
    void connectionGoesOnAfterATimeout(TestDatabase database) throws SQLException {
        boolean goesOn = false;
        for (int i = 0; i < 5 && !goesOn; i++) {
            goesOn = goesOnAfterATimeout(database);
        }
        assertThat(goesOn).isTrue();
    }

    /** Tells if the connection could be used after a time-out; otherwise it said that it is closed. */
    private boolean goesOnAfterATimeout(TestDatabase database) throws SQLException {
        boolean goesOn = true;
        try (Shop shop = open(database)) {
            String sleep = database == TestDatabase.POSTGRESQL ? "pg_sleep(60)" : "SLEEP(60)";
            String slow = shop.everywhere("SELECT id, " + sleep + " FROM t_order ORDER BY id", 0, RowLimit.NONE);
            try (Connection connection = shop.connection();
                    Statement statement = connection.createStatement()) {
                statement.setQueryTimeout(1);
                long start = System.nanoTime();
                assertThatThrownBy(() -> statement.executeQuery(slow))
                        .satisfiesAnyOf(
                                failure -> assertThat(failure).isInstanceOf(SQLTimeoutException.class),
                                failure -> assertThat(((SQLException) failure).getSQLState())
                                        .isIn("57014", "70100"));
                assertThat((System.nanoTime() - start) / 1_000_000_000)
                        .as("seconds, of the 60 that it would take")
                        .isLessThan(50);
                statement.setQueryTimeout(0);
                try (ResultSet rows = statement.executeQuery(ALL)) {
                    assertThat(rows.next()).isTrue();
                } catch (SQLException lost) {
                    assertThat(lost.getMessage()).startsWith(ErrorCode.CLOSED.code());
                    goesOn = false;
                }
            }
            try (Connection connection = shop.connection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(ALL)) {
                assertThat(rows.next()).isTrue();
            }
            assertNothingLeaked(shop);
        }
        return goesOn;
    }

    @ParameterizedTest
    @OnDatabases
    void metaDataKnowsLogicalTablesOnly(TestDatabase database) throws SQLException {
        try (Shop shop = open(database);
                Connection connection = shop.connection()) {
            DatabaseMetaData metaData = connection.getMetaData();
            String catalog = connection.getCatalog();
            String schema = connection.getSchema();
            assertThat(column(metaData.getTables(catalog, schema, "t\\_%", new String[] {"TABLE", "BASE TABLE"}), 3))
                    .containsExactlyInAnyOrder("t_order", "t_country", "t_audit");
            assertThat(column(metaData.getTables(null, null, "t_order%", new String[] {"TABLE", "BASE TABLE"}), 3))
                    .containsExactly("t_order");
            assertThat(column(metaData.getColumns(catalog, schema, "t_order", null), 4))
                    .containsExactly("id", "user_id", "name");
            assertThat(column(metaData.getPrimaryKeys(catalog, schema, "t_order"), 4))
                    .containsExactly("id");
            assertThat(column(metaData.getColumns(catalog, schema, "t_audit", null), 4))
                    .containsExactly("id", "note");
            assertThat(column(metaData.getIndexInfo(catalog, schema, "t_order", true, true), 9))
                    .containsExactly("id");
            assertThat(column(metaData.getImportedKeys(catalog, schema, "t_order"), 4))
                    .isEmpty();
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    private static List<String> column(ResultSet rows, int index) throws SQLException {
        List<String> values = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                values.add(rows.getString(index).toLowerCase(Locale.ROOT));
            }
        }
        return values;
    }

    @ParameterizedTest
    @OnDatabases
    void tableNameOfAColumnIsLogical(TestDatabase database) throws SQLException {
        try (Shop shop = open(database);
                Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(ALL);
                ResultSet rows = statement.executeQuery()) {
            assertThat(rows.getMetaData().getTableName(1)).isEqualToIgnoringCase("t_order");
            assertThat(rows.getMetaData().getColumnCount()).isEqualTo(2);
        }
    }
}

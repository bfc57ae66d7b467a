package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.merge.RowLimit;
import io.shardkit.plan.StatementKind;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Result sets and what a statement says of them, by the letter of JDBC. */
class ResultTest {
    private static final String MERGED = "SELECT id, name, id AS name FROM t_order ORDER BY id";
    private static final String HIDDEN = "SELECT id, name, user_id AS hidden FROM t_order ORDER BY id";

    private Shop shop;
    private String single;
    private String write;

    @BeforeEach
    void open() throws SQLException {
        shop = new Shop();
        shop.everywhere(MERGED, 0, RowLimit.NONE);
        shop.everywhere(HIDDEN, 1, RowLimit.NONE);
        single = shop.on(0, StatementKind.QUERY, "SELECT id, name FROM t_order ORDER BY id");
        write = shop.on(0, StatementKind.UPDATE, "UPDATE t_order SET user_id = 1");
        for (long id = 0; id < 12; id++) {
            shop.put(id, "n" + id);
        }
        shop.run(1, "UPDATE t_order_0 SET name = NULL WHERE id = 2");
    }

    @AfterEach
    void nothingLeaks() {
        assertThat(shop.recording.returned).hasValue(shop.recording.borrowed.get());
        assertThat(shop.recording.statementsClosed).hasValue(shop.recording.statementsOpened.get());
        shop.close();
    }

    private static void assertCode(ThrowingCallable call, ErrorCode code) {
        assertThatThrownBy(call).isInstanceOf(SQLException.class).hasMessageContaining(code.code());
    }

    private static List<Long> ids(ResultSet rows) throws SQLException {
        List<Long> ids = new ArrayList<>();
        while (rows.next()) {
            ids.add(rows.getLong(1));
        }
        return ids;
    }

    @Test
    void mergedRowsAreReadByIndexAndByTheFirstOfEqualLabels() throws SQLException {
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(MERGED)) {
            assertCode(() -> rows.getLong(1), ErrorCode.NO_CURRENT_ROW);
            for (int id = 0; id < 12; id++) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getRow()).isEqualTo(id + 1);
                assertThat(rows.getLong("ID")).isEqualTo(id);
                assertThat(rows.getString("name")).isEqualTo(id == 2 ? null : "n" + id);
                assertThat(rows.wasNull()).isEqualTo(id == 2);
                assertThat(rows.getObject(3, Long.class)).isEqualTo(id);
            }
            assertThat(rows.findColumn("Name")).isEqualTo(2);
            assertCode(() -> rows.getString("other"), ErrorCode.INVALID_ARGUMENT);
            assertThat(rows.next()).isFalse();
            assertThat(rows.getRow()).isZero();
            assertCode(() -> rows.getLong(1), ErrorCode.NO_CURRENT_ROW);
            assertThat(rows.getStatement()).isSameAs(statement);
        }
    }

    @Test
    void hiddenColumnsAreOutOfReach() throws SQLException {
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(HIDDEN)) {
            rows.next();
            assertThat(rows.getMetaData().getColumnCount()).isEqualTo(2);
            assertCode(() -> rows.getMetaData().getColumnLabel(3), ErrorCode.INVALID_ARGUMENT);
            assertCode(() -> rows.getLong(3), ErrorCode.INVALID_ARGUMENT);
            assertCode(() -> rows.getLong("hidden"), ErrorCode.INVALID_ARGUMENT);
            assertCode(() -> rows.findColumn("hidden"), ErrorCode.INVALID_ARGUMENT);
        }
    }

    @Test
    void metadataHasLogicalTables() throws SQLException {
        for (String sql : List.of(MERGED, single)) {
            try (Connection connection = shop.connection();
                    PreparedStatement statement = connection.prepareStatement(sql);
                    ResultSet rows = statement.executeQuery()) {
                ResultSetMetaData columns = rows.getMetaData();
                assertThat(columns.getTableName(1)).isEqualTo("t_order");
                assertThat(columns.getColumnName(2)).isEqualTo("name");
                assertThat(statement.getMetaData().getTableName(1)).isEqualTo("t_order");
            }
        }
    }

    @Test
    void maxRowsCutsMergedAndSingleRows() throws SQLException {
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(5);
            assertThat(ids(statement.executeQuery(MERGED))).containsExactly(0L, 1L, 2L, 3L, 4L);
            assertThat(shop.recording.taken("setMaxRows")).hasSize(6).allMatch(line -> line.endsWith("(5)"));
            statement.setMaxRows(1);
            assertThat(ids(statement.executeQuery(single))).containsExactly(0L);
            statement.setMaxRows(0);
            assertThat(ids(statement.executeQuery(MERGED))).hasSize(12);
            assertThat(ids(statement.executeQuery(single))).containsExactly(0L, 6L);
        }
    }

    @Test
    void maxRowsCountsAfterTheOffset() throws SQLException {
        String paged = shop.everywhere("SELECT id FROM t_order ORDER BY id", 0, new RowLimit(3, 4));
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement()) {
            statement.setLargeMaxRows(2);
            assertThat(ids(statement.executeQuery(paged))).containsExactly(3L, 4L);
            statement.setLargeMaxRows(20);
            assertThat(ids(statement.executeQuery(paged))).containsExactly(3L, 4L, 5L, 6L);
        }
    }

    @Test
    void settingsReachTheDriverOnceForEachChange() throws SQLException {
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(single)) {
            statement.setFetchSize(50);
            statement.setMaxFieldSize(1000);
            statement.setPoolable(false);
            statement.executeQuery();
            assertThat(shop.recording.taken("PreparedStatement.set"))
                    .containsExactly(
                            "ds0 PreparedStatement.setFetchSize(50)",
                            "ds0 PreparedStatement.setMaxFieldSize(1000)",
                            "ds0 PreparedStatement.setPoolable(false)");
            statement.executeQuery();
            assertThat(shop.recording.taken("PreparedStatement.set")).isEmpty();
        }
    }

    @Test
    void cursorKindReachesTheDriver() throws SQLException {
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(
                        single, ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
                ResultSet rows = statement.executeQuery()) {
            assertThat(rows.last()).isTrue();
            assertThat(rows.getLong(1)).isEqualTo(6);
            assertThat(rows.previous()).isTrue();
            assertThat(rows.getType()).isEqualTo(ResultSet.TYPE_SCROLL_INSENSITIVE);
        }
        assertThat(shop.recording.taken("prepareStatement")).allMatch(line -> line.endsWith(", 1004, 1007)"));
    }

    @Test
    void updatableRowsOfOneUnitAreTheDrivers() throws SQLException {
        try (Connection connection = shop.connection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE);
                ResultSet rows = statement.executeQuery(single)) {
            rows.next();
            rows.updateString("name", "new");
            rows.updateRow();
        }
        assertThat(shop.read(0, "SELECT name FROM t_order_0 WHERE id = 0")).containsExactly("new");
    }

    static Stream<Method> movesAndUpdates() {
        return Arrays.stream(ResultSet.class.getMethods())
                .filter(method -> List.of(
                                        "previous",
                                        "first",
                                        "last",
                                        "absolute",
                                        "relative",
                                        "beforeFirst",
                                        "afterLast",
                                        "insertRow",
                                        "deleteRow",
                                        "refreshRow",
                                        "moveToInsertRow",
                                        "getCursorName")
                                .contains(method.getName())
                        || method.getName().startsWith("update"));
    }

    @ParameterizedTest
    @MethodSource("movesAndUpdates")
    void movingAndUpdatingOfForwardOnlyMergedRowsIsRefused(Method method) throws SQLException {
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(MERGED)) {
            rows.next();
            Object[] arguments = Arrays.stream(method.getParameterTypes())
                    .map(type -> type == int.class ? (Object) 1 : zero(type))
                    .toArray();
            // Two overloads of updateObject have a default body of their own, which refuses without a code.
            assertThatThrownBy(() -> method.invoke(rows, arguments))
                    .isInstanceOf(InvocationTargetException.class)
                    .cause()
                    .isInstanceOf(java.sql.SQLFeatureNotSupportedException.class);
        }
    }

    static Stream<Method> getters() {
        return Arrays.stream(ResultSet.class.getMethods())
                .filter(method ->
                        method.getName().startsWith("get") || method.getName().equals("next"))
                .filter(method -> !method.getName().matches("getFetch.*|getHoldability|getWarnings|getType"))
                .filter(method -> !method.getName().matches("getConcurrency|getRow|getCursorName"));
    }

    @ParameterizedTest
    @MethodSource("getters")
    void closedRowsRefuseEveryGetter(Method getter) throws SQLException {
        for (String sql : List.of(MERGED, single)) {
            try (Connection connection = shop.connection();
                    Statement statement = connection.createStatement()) {
                ResultSet rows = statement.executeQuery(sql);
                rows.next();
                rows.close();
                assertThat(rows.isClosed()).isTrue();
                Object[] arguments = Arrays.stream(getter.getParameterTypes())
                        .map(type -> type == int.class ? (Object) 1 : type == String.class ? "id" : zero(type))
                        .toArray();
                assertThatThrownBy(() -> getter.invoke(rows, arguments))
                        .isInstanceOf(InvocationTargetException.class)
                        .cause()
                        .hasMessageContaining(ErrorCode.CLOSED.code());
            }
        }
    }

    private static Object zero(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        if (type == byte.class) {
            return (byte) 0;
        }
        if (type == short.class) {
            return (short) 0;
        }
        if (type == long.class) {
            return 0L;
        }
        if (type == float.class) {
            return 0f;
        }
        if (type == double.class) {
            return 0.0;
        }
        return type == String.class ? "name" : null;
    }

    @Test
    void rowsAreClosedWhenTheStatementRunsAgainOrIsClosed() throws SQLException {
        try (Connection connection = shop.connection()) {
            Statement statement = connection.createStatement();
            ResultSet first = statement.executeQuery(MERGED);
            ResultSet second = statement.executeQuery(single);
            assertThat(first.isClosed()).isTrue();
            assertThat(second.isClosed()).isFalse();
            statement.close();
            assertThat(second.isClosed()).isTrue();
            assertCode(second::next, ErrorCode.CLOSED);
            assertCode(() -> statement.executeQuery(single), ErrorCode.CLOSED);
            assertCode(statement::getMaxRows, ErrorCode.CLOSED);
        }
    }

    @Test
    void closeOnCompletionClosesWithTheRows() throws SQLException {
        try (Connection connection = shop.connection()) {
            Statement statement = connection.createStatement();
            statement.closeOnCompletion();
            ResultSet rows = statement.executeQuery(MERGED);
            statement.getGeneratedKeys().close();
            assertThat(statement.isClosed()).isFalse();
            rows.close();
            assertThat(statement.isClosed()).isTrue();
        }
    }

    @Test
    void executeSaysWhatThereIs() throws SQLException {
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement()) {
            for (String sql : List.of(single, MERGED)) {
                assertThat(statement.execute(sql)).isTrue();
                assertThat(statement.getUpdateCount()).isEqualTo(-1);
                ResultSet rows = statement.getResultSet();
                assertThat(rows.next()).isTrue();
                assertThat(statement.getMoreResults()).isFalse();
                assertThat(rows.isClosed()).isTrue();
                assertThat(statement.getResultSet()).isNull();
            }
            assertThat(statement.execute(write)).isFalse();
            assertThat(statement.getResultSet()).isNull();
            assertThat(statement.getLargeUpdateCount()).isEqualTo(2);
            assertThat(statement.getMoreResults(Statement.CLOSE_ALL_RESULTS)).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
            assertCode(() -> statement.getMoreResults(9), ErrorCode.INVALID_ARGUMENT);
        }
    }

    @Test
    void queryAndUpdateAreToldApartBeforeAnythingIsSent() throws SQLException {
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement();
                PreparedStatement query = connection.prepareStatement(MERGED);
                PreparedStatement update = connection.prepareStatement(write)) {
            assertCode(() -> statement.executeQuery(write), ErrorCode.NOT_A_QUERY);
            assertCode(() -> statement.executeUpdate(single), ErrorCode.IS_A_QUERY);
            assertCode(update::executeQuery, ErrorCode.NOT_A_QUERY);
            assertCode(query::executeLargeUpdate, ErrorCode.IS_A_QUERY);
            assertThat(shop.recording.take()).isEmpty();
        }
    }

    @Test
    void wrappersReachTheDriverOfOneUnitOnly() throws SQLException {
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(single);
                ResultSet rows = statement.executeQuery()) {
            assertThat(rows.isWrapperFor(org.h2.jdbc.JdbcResultSet.class)).isTrue();
            assertThat(rows.unwrap(org.h2.jdbc.JdbcResultSet.class)).isNotNull();
            assertThat(statement.unwrap(org.h2.jdbc.JdbcPreparedStatement.class))
                    .isNotNull();
            assertThat(connection.unwrap(org.h2.jdbc.JdbcConnection.class)).isNotNull();
            assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
            try (Statement several = connection.createStatement();
                    ResultSet merged = several.executeQuery(MERGED)) {
                assertThat(merged.isWrapperFor(org.h2.jdbc.JdbcResultSet.class)).isFalse();
                assertCode(() -> merged.unwrap(org.h2.jdbc.JdbcResultSet.class), ErrorCode.UNSUPPORTED_JDBC);
                assertCode(() -> connection.unwrap(org.h2.jdbc.JdbcConnection.class), ErrorCode.UNSUPPORTED_JDBC);
            }
        }
    }
}

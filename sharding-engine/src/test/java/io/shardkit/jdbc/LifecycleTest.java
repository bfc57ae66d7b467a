package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.error.ShardingException;
import io.shardkit.execute.driver.PhysicalStatements;
import io.shardkit.options.ShardingOptions;
import io.shardkit.plan.StatementKind;
import io.shardkit.planner.PlanCache;
import io.shardkit.testing.Eventually;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Connections from their first setting to their end. */
class LifecycleTest {
    private static final String SELECT = "SELECT id FROM t_order WHERE id = ?";

    private Shop shop;

    @BeforeEach
    void open() throws SQLException {
        shop = new Shop();
        shop.routed(StatementKind.QUERY, SELECT, 0);
    }

    @AfterEach
    void nothingLeaks() {
        assertThat(notReturned()).as("connections not given back").isZero();
        shop.close();
    }

    /** Returns the number of connections not given back, after another thread has closed the lost ones. */
    private int notReturned() {
        return Eventually.zero(() -> shop.recording.borrowed.get() - shop.recording.returned.get());
    }

    private static void select(Connection connection, long id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SELECT)) {
            statement.setLong(1, id);
            statement.executeQuery().close();
        }
    }

    @Test
    void stateIsReplayedWhereItIsNeededAndUndone() throws SQLException {
        try (Connection connection = shop.connection()) {
            connection.setReadOnly(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.setAutoCommit(false);
            assertThat(shop.recording.take()).isEmpty();
            select(connection, 0);
            assertThat(shop.recording.take())
                    .startsWith(
                            "ds0 DataSource.getConnection()",
                            "ds0 Connection.getAutoCommit()",
                            "ds0 Connection.isReadOnly()",
                            "ds0 Connection.getTransactionIsolation()",
                            "ds0 Connection.setReadOnly(true)",
                            "ds0 Connection.setTransactionIsolation(8)",
                            "ds0 Connection.setAutoCommit(false)");
            connection.commit();
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_UNCOMMITTED);
            assertThat(connection.isReadOnly()).isTrue();
            shop.recording.take();
        }
        assertThat(shop.recording.take())
                .containsExactly(
                        "ds0 Connection.getAutoCommit()",
                        "ds0 Connection.setAutoCommit(true)",
                        "ds0 Connection.setReadOnly(false)",
                        "ds0 Connection.setTransactionIsolation(2)",
                        "ds0 Connection.close()");
    }

    @Test
    void schemaOfAFreshConnectionIsEachDatabasesOwn() throws SQLException {
        shop.run(0, "CREATE SCHEMA other");
        shop.run(0, "CREATE TABLE other.t_order_0 (id BIGINT)");
        shop.run(0, "INSERT INTO other.t_order_0 VALUES (600)");
        String all = shop.on(0, StatementKind.QUERY, "SELECT id FROM t_order");
        try (Connection connection = shop.connection()) {
            String fresh = connection.getSchema();
            connection.setSchema(fresh);
            connection.setCatalog(connection.getCatalog());
            select(connection, 0);
            assertThat(shop.recording.taken("set")).doesNotContain("Schema", "Catalog");
            connection.setSchema("other");
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(all)) {
                assertThat(rows.next()).isTrue();
            }
            connection.setSchema(fresh);
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(all)) {
                assertThat(rows.next()).isFalse();
            }
        }
    }

    @Test
    void failedSettingLeavesWhatWas() throws SQLException {
        try (Connection connection = shop.connection()) {
            select(connection, 0);
            shop.recording.fail("ds0 Connection.setReadOnly", new SQLException("no"));
            assertThatThrownBy(() -> connection.setReadOnly(true)).hasMessage("no");
            assertThat(connection.isReadOnly()).isFalse();
            select(connection, 2);
            shop.recording.clearHooks();
            shop.recording.fail("ds1 Connection.setReadOnly", new SQLException("no"));
            assertThatThrownBy(() -> connection.setReadOnly(true)).hasMessage("no");
            shop.recording.clearHooks();
            // Half of it was set, so nothing can be relied on.
            assertThatThrownBy(() -> select(connection, 0)).hasMessageContaining(ErrorCode.CLOSED.code());
        }
    }

    @Test
    void connectionThatCannotBeUndoneIsNotGivenToAnybodyElse() throws SQLException {
        Connection connection = shop.connection();
        connection.setReadOnly(true);
        select(connection, 0);
        shop.recording.fail("ds0 Connection.setReadOnly", new SQLException("no"));
        shop.recording.take();
        connection.close();
        assertThat(notReturned()).isZero();
        assertThat(shop.recording.take())
                .contains("ds0 Connection.close()")
                .anyMatch(line -> line.startsWith("ds0 Connection.abort"));
    }

    @Test
    void closeClosesStatementsAndRows() throws SQLException {
        Connection connection = shop.connection();
        PreparedStatement statement = connection.prepareStatement(SELECT);
        statement.setLong(1, 0);
        ResultSet rows = statement.executeQuery();
        connection.close();
        connection.close();
        assertThat(rows.isClosed()).isTrue();
        assertThat(statement.isClosed()).isTrue();
        assertThat(connection.isClosed()).isTrue();
        assertThat(connection.isValid(1)).isFalse();
        assertThat(shop.recording.statementsClosed).hasValue(1);
    }

    static Stream<Method> connectionMethods() {
        Set<String> harmless =
                Set.of("close", "isClosed", "isValid", "abort", "unwrap", "isWrapperFor", "beginRequest", "endRequest");
        return Arrays.stream(Connection.class.getMethods())
                .filter(method -> !harmless.contains(method.getName()))
                .filter(method -> !method.getName().startsWith("setShardingKey"))
                .filter(method -> !method.getName().equals("prepareCall"));
    }

    @ParameterizedTest
    @MethodSource("connectionMethods")
    void closedConnectionRefusesEverything(Method method) throws SQLException {
        Connection connection = shop.connection();
        connection.close();
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(type -> type == int.class ? (Object) 1 : type == boolean.class ? (Object) false : null)
                .toArray();
        for (int i = 0; i < arguments.length; i++) {
            if (method.getParameterTypes()[i] == java.util.Properties.class) {
                arguments[i] = new java.util.Properties();
            } else if (method.getParameterTypes()[i] == String.class) {
                arguments[i] = "name";
            } else if (method.getParameterTypes()[i] == int[].class) {
                arguments[i] = new int[0];
            } else if (method.getParameterTypes()[i] == String[].class) {
                arguments[i] = new String[0];
            }
        }
        if (method.getName().matches("createStatement|prepareStatement")) {
            Arrays.setAll(
                    arguments, i -> arguments[i] instanceof Integer ? cursorArgument(i, arguments) : arguments[i]);
        }
        assertThatThrownBy(() -> method.invoke(connection, arguments))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .hasMessageContaining(ErrorCode.CLOSED.code());
    }

    private static int cursorArgument(int position, Object[] arguments) {
        boolean first = position == 0 || !(arguments[position - 1] instanceof Integer);
        return first ? ResultSet.TYPE_FORWARD_ONLY : ResultSet.CONCUR_READ_ONLY;
    }

    @Test
    void callsThatAreNotSupportedSayThatTheyAreNot() throws SQLException {
        try (Connection connection = shop.connection()) {
            String update = shop.on(0, StatementKind.UPDATE, "UPDATE t_order_0 SET id = 1");
            assertThatThrownBy(() -> connection.prepareCall(update).registerOutParameter(1, Types.INTEGER))
                    .hasMessageContaining(ErrorCode.UNSUPPORTED_JDBC.code());
            assertThatThrownBy(() -> shop.dataSource.getConnection("a", "b"))
                    .hasMessageContaining(ErrorCode.UNSUPPORTED_JDBC.code());
            assertThat(connection.nativeSQL("SELECT 1")).isEqualTo("SELECT 1");
            assertThat((Object) connection.getWarnings()).isNull();
        }
    }

    @Test
    void validMeansThatEveryDatabaseAnswers() throws SQLException {
        try (Connection connection = shop.connection()) {
            select(connection, 0);
            assertThat(connection.isValid(5)).isTrue();
            assertThat(shop.recording.taken("isValid"))
                    .containsExactly(
                            "ds0 Connection.isValid(5)", "ds1 Connection.isValid(5)", "ds2 Connection.isValid(5)");
            shop.pools.get(2).close();
            assertThat(connection.isValid(5)).isFalse();
            assertThatThrownBy(() -> connection.isValid(-1)).hasMessageContaining(ErrorCode.INVALID_ARGUMENT.code());
        }
    }

    @Test
    void abortEndsEverything() throws SQLException {
        Connection connection = shop.connection();
        connection.setAutoCommit(false);
        select(connection, 0);
        connection.abort(Runnable::run);
        assertThat(connection.isClosed()).isTrue();
        assertThat(notReturned()).isZero();
        // The driver's connection is ended by another thread.
        assertThat(Eventually.zero(
                        () -> shop.recording.lines.stream().anyMatch(line -> line.startsWith("ds0 Connection.abort"))
                                ? 0
                                : 1))
                .isZero();
    }

    @Test
    void closedDataSourceGivesNoConnectionsAndLeavesThePools() throws SQLException {
        Connection before = shop.connection();
        shop.dataSource.close();
        assertThatThrownBy(shop.dataSource::getConnection).hasMessageContaining(ErrorCode.CLOSED.code());
        select(before, 0);
        before.close();
        assertThat(shop.pools).noneMatch(HikariDataSource::isClosed);
        assertThat(shop.dataSource.unwrap(ShardingDataSource.class)).isSameAs(shop.dataSource);
        assertThat(shop.dataSource.isWrapperFor(HikariDataSource.class)).isFalse();
    }

    @Test
    void unreachableOrUnknownPoolsStopTheStart() throws SQLException {
        Map<String, DataSource> pools = new LinkedHashMap<>();
        for (int i = 0; i < Shop.DATABASES; i++) {
            pools.put("ds" + i, shop.pools.get(i));
        }
        PlanCache.Source none = sql -> {
            throw new IllegalStateException(sql);
        };
        ShardingOptions options =
                ShardingOptions.builder().executor(shop.executor).build();
        shop.pools.get(1).close();
        assertStartFails(pools, options, none, ErrorCode.UNREACHABLE_DATA_SOURCE, "sharding.data-sources.ds1");
        pools.remove("ds2");
        assertStartFails(pools, options, none, ErrorCode.INVALID_SETTING, "sharding.data-sources");
    }

    private static void assertStartFails(
            Map<String, DataSource> pools,
            ShardingOptions options,
            PlanCache.Source plans,
            ErrorCode code,
            String property) {
        assertThatThrownBy(() -> ShardingDataSource.create(pools, Shop.rule(), options, (rule, facts) -> plans))
                .isInstanceOfSatisfying(ShardingConfigurationException.class, failure -> {
                    assertThat(failure.errorCode()).isEqualTo(code);
                    assertThat(failure.property()).isEqualTo(property);
                });
    }

    @Test
    void manyStatementsOfOneConnectionAreKeptWithinBounds() throws SQLException {
        List<Long> seen = new ArrayList<>();
        String sql = "SELECT id FROM t_order WHERE id IN (?)";
        shop.plans.put(sql, FakePlan.of(StatementKind.QUERY, 1, (values, preferred) -> {
            long id = values.longValue(0);
            seen.add(id);
            return new io.shardkit.plan.SingleShard(
                    new io.shardkit.plan.ShardCall(0, 0, "SELECT " + id + " FROM t_order_0 WHERE id = ?", null));
        }));
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int id = 0; id < 3 * PhysicalStatements.KEPT_PER_DATA_SOURCE; id++) {
                statement.setLong(1, id);
                statement.executeQuery();
                int open = shop.recording.statementsOpened.get() - shop.recording.statementsClosed.get();
                assertThat(open).isLessThanOrEqualTo(PhysicalStatements.KEPT_PER_DATA_SOURCE + 1);
            }
        }
        assertThat(seen).hasSize(3 * PhysicalStatements.KEPT_PER_DATA_SOURCE);
        assertThat(shop.recording.statementsClosed).hasValue(shop.recording.statementsOpened.get());
    }

    @Test
    void refusalsOfTheEngineCarryTheirCode() throws SQLException {
        try (Connection connection = shop.connection()) {
            assertThatThrownBy(() -> connection.setTransactionIsolation(77))
                    .isInstanceOfSatisfying(ShardingException.class, refused -> assertThat(refused.errorCode())
                            .isEqualTo(ErrorCode.INVALID_ARGUMENT));
        }
    }
}

package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.merge.RowLimit;
import io.shardkit.plan.StatementKind;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every setter reaches the shard as the same setter with the same values. */
class ParameterTest {
    private static final Map<Class<?>, Object> SAMPLES = Map.ofEntries(
            Map.entry(boolean.class, true),
            Map.entry(byte.class, (byte) 7),
            Map.entry(short.class, (short) 8),
            Map.entry(int.class, Types.VARCHAR),
            Map.entry(long.class, 10L),
            Map.entry(float.class, 1.5f),
            Map.entry(double.class, 2.5),
            Map.entry(BigDecimal.class, new BigDecimal("3.50")),
            Map.entry(String.class, "text"),
            Map.entry(byte[].class, new byte[] {1, 2}),
            Map.entry(Date.class, new Date(0)),
            Map.entry(Time.class, new Time(0)),
            Map.entry(Timestamp.class, new Timestamp(0)),
            Map.entry(Calendar.class, new GregorianCalendar()),
            Map.entry(Object.class, 42),
            Map.entry(SQLType.class, JDBCType.BIGINT),
            Map.entry(InputStream.class, new ByteArrayInputStream(new byte[] {9})),
            Map.entry(Reader.class, new StringReader("r")),
            Map.entry(java.net.URL.class, url()));

    private Shop shop;

    @BeforeEach
    void open() throws SQLException {
        shop = new Shop();
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private static java.net.URL url() {
        try {
            return URI.create("http://localhost/").toURL();
        } catch (java.net.MalformedURLException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Object sample(Class<?> type) {
        if (List.of(Ref.class, Blob.class, Clob.class, NClob.class, Array.class, RowId.class, SQLXML.class)
                .contains(type)) {
            return Proxy.newProxyInstance(
                    ParameterTest.class.getClassLoader(),
                    new Class<?>[] {type},
                    (proxy, method, given) -> method.getName().equals("toString") ? "a " + type.getSimpleName() : null);
        }
        Object sample = SAMPLES.get(type);
        assertThat(sample).as(type.getName()).isNotNull();
        return sample;
    }

    static Stream<Method> setters() {
        return Arrays.stream(PreparedStatement.class.getDeclaredMethods())
                .filter(method -> method.getName().startsWith("set"));
    }

    @ParameterizedTest
    @MethodSource("setters")
    void setterIsReplayed(Method setter) throws Exception {
        List<String> replayed = new ArrayList<>();
        Object[] arguments = new Object[setter.getParameterCount()];
        arguments[0] = 1;
        for (int i = 1; i < arguments.length; i++) {
            arguments[i] = sample(setter.getParameterTypes()[i]);
        }
        ParameterSetters statement = statement();
        setter.invoke(statement, arguments);
        PreparedStatement target = (PreparedStatement) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {PreparedStatement.class}, (proxy, method, given) -> {
                    replayed.add(method + Arrays.deepToString(given));
                    return null;
                });
        statement.parameters().apply(0, target, 1);
        assertThat(replayed).containsExactly(setter + Arrays.deepToString(arguments));
    }

    @ParameterizedTest
    @MethodSource("setters")
    void setterRefusesIndexZeroAndAClosedStatement(Method setter) throws Exception {
        Object[] arguments = new Object[setter.getParameterCount()];
        for (int i = 1; i < arguments.length; i++) {
            arguments[i] = sample(setter.getParameterTypes()[i]);
        }
        ParameterSetters statement = statement();
        arguments[0] = 0;
        assertRefused(setter, statement, arguments, ErrorCode.INVALID_ARGUMENT);
        arguments[0] = 1;
        statement.close();
        assertRefused(setter, statement, arguments, ErrorCode.CLOSED);
    }

    private static void assertRefused(Method setter, Object statement, Object[] arguments, ErrorCode code) {
        assertThatThrownBy(() -> setter.invoke(statement, arguments))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .hasMessageContaining(code.code());
    }

    private ParameterSetters statement() throws SQLException {
        shop.on(0, StatementKind.QUERY, "SELECT ?");
        return (ParameterSetters) shop.connection().prepareStatement("SELECT ?");
    }

    @Test
    void streamGoesToOneUnitOnce() throws SQLException {
        String sql = shop.on(0, StatementKind.INSERT, "INSERT INTO t_order VALUES (1, 1, ?)");
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setAsciiStream(1, new ByteArrayInputStream("once".getBytes(StandardCharsets.US_ASCII)));
            statement.executeUpdate();
            assertThatThrownBy(statement::executeUpdate).hasMessageContaining(ErrorCode.INVALID_ARGUMENT.code());
        }
        assertThat(shop.read(0, "SELECT name FROM t_order_0")).containsExactly("once");
    }

    @Test
    void streamGoesToSeveralUnitsWhole() throws SQLException {
        String sql = shop.writeCopies(StatementKind.INSERT, "INSERT INTO t_country VALUES ('de', ?)");
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setCharacterStream(1, new StringReader("whole"), 5);
            statement.executeUpdate();
        }
        for (int i = 0; i < Shop.DATABASES; i++) {
            assertThat(shop.read(i, "SELECT title FROM t_country")).containsExactly("whole");
        }
    }

    @Test
    void missingAndSurplusParametersAreRefused() throws SQLException {
        String sql = shop.everywhere("SELECT id FROM t_order WHERE id > ? AND name = ?", 0, RowLimit.NONE);
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, 1);
            assertThatThrownBy(statement::executeQuery).hasMessageContaining(ErrorCode.PARAMETER_MISSING.code());
            statement.setString(2, "a");
            statement.executeQuery().close();
            statement.setString(3, "b");
            assertThatThrownBy(statement::executeQuery).hasMessageContaining(ErrorCode.INVALID_ARGUMENT.code());
            statement.clearParameters();
            assertThatThrownBy(statement::executeQuery).hasMessageContaining(ErrorCode.PARAMETER_MISSING.code());
            assertThat(statement.getParameterMetaData().getParameterCount()).isEqualTo(2);
        }
        assertThat(shop.recording.returned).hasValue(shop.recording.borrowed.get());
    }

    @Test
    void textGivenToAPreparedStatementIsRefused() throws SQLException {
        try (PreparedStatement statement = statement()) {
            assertThatThrownBy(() -> statement.executeQuery("SELECT 1"))
                    .hasMessageContaining(ErrorCode.UNSUPPORTED_JDBC.code());
            assertThatThrownBy(() -> statement.addBatch("SELECT 1"))
                    .hasMessageContaining(ErrorCode.UNSUPPORTED_JDBC.code());
        }
    }

    @Test
    void driversLobReachesAnotherShard() throws SQLException {
        String sql = shop.on(5, StatementKind.INSERT, "INSERT INTO t_order VALUES (5, 1, ?)");
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            Clob clob = connection.createClob();
            clob.setString(1, "lob");
            statement.setClob(1, clob);
            statement.executeUpdate();
        }
        assertThat(shop.read(2, "SELECT name FROM t_order_1")).containsExactly("lob");
        assertThat(shop.recording.returned).hasValue(shop.recording.borrowed.get());
    }

    @Test
    void nullStreamsAreNull() throws SQLException {
        String sql = shop.on(0, StatementKind.QUERY, "SELECT CAST(? AS VARCHAR(9))");
        try (Connection connection = shop.connection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setCharacterStream(1, null);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                assertThat(rows.getString(1)).isNull();
                assertThat(rows.wasNull()).isTrue();
            }
        }
    }
}

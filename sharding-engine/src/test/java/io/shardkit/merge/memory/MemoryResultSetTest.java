package io.shardkit.merge.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MemoryResultSetTest {

    /** One row of these values; it is the current one. */
    private static MemoryResultSet of(Object... values) throws SQLException {
        List<String> labels = Stream.iterate(1, i -> i + 1)
                .limit(values.length)
                .map(i -> "c" + i)
                .toList();
        int[] types = new int[values.length];
        Arrays.fill(types, Types.VARCHAR);
        MemoryResultSet rows = MemoryResultSet.of(new MemoryMetaData(labels, types), List.<Object[]>of(values));
        assertThat(rows.next()).isTrue();
        return rows;
    }

    private static void assertNotConvertible(ThrowingCallable getter) {
        assertThatThrownBy(getter)
                .isInstanceOf(SQLDataException.class)
                .hasMessageStartingWith(ErrorCode.VALUE_NOT_CONVERTIBLE.code())
                .hasMessageContaining("\"c1\"")
                .hasNoCause();
    }

    @Test
    void numbersConvertToEachOther() throws SQLException {
        for (Object five : List.of(
                5L, 5, (short) 5, (byte) 5, 5.0, 5.0f, new BigDecimal("5.00"), BigInteger.valueOf(5), "5", " 5 ")) {
            MemoryResultSet row = of(five);
            assertThat(row.getByte(1)).isEqualTo((byte) 5);
            assertThat(row.getShort(1)).isEqualTo((short) 5);
            assertThat(row.getInt(1)).isEqualTo(5);
            assertThat(row.getLong(1)).isEqualTo(5L);
            assertThat(row.getFloat(1)).isEqualTo(5f);
            assertThat(row.getDouble(1)).isEqualTo(5.0);
            assertThat(row.getBigDecimal(1)).isEqualByComparingTo("5");
            assertThat(row.getBoolean(1)).isTrue();
            assertThat(row.getObject(1, Integer.class)).isEqualTo(5);
            assertThat(row.getObject(1, Long.class)).isEqualTo(5L);
            assertThat(row.getObject(1, Short.class)).isEqualTo((short) 5);
            assertThat(row.getObject(1, Byte.class)).isEqualTo((byte) 5);
            assertThat(row.getObject(1, Double.class)).isEqualTo(5.0);
            assertThat(row.getObject(1, Float.class)).isEqualTo(5f);
            assertThat(row.getObject(1, BigInteger.class)).isEqualTo(BigInteger.valueOf(5));
            assertThat(row.getObject(1, Boolean.class)).isTrue();
            assertThat(row.getObject(1)).isSameAs(five);
            assertThat(row.wasNull()).isFalse();
        }
    }

    @Test
    void fractionsAreCutAndNotRounded() throws SQLException {
        MemoryResultSet row = of(new BigDecimal("-2.9"), 2.9, "2.9");
        assertThat(row.getInt(1)).isEqualTo(-2);
        assertThat(row.getLong(2)).isEqualTo(2);
        assertThat(row.getInt(3)).isEqualTo(2);
        assertThat(of(new BigDecimal("9223372036854775807.9")).getLong(1)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void numbersOutOfRangeAreRefused() throws SQLException {
        assertNotConvertible(() -> of(128).getByte(1));
        assertNotConvertible(() -> of(-32769).getShort(1));
        assertNotConvertible(() -> of(2147483648L).getInt(1));
        assertNotConvertible(() -> of(2147483648L).getObject(1, Integer.class));
        assertNotConvertible(() -> of(new BigInteger("9223372036854775808")).getLong(1));
        assertNotConvertible(() -> of(new BigDecimal("1E+1000000000")).getLong(1));
        assertNotConvertible(() -> of(1e19).getLong(1));
        assertNotConvertible(() -> of(Double.NaN).getLong(1));
        assertNotConvertible(() -> of(Double.POSITIVE_INFINITY).getBigDecimal(1));
        assertNotConvertible(() -> of(1e300).getFloat(1));
        assertNotConvertible(() -> of("five").getInt(1));
        assertNotConvertible(() -> of("five").getDouble(1));
        assertNotConvertible(() -> of("maybe").getBoolean(1));
        assertNotConvertible(() -> of(LocalDate.EPOCH).getInt(1));
        assertNotConvertible(() -> of(5).getDate(1));
        assertNotConvertible(() -> of("soon").getTimestamp(1));
        assertNotConvertible(() -> of(5).getBytes(1));
        assertNotConvertible(() -> of(5).getObject(1, UUID.class));
        assertNotConvertible(() -> of(5).getObject(1, Thread.class));
        assertNotConvertible(() -> of(5).getArray(1));
    }

    @Test
    void aRefusalDoesNotShowTheValue() {
        assertThatThrownBy(() -> of("secret").getInt(1)).hasMessageNotContaining("secret");
    }

    @Test
    void nullIsNullForEveryGetter() throws SQLException {
        MemoryResultSet row = of(new Object[] {null});
        assertThat(row.getInt(1)).isZero();
        assertThat(row.wasNull()).isTrue();
        assertThat(row.getLong(1)).isZero();
        assertThat(row.getDouble(1)).isZero();
        assertThat(row.getFloat(1)).isZero();
        assertThat(row.getBoolean(1)).isFalse();
        assertThat(row.getString(1)).isNull();
        assertThat(row.getBigDecimal(1)).isNull();
        assertThat(row.getBytes(1)).isNull();
        assertThat(row.getDate(1)).isNull();
        assertThat(row.getTime(1)).isNull();
        assertThat(row.getTimestamp(1)).isNull();
        assertThat(row.getObject(1)).isNull();
        assertThat(row.getObject(1, LocalDate.class)).isNull();
        assertThat(row.getObject(1, String.class)).isNull();
        assertThat(row.getBlob(1)).isNull();
        assertThat(row.getClob(1)).isNull();
        assertThat(row.getCharacterStream(1)).isNull();
        assertThat(row.getBinaryStream(1)).isNull();
        assertThat(row.wasNull()).isTrue();
    }

    @Test
    void textIsPlain() throws Exception {
        assertThat(of(new BigDecimal("1E+3")).getString(1)).isEqualTo("1000");
        assertThat(of(true).getString(1)).isEqualTo("true");
        assertThat(of(LocalDateTime.of(2024, 1, 2, 3, 4)).getString(1)).isEqualTo("2024-01-02 03:04:00");
        assertThat(of(LocalTime.of(3, 4, 5, 500_000_000)).getString(1)).isEqualTo("03:04:05.5");
        byte[] bytes = "\u00e4".getBytes(StandardCharsets.UTF_8);
        assertThat(of((Object) bytes).getString(1)).isEqualTo("\u00e4");
        assertThat(of("\u00e4").getBytes(1)).isEqualTo(bytes);
        assertThat(of("ab").getCharacterStream(1).read()).isEqualTo('a');
        assertThat(of("ab").getBinaryStream(1).readAllBytes()).isEqualTo(new byte[] {'a', 'b'});
        assertThat(of("ab").getClob(1).getSubString(1, 2)).isEqualTo("ab");
        assertThat(of((Object) bytes).getBlob(1).length()).isEqualTo(2);
        assertThat(of("yes").getBoolean(1)).isTrue();
        assertThat(of("F").getBoolean(1)).isFalse();
    }

    @Test
    void bytesAreNotShared() throws SQLException {
        byte[] bytes = {1};
        MemoryResultSet row = of((Object) bytes);
        row.getBytes(1)[0] = 9;
        ((byte[]) row.getObject(1))[0] = 9;
        assertThat(bytes[0]).isEqualTo((byte) 1);
    }

    @Test
    void uuidsConvert() throws SQLException {
        UUID uuid = UUID.fromString("123e4567-e89b-12d3-a456-426655440000");
        assertThat(of(uuid).getString(1)).isEqualTo(uuid.toString());
        assertThat(of(uuid.toString()).getObject(1, UUID.class)).isEqualTo(uuid);
        assertThat(of((Object) of(uuid).getBytes(1)).getObject(1, UUID.class)).isEqualTo(uuid);
    }

    @Test
    void datesAndTimesConvert() throws SQLException {
        LocalDateTime noon = LocalDateTime.of(2024, 2, 29, 12, 0, 0, 123_456_789);
        for (Object value : List.of(noon, Timestamp.valueOf(noon), "2024-02-29 12:00:00.123456789")) {
            MemoryResultSet row = of(value);
            assertThat(row.getTimestamp(1)).isEqualTo(Timestamp.valueOf(noon));
            assertThat(row.getDate(1)).isEqualTo(Date.valueOf("2024-02-29"));
            assertThat(row.getTime(1).toLocalTime()).isEqualTo(LocalTime.NOON);
            assertThat(row.getObject(1, LocalDateTime.class)).isEqualTo(noon);
            assertThat(row.getObject(1, LocalDate.class)).isEqualTo(noon.toLocalDate());
            assertThat(row.getObject(1, LocalTime.class)).isEqualTo(noon.toLocalTime());
        }
        for (Object value : List.of(noon.toLocalDate(), Date.valueOf(noon.toLocalDate()), "2024-02-29")) {
            MemoryResultSet row = of(value);
            assertThat(row.getDate(1)).isEqualTo(Date.valueOf("2024-02-29"));
            assertThat(row.getObject(1, LocalDate.class)).isEqualTo(noon.toLocalDate());
            assertThat(row.getTimestamp(1)).isEqualTo(Timestamp.valueOf("2024-02-29 00:00:00"));
        }
        for (Object value : List.of(LocalTime.NOON, Time.valueOf(LocalTime.NOON), "12:00:00")) {
            assertThat(of(value).getTime(1)).isEqualTo(Time.valueOf("12:00:00"));
            assertThat(of(value).getObject(1, LocalTime.class)).isEqualTo(LocalTime.NOON);
        }
        OffsetDateTime instant = OffsetDateTime.of(noon, ZoneOffset.ofHours(5));
        assertThat(of(instant).getTimestamp(1).toInstant()).isEqualTo(instant.toInstant());
        assertThat(of(instant).getObject(1, Instant.class)).isEqualTo(instant.toInstant());
        assertThat(of(instant).getObject(1, OffsetDateTime.class)).isEqualTo(instant);
    }

    @Test
    void aCalendarGivesTheZoneOfWhatHasNone() throws SQLException {
        Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"), Locale.ROOT);
        LocalDateTime noon = LocalDateTime.of(2024, 2, 29, 12, 0);
        assertThat(of(noon).getTimestamp(1, tokyo).toInstant()).isEqualTo(Instant.parse("2024-02-29T03:00:00Z"));
        assertThat(of(noon).getDate(1, tokyo).getTime())
                .isEqualTo(Instant.parse("2024-02-28T15:00:00Z").toEpochMilli());
        assertThat(of(noon).getTime(1, tokyo).getTime()).isEqualTo(3 * 3_600_000L);
    }

    @Test
    void aLocalTimestampInTheGapOfAZoneStaysWhatItIs() throws SQLException {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
        try {
            LocalDateTime gap = LocalDateTime.of(2024, 3, 31, 2, 30);
            assertThat(of(gap).getObject(1, LocalDateTime.class)).isEqualTo(gap);
            assertThat(of(gap).getString(1)).isEqualTo("2024-03-31 02:30:00");
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void labelsIgnoreCaseAndTheFirstWins() throws SQLException {
        MemoryResultSet row = MemoryResultSet.of(
                new MemoryMetaData(List.of("id", "ID", "name"), new int[] {Types.BIGINT, Types.BIGINT, Types.VARCHAR}),
                List.<Object[]>of(new Object[] {1L, 2L, "x"}));
        row.next();
        assertThat(row.findColumn("Id")).isEqualTo(1);
        assertThat(row.getLong("ID")).isEqualTo(1);
        assertThat(row.getString("NAME")).isEqualTo("x");
        assertThat(row.getObject("id", Map.of())).isEqualTo(1L);
        assertThatThrownBy(() -> row.getString("other")).hasMessageStartingWith(ErrorCode.INVALID_ARGUMENT.code());
        assertThatThrownBy(() -> row.getString(0)).hasMessageStartingWith(ErrorCode.INVALID_ARGUMENT.code());
        assertThatThrownBy(() -> row.getString(4)).hasMessageStartingWith(ErrorCode.INVALID_ARGUMENT.code());
    }

    private static MemoryResultSet three() throws SQLException {
        return MemoryResultSet.of(
                new MemoryMetaData(List.of("n"), new int[] {Types.INTEGER}),
                List.<Object[]>of(new Object[] {1}, new Object[] {2}, new Object[] {3}));
    }

    @Test
    void movesForwardAndBack() throws SQLException {
        MemoryResultSet rows = three();
        assertThat(rows.isBeforeFirst()).isTrue();
        assertThat(rows.getRow()).isZero();
        assertThatThrownBy(() -> rows.getInt(1)).hasMessageStartingWith(ErrorCode.NO_CURRENT_ROW.code());
        assertThat(rows.next()).isTrue();
        assertThat(rows.isFirst()).isTrue();
        assertThat(rows.getRow()).isEqualTo(1);
        assertThat(rows.last()).isTrue();
        assertThat(rows.isLast()).isTrue();
        assertThat(rows.next()).isFalse();
        assertThat(rows.next()).isFalse();
        assertThat(rows.isAfterLast()).isTrue();
        assertThat(rows.getRow()).isZero();
        assertThatThrownBy(() -> rows.getInt(1)).hasMessageStartingWith(ErrorCode.NO_CURRENT_ROW.code());
        assertThat(rows.previous()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(3);
        assertThat(rows.absolute(-3)).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(1);
        assertThat(rows.relative(1)).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(2);
        assertThat(rows.relative(Integer.MAX_VALUE)).isFalse();
        assertThat(rows.isAfterLast()).isTrue();
        assertThat(rows.absolute(0)).isFalse();
        assertThat(rows.isBeforeFirst()).isTrue();
        assertThat(rows.absolute(Integer.MIN_VALUE)).isFalse();
        assertThat(rows.absolute(2)).isTrue();
        rows.beforeFirst();
        assertThat(rows.previous()).isFalse();
        assertThat(rows.next()).isTrue();
        rows.afterLast();
        assertThat(rows.isAfterLast()).isTrue();
        assertThat(rows.first()).isTrue();
    }

    @Test
    void withoutRowsThereIsNeitherBeforeNorAfter() throws SQLException {
        MemoryResultSet rows =
                MemoryResultSet.of(new MemoryMetaData(List.of("n"), new int[] {Types.INTEGER}), List.of());
        assertThat(rows.isBeforeFirst()).isFalse();
        assertThat(rows.next()).isFalse();
        assertThat(rows.isAfterLast()).isFalse();
        assertThat(rows.first()).isFalse();
        assertThat(rows.isFirst()).isFalse();
        assertThat(rows.isLast()).isFalse();
    }

    @Test
    void afterCloseNothingIsAnswered() throws SQLException {
        MemoryResultSet rows = three();
        rows.next();
        rows.close();
        rows.close();
        assertThat(rows.isClosed()).isTrue();
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                rows::next, () -> rows.getInt(1), () -> rows.findColumn("n"), rows::getMetaData, rows::wasNull)) {
            assertThatThrownBy(call).hasMessageStartingWith(ErrorCode.CLOSED.code());
        }
    }

    static Stream<Method> writes() {
        return Arrays.stream(ResultSet.class.getMethods())
                .filter(method -> method.getName().startsWith("update")
                        || method.getName().equals("insertRow")
                        || method.getName().equals("deleteRow")
                        || method.getName().equals("moveToInsertRow"));
    }

    @ParameterizedTest
    @MethodSource("writes")
    void refusesToWrite(Method method) {
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(MemoryResultSetTest::someValue)
                .toArray();
        assertThatThrownBy(() -> {
                    try {
                        method.invoke(three(), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                })
                .isInstanceOf(SQLFeatureNotSupportedException.class)
                .hasMessageStartingWith(ErrorCode.UNSUPPORTED_JDBC.code())
                .hasMessageContaining(method.getName());
    }

    private static Object someValue(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        if (type == String.class) {
            return "n";
        }
        Map<Class<?>, Object> ones = Map.of(
                int.class,
                1,
                long.class,
                1L,
                short.class,
                (short) 1,
                byte.class,
                (byte) 1,
                float.class,
                1f,
                double.class,
                1.0);
        return ones.get(type);
    }

    @Test
    void describesItsColumns() throws SQLException {
        ResultSetMetaData metaData = MemoryResultSet.of(
                        new MemoryMetaData(List.of("id", "at"), new int[] {Types.BIGINT, Types.TIMESTAMP}), List.of())
                .getMetaData();
        assertThat(metaData.getColumnCount()).isEqualTo(2);
        assertThat(metaData.getColumnLabel(2)).isEqualTo("at");
        assertThat(metaData.getColumnType(1)).isEqualTo(Types.BIGINT);
        assertThat(metaData.getColumnTypeName(1)).isEqualTo("BIGINT");
        assertThat(metaData.getColumnClassName(1)).isEqualTo("java.lang.Long");
        assertThat(metaData.getColumnClassName(2)).isEqualTo("java.sql.Timestamp");
        assertThat(metaData.isSigned(1)).isTrue();
        assertThat(metaData.isReadOnly(1)).isTrue();
        assertThatThrownBy(() -> metaData.getColumnLabel(3)).hasMessageStartingWith(ErrorCode.INVALID_ARGUMENT.code());
    }
}

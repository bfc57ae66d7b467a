package io.shardkit.conformance;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;

/** Prepared statements: what they tell before they run, every setter, batches and their failures. */
final class PreparedProbes {
    private static final String ONE = " WHERE user_id = 1 AND order_id = 1";
    private static final String ALL = " WHERE order_id < 100";

    private PreparedProbes() {}

    static void probe(Connection connection, Databases databases, Transcript transcript) throws SQLException {
        connection.setAutoCommit(false);
        descriptions(connection, databases, transcript);
        setters(connection, transcript);
        misuse(connection, transcript);
        batches(connection, transcript);
        connection.rollback();
        connection.setAutoCommit(true);
    }

    private static void descriptions(Connection connection, Databases databases, Transcript transcript)
            throws SQLException {
        Map<String, String> statements = new LinkedHashMap<>(ResultProbes.queries(databases));
        statements.put("point", "SELECT order_id, status, amount FROM orders WHERE user_id = ? AND order_id = ?");
        statements.put(
                "range", "SELECT order_id, d FROM orders WHERE amount > ? AND d < ? AND status = ? ORDER BY order_id");
        statements.put("page", "SELECT order_id FROM orders WHERE n > ? ORDER BY order_id LIMIT ? OFFSET ?");
        statements.put("insert", "INSERT INTO orders (order_id, user_id, amount, d) VALUES (?, ?, ?, ?)");
        statements.put("update", "UPDATE orders SET amount = ?, placed = ? WHERE n = ?");
        statements.put("delete", "DELETE FROM orders WHERE user_id = ?");
        statements.put("copies", "UPDATE country SET name = ? WHERE code = ?");
        for (Map.Entry<String, String> each : statements.entrySet()) {
            transcript.section("before " + each.getKey());
            try (PreparedStatement statement = connection.prepareStatement(each.getValue())) {
                transcript.step("described", () -> statement.getMetaData() != null);
                ResultSetMetaData columns = statement.getMetaData();
                if (columns != null) {
                    for (int i = 1; i <= columns.getColumnCount(); i++) {
                        int column = i;
                        transcript.step("label", () -> columns.getColumnLabel(column));
                        transcript.step("name", () -> columns.getColumnName(column));
                        transcript.step("type", () -> columns.getColumnType(column));
                        transcript.step("type name", () -> columns.getColumnTypeName(column));
                        transcript.step("table", () -> columns.getTableName(column));
                        transcript.step("class", () -> columns.getColumnClassName(column));
                        transcript.step("precision", () -> columns.getPrecision(column));
                        transcript.step("nullable", () -> columns.isNullable(column));
                    }
                }
                ParameterMetaData parameters = statement.getParameterMetaData();
                transcript.step("parameters", parameters::getParameterCount);
                for (Method method : ResultProbes.sorted(ParameterMetaData.class)) {
                    if (method.getParameterCount() == 1 && method.getParameterTypes()[0] == int.class) {
                        for (int i = 0; i <= parameters.getParameterCount() + 1; i++) {
                            int index = i;
                            transcript.step(
                                    method.getName() + " " + i, () -> ResultProbes.call(method, parameters, index));
                        }
                    }
                }
                StatementProbes.state("fresh", statement, transcript);
            } catch (SQLException failure) {
                transcript.step("fails", () -> {
                    throw failure;
                });
            }
        }
    }

    /** Sets a value in a way of its own. */
    private interface Setting {
        void on(PreparedStatement statement) throws Exception;
    }

    private static void setters(Connection connection, Transcript transcript) throws SQLException {
        Calendar tokyo = new GregorianCalendar(TimeZone.getTimeZone("Asia/Tokyo"));
        Timestamp timestamp = Timestamp.valueOf("2024-03-31 02:30:00.5");
        set(connection, transcript, "status", "setString", s -> s.setString(1, "text"));
        set(connection, transcript, "status", "setNString", s -> s.setNString(1, "text"));
        set(connection, transcript, "status", "setObject char", s -> s.setObject(1, 'c'));
        set(connection, transcript, "status", "setObject enum", s -> s.setObject(1, Thread.State.NEW));
        set(connection, transcript, "status", "setObject varchar", s -> s.setObject(1, "text", Types.VARCHAR));
        set(connection, transcript, "status", "setObject number as varchar", s -> s.setObject(1, 5, Types.VARCHAR));
        set(connection, transcript, "status", "setObject JDBCType", s -> s.setObject(1, "text", JDBCType.VARCHAR));
        set(connection, transcript, "status", "setObject UUID", s -> s.setObject(1, new UUID(1, 2), Types.VARCHAR));
        set(
                connection,
                transcript,
                "status",
                "setCharacterStream",
                s -> s.setCharacterStream(1, new StringReader("text")));
        set(
                connection,
                transcript,
                "status",
                "setAsciiStream",
                s -> s.setAsciiStream(1, new ByteArrayInputStream(new byte[] {65, 66})));
        for (int type : new int[] {
            Types.NULL,
            Types.VARCHAR,
            Types.CHAR,
            Types.INTEGER,
            Types.OTHER,
            Types.NVARCHAR,
            Types.CLOB,
            Types.BLOB,
            98765
        }) {
            set(connection, transcript, "status", "setNull " + type, s -> s.setNull(1, type));
            set(connection, transcript, "status", "setObject null " + type, s -> s.setObject(1, null, type));
        }
        set(connection, transcript, "status", "setObject null", s -> s.setObject(1, null));
        set(connection, transcript, "status", "setNull with name", s -> s.setNull(1, Types.VARCHAR, "VARCHAR"));
        set(
                connection,
                transcript,
                "note",
                "setCharacterStream",
                s -> s.setCharacterStream(1, new StringReader("long text"), 4));
        set(
                connection,
                transcript,
                "note",
                "setCharacterStream long",
                s -> s.setCharacterStream(1, new StringReader("long text"), 4L));
        set(connection, transcript, "note", "setClob", s -> s.setClob(1, new StringReader("clob text")));
        set(connection, transcript, "note", "setClob with length", s -> s.setClob(1, new StringReader("clob text"), 4));
        set(connection, transcript, "note", "setClob of its own", s -> {
            var clob = s.getConnection().createClob();
            clob.setString(1, "made");
            s.setClob(1, clob);
        });
        set(connection, transcript, "note", "setNClob", s -> s.setNClob(1, new StringReader("clob text")));
        set(connection, transcript, "data", "setBytes", s -> s.setBytes(1, new byte[] {1, 2}));
        set(connection, transcript, "data", "setObject bytes", s -> s.setObject(1, new byte[] {1, 2}));
        set(
                connection,
                transcript,
                "data",
                "setBinaryStream",
                s -> s.setBinaryStream(1, new ByteArrayInputStream(new byte[] {1, 2, 3})));
        set(
                connection,
                transcript,
                "data",
                "setBinaryStream int",
                s -> s.setBinaryStream(1, new ByteArrayInputStream(new byte[] {1, 2, 3}), 2));
        set(
                connection,
                transcript,
                "data",
                "setBlob",
                s -> s.setBlob(1, new ByteArrayInputStream(new byte[] {1, 2, 3})));
        set(
                connection,
                transcript,
                "data",
                "setObject stream",
                s -> s.setObject(1, new ByteArrayInputStream(new byte[] {1, 2, 3})));
        set(connection, transcript, "amount", "setBigDecimal", s -> s.setBigDecimal(1, new BigDecimal("7.255")));
        set(
                connection,
                transcript,
                "amount",
                "setObject scale",
                s -> s.setObject(1, new BigDecimal("7.255"), Types.DECIMAL, 1));
        set(connection, transcript, "amount", "setObject text", s -> s.setObject(1, "7.5", Types.DECIMAL));
        set(connection, transcript, "amount", "setObject BigInteger", s -> s.setObject(1, BigInteger.TEN));
        set(connection, transcript, "amount", "setDouble", s -> s.setDouble(1, 7.5));
        set(connection, transcript, "amount", "setFloat", s -> s.setFloat(1, 7.5f));
        set(connection, transcript, "n", "setByte", s -> s.setByte(1, (byte) 7));
        set(connection, transcript, "n", "setShort", s -> s.setShort(1, (short) 7));
        set(connection, transcript, "n", "setLong", s -> s.setLong(1, 7));
        set(connection, transcript, "n", "setLong too large", s -> s.setLong(1, Long.MAX_VALUE));
        set(connection, transcript, "n", "setObject text as integer", s -> s.setObject(1, "7", Types.INTEGER));
        set(connection, transcript, "n", "setObject no number", s -> s.setObject(1, "x", Types.INTEGER));
        set(connection, transcript, "n", "setObject boolean as integer", s -> s.setObject(1, true, Types.INTEGER));
        set(connection, transcript, "n", "setObject object", s -> s.setObject(1, new Object()));
        set(connection, transcript, "flag", "setBoolean", s -> s.setBoolean(1, true));
        set(connection, transcript, "flag", "setObject", s -> s.setObject(1, Boolean.TRUE, Types.BOOLEAN));
        set(connection, transcript, "flag", "setObject bit", s -> s.setObject(1, 1, Types.BIT));
        set(connection, transcript, "d", "setDate", s -> s.setDate(1, Date.valueOf("2024-03-31")));
        set(connection, transcript, "d", "setDate in Tokyo", s -> s.setDate(1, Date.valueOf("2024-03-31"), tokyo));
        set(connection, transcript, "d", "setObject LocalDate", s -> s.setObject(1, LocalDate.of(2024, 3, 31)));
        set(
                connection,
                transcript,
                "d",
                "setObject LocalDate typed",
                s -> s.setObject(1, LocalDate.of(2024, 3, 31), Types.DATE));
        set(connection, transcript, "d", "setObject text", s -> s.setObject(1, "2024-03-31", Types.DATE));
        set(connection, transcript, "tm", "setTime", s -> s.setTime(1, Time.valueOf("01:02:03")));
        set(connection, transcript, "tm", "setTime in Tokyo", s -> s.setTime(1, Time.valueOf("01:02:03"), tokyo));
        set(connection, transcript, "tm", "setObject LocalTime", s -> s.setObject(1, LocalTime.of(1, 2, 3)));
        set(
                connection,
                transcript,
                "tm",
                "setObject OffsetTime",
                s -> s.setObject(1, OffsetTime.of(1, 2, 3, 0, ZoneOffset.ofHours(3))));
        set(connection, transcript, "placed", "setTimestamp", s -> s.setTimestamp(1, timestamp));
        set(connection, transcript, "placed", "setTimestamp in Tokyo", s -> s.setTimestamp(1, timestamp, tokyo));
        set(connection, transcript, "placed", "setObject util date", s -> s.setObject(1, new java.util.Date(0)));
        set(
                connection,
                transcript,
                "placed",
                "setObject util date typed",
                s -> s.setObject(1, new java.util.Date(0), Types.TIMESTAMP));
        set(
                connection,
                transcript,
                "placed",
                "setObject LocalDateTime",
                s -> s.setObject(1, LocalDateTime.of(2024, 3, 31, 1, 2, 3, 123_456_789)));
        set(connection, transcript, "placed", "setObject Instant", s -> s.setObject(1, Instant.ofEpochSecond(1)));
        set(
                connection,
                transcript,
                "placed",
                "setObject OffsetDateTime",
                s -> s.setObject(1, OffsetDateTime.of(2024, 1, 2, 3, 4, 5, 0, ZoneOffset.ofHours(9))));
        set(
                connection,
                transcript,
                "placed",
                "setObject ZonedDateTime",
                s -> s.setObject(1, ZonedDateTime.of(2024, 1, 2, 3, 4, 5, 0, ZoneOffset.ofHours(9))));
        set(
                connection,
                transcript,
                "placed",
                "setObject Calendar",
                s -> s.setObject(1, new GregorianCalendar(2024, 1, 2)));
    }

    private static void set(Connection connection, Transcript transcript, String column, String name, Setting setting) {
        for (String where : new String[] {ONE, ALL}) {
            transcript.section(name + " of " + column + where);
            transcript.step(
                    "update",
                    () -> StatementProbes.attempt(connection, () -> {
                        try (PreparedStatement update =
                                        connection.prepareStatement("UPDATE orders SET " + column + " = ?" + where);
                                PreparedStatement read = connection.prepareStatement(
                                        "SELECT " + column + " FROM orders ORDER BY order_id")) {
                            setting.on(update);
                            return update.executeUpdate() + " " + Shown.of(read.executeQuery());
                        }
                    }));
            transcript.step(
                    "compare",
                    () -> StatementProbes.attempt(connection, () -> {
                        try (PreparedStatement read = connection.prepareStatement(
                                "SELECT order_id FROM orders" + where + " AND " + column + " = ? ORDER BY order_id")) {
                            setting.on(read);
                            return Shown.of(read.executeQuery());
                        }
                    }));
        }
    }

    private static void misuse(Connection connection, Transcript transcript) throws SQLException {
        for (String where :
                new String[] {" WHERE user_id = ? AND order_id = ?", " WHERE n > ? AND order_id > ? ORDER BY order_id"
                }) {
            transcript.section("misuse" + where);
            try (PreparedStatement statement = connection.prepareStatement("SELECT order_id FROM orders" + where)) {
                transcript.step("nothing set", () -> StatementProbes.attempt(connection, statement::executeQuery));
                transcript.run("setInt 0", () -> statement.setInt(0, 1));
                transcript.run("setInt", () -> statement.setInt(1, 1));
                transcript.step("one missing", () -> StatementProbes.attempt(connection, statement::executeQuery));
                transcript.run("setInt 2", () -> statement.setInt(2, 1));
                transcript.step("all set", statement::executeQuery);
                transcript.step("again", statement::executeQuery);
                transcript.step("as update", () -> StatementProbes.attempt(connection, statement::executeUpdate));
                transcript.step(
                        "with a text",
                        () -> StatementProbes.attempt(connection, () -> statement.executeQuery("SELECT 1")));
                transcript.run("clear", statement::clearParameters);
                transcript.step("cleared", () -> StatementProbes.attempt(connection, statement::executeQuery));
                transcript.step(
                        "after: described", () -> statement.getMetaData().getColumnLabel(1));
                transcript.run("setInt 3", () -> statement.setInt(3, 1));
            }
            PreparedStatement closed = connection.prepareStatement("SELECT order_id FROM orders" + where);
            closed.close();
            transcript.step("closed", closed::executeQuery);
            transcript.run("closed set", () -> closed.setInt(1, 1));
            transcript.step("closed described", closed::getMetaData);
            transcript.step("closed parameters", closed::getParameterMetaData);
            transcript.run("closed addBatch", closed::addBatch);
        }
    }

    private static void batches(Connection connection, Transcript transcript) throws SQLException {
        for (int[] ids : new int[][] {{101, 102, 103}, {101, 1, 102}, {101, 101, 102}, {1, 101}, {101, 1}}) {
            transcript.section("batch " + Arrays.toString(ids));
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO orders (order_id, user_id) VALUES (?, ?)")) {
                transcript.step(
                        "counts",
                        () -> StatementProbes.attempt(connection, () -> {
                            for (int id : ids) {
                                insert.setInt(1, id);
                                insert.setInt(2, id);
                                insert.addBatch();
                            }
                            try {
                                return insert.executeBatch();
                            } catch (BatchUpdateException partly) {
                                return partly.getClass().getSimpleName() + " " + partly.getSQLState() + " of "
                                        + ids.length;
                            }
                        }));
                transcript.step("update count", insert::getUpdateCount);
                transcript.step("empty then", insert::executeBatch);
            }
        }
        transcript.section("batch of updates");
        try (PreparedStatement update = connection.prepareStatement("UPDATE orders SET n = ? WHERE order_id >= ?")) {
            for (int i = 1; i <= 3; i++) {
                update.setInt(1, i);
                update.setInt(2, i);
                update.addBatch();
            }
            transcript.step("large counts", () -> StatementProbes.attempt(connection, update::executeLargeBatch));
            update.setInt(1, 1);
            transcript.run("row kept from before", update::addBatch);
            update.clearBatch();
            transcript.step("cleared", update::executeBatch);
        }
    }
}

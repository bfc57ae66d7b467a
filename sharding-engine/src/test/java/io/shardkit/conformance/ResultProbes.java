package io.shardkit.conformance;

import io.shardkit.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Comparator;
import java.util.GregorianCalendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import java.util.stream.Stream;

/** Every way to read a result set and its metadata, and to move about in it. */
final class ResultProbes {
    private static final List<Class<?>> CLASSES = List.of(
            String.class,
            Boolean.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigDecimal.class,
            BigInteger.class,
            byte[].class,
            java.sql.Date.class,
            java.sql.Time.class,
            Timestamp.class,
            java.util.Date.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            OffsetDateTime.class,
            ZonedDateTime.class,
            Instant.class,
            UUID.class,
            Blob.class,
            Clob.class,
            Object.class);

    private ResultProbes() {}

    /** Queries that run in each of the ways, by name. */
    static Map<String, String> queries(Databases databases) {
        String columns = databases.columns() + (databases.kind() == TestDatabase.H2 ? ", tags" : "");
        Map<String, String> queries = new LinkedHashMap<>();
        queries.put("one unit", "SELECT " + columns + " FROM orders WHERE user_id = 1 AND order_id = 1");
        queries.put("one unit, null", "SELECT " + columns + " FROM orders WHERE user_id = 3 AND order_id = 3");
        queries.put("one unit, none", "SELECT order_id FROM orders WHERE user_id = 1 AND order_id = 9");
        queries.put("merged", "SELECT " + columns + " FROM orders ORDER BY order_id");
        queries.put("merged, limited", "SELECT order_id, status FROM orders ORDER BY order_id DESC LIMIT 2");
        queries.put("merged, none", "SELECT order_id, status FROM orders WHERE amount < -1 ORDER BY order_id");
        queries.put(
                "equal labels",
                "SELECT order_id AS x, status AS x, o.n AS \"N n\" FROM orders o ORDER BY order_id"
                        .replace("\"", databases.quote()));
        queries.put(
                "joined",
                "SELECT o.order_id, i.* FROM orders o JOIN item i"
                        + " ON o.user_id = i.user_id AND o.order_id = i.order_id ORDER BY o.order_id");
        queries.put(
                "totals",
                "SELECT COUNT(*), COUNT(status) AS c, SUM(amount) AS s, SUM(small), SUM(n), SUM(price),"
                        + " AVG(amount), AVG(small), AVG(price), MAX(placed), MIN(d), MAX(tm), MAX(amount), MIN(n), SUM(order_id)"
                        + " FROM orders");
        queries.put("totals, none", "SELECT COUNT(*), SUM(amount), MAX(d), AVG(n) FROM orders WHERE amount < -1");
        queries.put(
                "groups",
                "SELECT small, COUNT(*) AS c, SUM(amount), AVG(price) FROM orders"
                        + " WHERE small IS NOT NULL GROUP BY small ORDER BY small");
        queries.put(
                "gathered",
                "SELECT order_id, status, code, amount, small, n, price, flag, d, tm, placed, raw,"
                        + " ROW_NUMBER() OVER (ORDER BY order_id) AS r FROM orders ORDER BY order_id");
        queries.put("gathered total", "SELECT COUNT(DISTINCT status), SUM(amount) + 1 AS s FROM orders");
        queries.put("broadcast", "SELECT code, name FROM country ORDER BY code");
        queries.put("constant", "SELECT 1 AS one, 'x' AS two");
        return queries;
    }

    /** Reads a result in all ways. */
    static void probe(Connection connection, String sql, Transcript transcript) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery(sql);
            ResultSetMetaData columns = rows.getMetaData();
            metaData(columns, transcript);
            transcript.step("before: getLong(1)", () -> rows.getLong(1));
            transcript.step("getStatement", () -> rows.getStatement() == statement);
            moving(rows, "before the first", transcript);
            for (int row = 1; rows.next() && row <= 3; row++) {
                if (row != 2) {
                    cells(rows, columns, row, transcript);
                }
                moving(rows, "row " + row, transcript);
            }
            while (rows.next()) {
                transcript.step("row", () -> rows.getString(1));
            }
            moving(rows, "after the last", transcript);
            transcript.step("after: getLong(1)", () -> rows.getLong(1));
            transcript.step("after: next", rows::next);
            rows.close();
            transcript.run("closed again", rows::close);
            moving(rows, "closed", transcript);
            transcript.step("closed: getString", () -> rows.getString(1));
            transcript.step("closed: getMetaData", () -> rows.getMetaData() == null);
            transcript.step("closed: wasNull", rows::wasNull);
            transcript.step("closed: next", rows::next);
            transcript.step("closed: findColumn", () -> rows.findColumn("order_id"));
            transcript.step("closed: getStatement", () -> rows.getStatement() == null);
        }
    }

    private static void moving(ResultSet rows, String where, Transcript transcript) {
        transcript.step(where + ": getRow", rows::getRow);
        transcript.step(where + ": isBeforeFirst", rows::isBeforeFirst);
        transcript.step(where + ": isFirst", rows::isFirst);
        transcript.step(where + ": isLast", rows::isLast);
        transcript.step(where + ": isAfterLast", rows::isAfterLast);
        transcript.step(where + ": isClosed", rows::isClosed);
        transcript.step(where + ": getType", rows::getType);
        transcript.step(where + ": getConcurrency", rows::getConcurrency);
        transcript.step(where + ": getHoldability", rows::getHoldability);
        transcript.step(where + ": getFetchDirection", rows::getFetchDirection);
        transcript.step(where + ": getFetchSize", rows::getFetchSize);
        transcript.step(where + ": getWarnings", rows::getWarnings);
    }

    private static void metaData(ResultSetMetaData columns, Transcript transcript) throws SQLException {
        transcript.step("getColumnCount", columns::getColumnCount);
        int width = columns.getColumnCount();
        for (Method method : sorted(ResultSetMetaData.class)) {
            if (method.getParameterCount() == 1 && method.getParameterTypes()[0] == int.class) {
                for (int column = 1; column <= width; column++) {
                    int index = column;
                    transcript.step(method.getName() + "(" + index + ")", () -> call(method, columns, index));
                }
                transcript.step(method.getName() + "(0)", () -> call(method, columns, 0));
                transcript.step(method.getName() + "(beyond)", () -> call(method, columns, width + 1));
            }
        }
    }

    private static void cells(ResultSet rows, ResultSetMetaData columns, int row, Transcript transcript)
            throws SQLException {
        Calendar tokyo = new GregorianCalendar(TimeZone.getTimeZone("Asia/Tokyo"));
        for (int column = 1; column <= columns.getColumnCount(); column++) {
            int index = column;
            String label = columns.getColumnLabel(index);
            String cell = "row " + row + ", " + index + " " + label + ": ";
            for (Method method : sorted(ResultSet.class)) {
                Class<?>[] types = method.getParameterTypes();
                if (!method.getName().startsWith("get")
                        || types.length == 0
                        || method.isAnnotationPresent(Deprecated.class)) {
                    continue;
                }
                if (types.length == 1 && types[0] == int.class) {
                    transcript.step(cell + method.getName(), () -> call(method, rows, index));
                    transcript.step(cell + method.getName() + ", wasNull", rows::wasNull);
                } else if (types.length == 1 && types[0] == String.class) {
                    transcript.step(cell + method.getName() + " by label", () -> call(method, rows, label));
                } else if (types.length == 2 && types[0] == int.class && types[1] == Calendar.class) {
                    transcript.step(cell + method.getName() + " in Tokyo", () -> call(method, rows, index, tokyo));
                }
            }
            for (Class<?> type : CLASSES) {
                transcript.step(cell + "getObject " + type.getSimpleName(), () -> rows.getObject(index, type));
            }
            transcript.step(
                    cell + "getObject " + CLASSES.get(0).getSimpleName() + " by label",
                    () -> rows.getObject(label, String.class));
            transcript.step(cell + "findColumn", () -> rows.findColumn(label));
            transcript.step(
                    cell + "findColumn in capitals", () -> rows.findColumn(label.toUpperCase(java.util.Locale.ROOT)));
        }
        transcript.step("getString(0)", () -> rows.getString(0));
        transcript.step("getString(beyond)", () -> rows.getString(columns.getColumnCount() + 1));
        transcript.step("getString(none)", () -> rows.getString("none"));
        transcript.step("findColumn(none)", () -> rows.findColumn("none"));
        transcript.step("findColumn(null)", () -> rows.findColumn(null));
        transcript.step("getObject(1, null)", () -> rows.getObject(1, (Class<?>) null));
        transcript.step("getObject(1, Runnable)", () -> rows.getObject(1, Runnable.class));
    }

    static List<Method> sorted(Class<?> type) {
        return Stream.of(type.getMethods())
                .filter(method -> method.getDeclaringClass() == type)
                .sorted(Comparator.comparing(Method::getName).thenComparing(Method::toString))
                .toList();
    }

    static Object call(Method method, Object target, Object... arguments) throws Exception {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw thrown;
        }
    }
}

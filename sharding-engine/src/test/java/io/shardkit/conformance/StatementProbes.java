package io.shardkit.conformance;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;

/** Records the answers of a plain statement in each of its states, and how the statement takes its settings. */
final class StatementProbes {
    private static final Set<String> OBJECTS = Set.of("getConnection", "getResultSet", "getClass");
    private static final String ALL = "SELECT order_id FROM orders ORDER BY order_id";
    private static final Map<String, String> WRITES = Map.of(
            "one unit", "UPDATE orders SET n = n + 1 WHERE user_id = 1 AND order_id = 1",
            "all units", "UPDATE orders SET n = n + 1 WHERE n > 0",
            "none", "UPDATE orders SET n = 1 WHERE amount < -1",
            "broadcast", "UPDATE country SET name = 'x'",
            "insert", "INSERT INTO orders (order_id, user_id) VALUES (91, 7), (92, 8)");

    private StatementProbes() {}

    static void probe(Connection connection, Transcript transcript) throws SQLException {
        connection.setAutoCommit(false);
        states(connection, transcript);
        settings(connection, transcript);
        limits(connection, transcript);
        misuse(connection, transcript);
        writes(connection, transcript);
        batches(connection, transcript);
        completion(connection, transcript);
        connection.rollback();
        connection.setAutoCommit(true);
    }

    static void state(String name, Statement statement, Transcript transcript) {
        for (Method method : ResultProbes.sorted(Statement.class)) {
            boolean question =
                    method.getName().startsWith("get") || method.getName().startsWith("is");
            if (question && method.getParameterCount() == 0 && !OBJECTS.contains(method.getName())) {
                transcript.step(name + ": " + method.getName(), () -> ResultProbes.call(method, statement));
            }
        }
        transcript.step(name + ": getResultSet", () -> statement.getResultSet() != null);
        transcript.step(name + ": getConnection", () -> statement.getConnection() != null);
    }

    private static void states(Connection connection, Transcript transcript) throws SQLException {
        for (String sql : new String[] {ALL, "SELECT status FROM orders WHERE user_id = 1 AND order_id = 1"}) {
            transcript.section(sql);
            Statement statement = connection.createStatement();
            state("fresh", statement, transcript);
            transcript.step("getMoreResults at first", statement::getMoreResults);
            ResultSet rows = statement.executeQuery(sql);
            state("asked", statement, transcript);
            transcript.step("the same rows", () -> statement.getResultSet() == rows);
            transcript.step("getMoreResults", statement::getMoreResults);
            transcript.step("rows closed", rows::isClosed);
            state("no more", statement, transcript);
            transcript.step("execute", () -> statement.execute(sql));
            ResultSet kept = statement.getResultSet();
            transcript.step("keep", () -> statement.getMoreResults(Statement.KEEP_CURRENT_RESULT));
            transcript.step("kept", kept::isClosed);
            transcript.step("kept next", kept::next);
            transcript.step("close all", () -> statement.getMoreResults(Statement.CLOSE_ALL_RESULTS));
            transcript.step("all closed", kept::isClosed);
            transcript.step("getMoreResults(99)", () -> statement.getMoreResults(99));
            transcript.run("cancel when idle", statement::cancel);
            ResultSet first = statement.executeQuery(sql);
            statement.executeQuery(sql);
            transcript.step("first rows closed by the second", first::isClosed);
            ResultSet last = statement.getResultSet();
            statement.close();
            transcript.step("rows of a closed statement", last::isClosed);
            transcript.run("close again", statement::close);
            state("closed", statement, transcript);
            transcript.step("closed: executeQuery", () -> statement.executeQuery(sql));
            transcript.step("closed: executeBatch", statement::executeBatch);
            transcript.step("closed: getMoreResults", statement::getMoreResults);
            transcript.run("closed: setMaxRows", () -> statement.setMaxRows(1));
            transcript.run("closed: cancel", statement::cancel);
            transcript.run("closed: addBatch", () -> statement.addBatch("DELETE FROM country"));
        }
    }

    private static void settings(Connection connection, Transcript transcript) throws SQLException {
        transcript.section("settings");
        try (Statement statement = connection.createStatement()) {
            for (int value : new int[] {-1, 0, 5, Integer.MAX_VALUE}) {
                transcript.run("setQueryTimeout " + value, () -> statement.setQueryTimeout(value));
                transcript.step("getQueryTimeout", statement::getQueryTimeout);
                transcript.run("setMaxRows " + value, () -> statement.setMaxRows(value));
                transcript.step("getMaxRows", statement::getMaxRows);
                transcript.run("setLargeMaxRows " + value, () -> statement.setLargeMaxRows(value));
                transcript.step("getLargeMaxRows", statement::getLargeMaxRows);
                transcript.run("setMaxFieldSize " + value, () -> statement.setMaxFieldSize(value));
                transcript.step("getMaxFieldSize", statement::getMaxFieldSize);
                transcript.run("setFetchSize " + value, () -> statement.setFetchSize(value));
                transcript.step("getFetchSize", statement::getFetchSize);
            }
            for (int value :
                    new int[] {ResultSet.FETCH_FORWARD, ResultSet.FETCH_REVERSE, ResultSet.FETCH_UNKNOWN, 99}) {
                transcript.run("setFetchDirection " + value, () -> statement.setFetchDirection(value));
                transcript.step("getFetchDirection", statement::getFetchDirection);
            }
            transcript.run("setPoolable", () -> statement.setPoolable(true));
            transcript.step("isPoolable", statement::isPoolable);
            transcript.run("setEscapeProcessing", () -> statement.setEscapeProcessing(false));
            transcript.run("setCursorName", () -> statement.setCursorName("c"));
            transcript.step("enquoteLiteral", () -> statement.enquoteLiteral("it's"));
            transcript.step("enquoteNCharLiteral", () -> statement.enquoteNCharLiteral("it's"));
            transcript.step("enquoteIdentifier", () -> statement.enquoteIdentifier("orders", false));
            transcript.step("enquoteIdentifier always", () -> statement.enquoteIdentifier("orders", true));
            transcript.step("isSimpleIdentifier", () -> statement.isSimpleIdentifier("order id"));
            transcript.step("isWrapperFor", () -> statement.isWrapperFor(Statement.class));
            transcript.step("isWrapperFor Runnable", () -> statement.isWrapperFor(Runnable.class));
            transcript.step("unwrap Runnable", () -> statement.unwrap(Runnable.class));
        }
    }

    private static void limits(Connection connection, Transcript transcript) throws SQLException {
        for (String sql : new String[] {
            ALL,
            "SELECT order_id FROM orders ORDER BY order_id LIMIT 4",
            "SELECT small, COUNT(*) FROM orders GROUP BY small ORDER BY small",
            "SELECT order_id, ROW_NUMBER() OVER (ORDER BY order_id) FROM orders ORDER BY order_id",
            "SELECT code FROM country ORDER BY code"
        }) {
            transcript.section(sql);
            try (Statement statement = connection.createStatement()) {
                for (int most : new int[] {1, 3, 0}) {
                    statement.setMaxRows(most);
                    transcript.run("fetch size", () -> statement.setFetchSize(1));
                    transcript.step("at most " + most, () -> statement.executeQuery(sql));
                }
                transcript.run("large", () -> statement.setLargeMaxRows(2));
                transcript.step("at most 2 of many", () -> statement.executeQuery(sql));
            }
        }
    }

    private static void misuse(Connection connection, Transcript transcript) throws SQLException {
        transcript.section("misuse");
        try (Statement statement = connection.createStatement()) {
            transcript.step("executeUpdate a query", () -> attempt(connection, () -> statement.executeUpdate(ALL)));
            for (String write : WRITES.values().stream().sorted().toList()) {
                transcript.step(
                        "executeQuery: " + write, () -> attempt(connection, () -> statement.executeQuery(write)));
            }
            transcript.step(
                    "no table", () -> attempt(connection, () -> statement.executeQuery("SELECT * FROM nothing")));
            transcript.step(
                    "no column", () -> attempt(connection, () -> statement.executeQuery("SELECT nothing FROM orders")));
            transcript.step("no SQL", () -> attempt(connection, () -> statement.executeQuery("SELEC 1")));
            transcript.step("empty", () -> attempt(connection, () -> statement.execute("")));
            transcript.step("null", () -> attempt(connection, () -> statement.execute(null)));
            transcript.step(
                    "duplicate key",
                    () -> attempt(
                            connection,
                            () -> statement.executeUpdate("INSERT INTO orders (order_id, user_id) VALUES (1, 1)")));
            transcript.step(
                    "no value",
                    () -> attempt(
                            connection,
                            () -> statement.executeUpdate(
                                    "INSERT INTO item (item_id, order_id, user_id) VALUES (NULL, 1, 1)")));
            transcript.step(
                    "no parent",
                    () -> attempt(
                            connection,
                            () -> statement.executeUpdate(
                                    "INSERT INTO item (item_id, order_id, user_id) VALUES (1, 99, 99)")));
            transcript.step(
                    "division",
                    () -> attempt(
                            connection,
                            () -> statement.executeQuery(
                                    "SELECT order_id FROM orders WHERE 1 / (order_id - order_id) = 1 ORDER BY 1")));
            transcript.step(
                    "batch with a query",
                    () -> attempt(connection, () -> {
                        statement.addBatch(ALL);
                        return statement.executeBatch();
                    }));
            transcript.step("empty batch", statement::executeBatch);
            transcript.step(
                    "addBatch null",
                    () -> attempt(connection, () -> {
                        statement.addBatch(null);
                        return "added";
                    }));
            statement.clearBatch();
        }
    }

    /** A call whose failure must not spoil what follows. */
    static Object attempt(Connection connection, Transcript.Call call) throws Exception {
        var savepoint = connection.setSavepoint();
        try {
            return call.run();
        } finally {
            connection.rollback(savepoint);
        }
    }

    private static void writes(Connection connection, Transcript transcript) throws SQLException {
        for (Map.Entry<String, String> write :
                WRITES.entrySet().stream().sorted(Map.Entry.comparingByKey()).toList()) {
            transcript.section(write.getKey());
            try (Statement statement = connection.createStatement()) {
                transcript.step(
                        "executeUpdate", () -> attempt(connection, () -> statement.executeUpdate(write.getValue())));
                state("written", statement, transcript);
                transcript.step("execute", () -> attempt(connection, () -> statement.execute(write.getValue())));
                state("executed", statement, transcript);
                transcript.step("more", statement::getMoreResults);
                transcript.step("count then", statement::getUpdateCount);
                transcript.step(
                        "executeLargeUpdate",
                        () -> attempt(connection, () -> statement.executeLargeUpdate(write.getValue())));
                transcript.step("large count", statement::getLargeUpdateCount);
                transcript.step(
                        "with keys",
                        () -> attempt(
                                connection,
                                () -> statement.executeUpdate(write.getValue(), Statement.RETURN_GENERATED_KEYS)));
                transcript.step(
                        "flag 99", () -> attempt(connection, () -> statement.executeUpdate(write.getValue(), 99)));
            }
        }
    }

    private static void batches(Connection connection, Transcript transcript) throws SQLException {
        transcript.section("batch");
        try (Statement statement = connection.createStatement()) {
            statement.addBatch("UPDATE orders SET n = 1 WHERE user_id = 1 AND order_id = 1");
            statement.addBatch("UPDATE orders SET n = 2 WHERE n > 0");
            statement.addBatch("INSERT INTO orders (order_id, user_id) VALUES (93, 7), (94, 8)");
            statement.addBatch("UPDATE country SET name = 'y'");
            transcript.step("counts", () -> attempt(connection, statement::executeBatch));
            state("after", statement, transcript);
            statement.addBatch("UPDATE orders SET n = 1 WHERE n > 0");
            transcript.step("large counts", () -> attempt(connection, statement::executeLargeBatch));
        }
    }

    private static void completion(Connection connection, Transcript transcript) throws SQLException {
        for (String sql : new String[] {ALL, "SELECT 1"}) {
            transcript.section("completion of " + sql);
            Statement statement = connection.createStatement();
            transcript.step("before", statement::isCloseOnCompletion);
            transcript.run("closeOnCompletion", statement::closeOnCompletion);
            transcript.step("then", statement::isCloseOnCompletion);
            ResultSet rows = statement.executeQuery(sql);
            while (rows.next()) {
                transcript.step("row", () -> rows.getString(1));
            }
            transcript.step("closed at the end of the rows", statement::isClosed);
            rows.close();
            transcript.step("closed with the rows", statement::isClosed);
            statement.close();
        }
    }
}

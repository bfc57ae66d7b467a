package io.shardkit.conformance;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import javax.sql.DataSource;

/** Records the answers of a connection that is open, in a transaction, and closed. */
final class ConnectionProbes {
    private static final Set<String> OBJECTS = Set.of("getMetaData", "getClass", "getShardingKey");

    private ConnectionProbes() {}

    static void probe(DataSource dataSource, Transcript transcript) throws SQLException {
        transcript.section("connection");
        try (Connection connection = dataSource.getConnection()) {
            state("fresh", connection, transcript);
            settings(connection, transcript);
            factories(connection, transcript);
        }
        // Connector/J ends a connection that is asked so.
        try (Connection connection = dataSource.getConnection()) {
            transcript.step("isValid -1", () -> connection.isValid(-1));
        }
        transcript.section("transaction");
        try (Connection connection = dataSource.getConnection()) {
            autoCommit(connection, transcript);
        }
        try (Connection connection = dataSource.getConnection()) {
            savepoints(connection, transcript);
        }
        cursors(dataSource, transcript);
        transcript.section("closed");
        Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT order_id FROM orders ORDER BY order_id");
        connection.close();
        transcript.run("again", connection::close);
        transcript.step("statement", statement::isClosed);
        transcript.step("rows", rows::isClosed);
        state("closed", connection, transcript);
        transcript.run("commit", connection::commit);
        transcript.run("rollback", connection::rollback);
        transcript.run("setAutoCommit", () -> connection.setAutoCommit(true));
        transcript.step("createStatement", connection::createStatement);
        transcript.step("prepareStatement", () -> connection.prepareStatement("SELECT 1"));
        transcript.step("getMetaData", connection::getMetaData);
        transcript.step("isValid", () -> connection.isValid(1));
        transcript.step("setSavepoint", () -> connection.setSavepoint());
        transcript.run("setClientInfo", () -> connection.setClientInfo("ApplicationName", "x"));
        Connection aborted = dataSource.getConnection();
        transcript.run("abort", () -> aborted.abort(Runnable::run));
        transcript.step("aborted", aborted::isClosed);
        transcript.run("abort again", () -> aborted.abort(Runnable::run));
        transcript.run("close aborted", aborted::close);
    }

    private static void state(String name, Connection connection, Transcript transcript) {
        for (Method method : ResultProbes.sorted(Connection.class)) {
            boolean question =
                    method.getName().startsWith("get") || method.getName().startsWith("is");
            if (question && method.getParameterCount() == 0 && !OBJECTS.contains(method.getName())) {
                transcript.step(name + ": " + method.getName(), () -> ResultProbes.call(method, connection));
            }
        }
    }

    private static void settings(Connection connection, Transcript transcript) throws SQLException {
        transcript.run("setReadOnly", () -> connection.setReadOnly(true));
        transcript.step("isReadOnly", connection::isReadOnly);
        transcript.run("setReadOnly off", () -> connection.setReadOnly(false));
        for (int level : new int[] {0, 1, 2, 4, 8, 99}) {
            transcript.run("setTransactionIsolation " + level, () -> connection.setTransactionIsolation(level));
            transcript.step("getTransactionIsolation", connection::getTransactionIsolation);
        }
        for (int value : new int[] {ResultSet.HOLD_CURSORS_OVER_COMMIT, ResultSet.CLOSE_CURSORS_AT_COMMIT, 99}) {
            transcript.run("setHoldability " + value, () -> connection.setHoldability(value));
            transcript.step("getHoldability", connection::getHoldability);
        }
        transcript.step("nativeSQL", () -> connection.nativeSQL("SELECT 1"));
        transcript.step("nativeSQL escape", () -> connection.nativeSQL("SELECT {d '2024-01-01'}"));
        transcript.step("isValid", () -> connection.isValid(0));
        transcript.run("setNetworkTimeout", () -> connection.setNetworkTimeout(Runnable::run, 5000));
        transcript.step("getNetworkTimeout", connection::getNetworkTimeout);
        transcript.run("setNetworkTimeout -1", () -> connection.setNetworkTimeout(Runnable::run, -1));
        transcript.run("setNetworkTimeout 0", () -> connection.setNetworkTimeout(Runnable::run, 0));
        transcript.run("setNetworkTimeout without executor", () -> connection.setNetworkTimeout(null, 5000));
        transcript.run("setNetworkTimeout back", () -> connection.setNetworkTimeout(Runnable::run, 0));
        transcript.run("setClientInfo", () -> connection.setClientInfo("ApplicationName", "probe"));
        transcript.step("getClientInfo", () -> connection.getClientInfo("ApplicationName"));
        transcript.run("setClientInfo of its own", () -> connection.setClientInfo("no such name", "x"));
        transcript.run("setClientInfo none", () -> connection.setClientInfo(new Properties()));
        transcript.run("setTypeMap", () -> connection.setTypeMap(Map.of()));
        transcript.run("setTypeMap null", () -> connection.setTypeMap(null));
        transcript.run("setSchema the same", () -> connection.setSchema(connection.getSchema()));
        transcript.run("setCatalog the same", () -> connection.setCatalog(connection.getCatalog()));
        String schema = connection.getSchema();
        transcript.run("setSchema missing", () -> {
            connection.setSchema("no_such_schema");
            try (Statement statement = connection.createStatement()) {
                statement.executeQuery("SELECT order_id FROM orders ORDER BY order_id");
            }
        });
        connection.setSchema(schema);
    }

    private static void factories(Connection connection, Transcript transcript) {
        transcript.step("createBlob", connection::createBlob);
        transcript.step("createClob", connection::createClob);
        transcript.step("createNClob", connection::createNClob);
        transcript.step("createSQLXML", () -> connection.createSQLXML() != null);
        transcript.step("createArrayOf", () -> connection.createArrayOf("INTEGER", new Object[] {1}));
        transcript.step("createArrayOf null", () -> connection.createArrayOf(null, new Object[] {1}));
        for (int type : new int[] {1003, 1004, 1005, 99}) {
            for (int concurrency : new int[] {1007, 1008, 99}) {
                transcript.step("createStatement " + type + " " + concurrency, () -> {
                    try (Statement statement = connection.createStatement(type, concurrency)) {
                        return statement.getResultSetType() + " " + statement.getResultSetConcurrency();
                    }
                });
                transcript.step("prepareStatement " + type + " " + concurrency, () -> {
                    try (PreparedStatement statement = connection.prepareStatement("SELECT 1", type, concurrency)) {
                        return statement.getResultSetType() + " " + statement.getResultSetConcurrency();
                    }
                });
            }
        }
        transcript.step("holdability 99", () -> connection.createStatement(1003, 1007, 99));
        transcript.step("prepareStatement null", () -> connection.prepareStatement(null));
        transcript.step("isWrapperFor Connection", () -> connection.isWrapperFor(Connection.class));
        transcript.step("isWrapperFor Runnable", () -> connection.isWrapperFor(Runnable.class));
        transcript.step("unwrap Runnable", () -> connection.unwrap(Runnable.class));
    }

    private static void autoCommit(Connection connection, Transcript transcript) throws SQLException {
        transcript.run("commit in autocommit", connection::commit);
        transcript.run("rollback in autocommit", connection::rollback);
        transcript.step("savepoint in autocommit", () -> connection.setSavepoint() != null);
        transcript.run("setAutoCommit", () -> connection.setAutoCommit(true));
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE orders SET n = 77 WHERE n > 0");
            transcript.run("setReadOnly in a transaction", () -> connection.setReadOnly(true));
            transcript.run("setReadOnly back", () -> connection.setReadOnly(false));
            transcript.run("setTransactionIsolation in a transaction", () -> connection.setTransactionIsolation(8));
            connection.rollback();
            transcript.step("rolled back", () -> statement.executeQuery("SELECT COUNT(*) FROM orders WHERE n = 77"));
            statement.executeUpdate("UPDATE orders SET n = 77 WHERE user_id = 1 AND order_id = 1");
            connection.rollback();
        }
        connection.setAutoCommit(true);
    }

    private static void savepoints(Connection connection, Transcript transcript) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE orders SET n = 1 WHERE n > 0");
            Savepoint first = connection.setSavepoint("first");
            statement.executeUpdate("UPDATE orders SET n = 2 WHERE n > 0");
            Savepoint second = connection.setSavepoint();
            statement.executeUpdate("UPDATE orders SET n = 3 WHERE n > 0");
            Savepoint third = connection.setSavepoint("third");
            String read = "SELECT n FROM orders ORDER BY order_id";
            transcript.step("name", first::getSavepointName);
            transcript.step("id of a named one", first::getSavepointId);
            transcript.step("name of one without", second::getSavepointName);
            transcript.run("back to the second", () -> connection.rollback(second));
            transcript.step("then", () -> statement.executeQuery(read));
            transcript.run("again", () -> connection.rollback(second));
            transcript.run("release the first", () -> connection.releaseSavepoint(first));
            transcript.step("as before", () -> statement.executeQuery(read));
            connection.rollback();
            transcript.run("another connection's", () -> connection.rollback(third));
            transcript.run("null", () -> connection.rollback((Savepoint) null));
            connection.rollback();
            Savepoint last = connection.setSavepoint();
            connection.releaseSavepoint(last);
            transcript.run("released again", () -> connection.releaseSavepoint(last));
            connection.rollback();
        }
        connection.setAutoCommit(true);
    }

    private static void cursors(DataSource dataSource, Transcript transcript) throws SQLException {
        for (String sql : new String[] {
            "SELECT order_id FROM orders ORDER BY order_id",
            "SELECT order_id FROM orders WHERE user_id = 1 AND order_id = 1"
        }) {
            transcript.section("commit during " + sql);
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                connection.setAutoCommit(false);
                ResultSet inside = connection.createStatement().executeQuery(sql);
                transcript.step("open beside", rows::isClosed);
                transcript.step("next", inside::next);
                connection.commit();
                transcript.step("closed by the commit", inside::isClosed);
                transcript.step("row", () -> inside.getLong(1));
                transcript.step("next after", inside::next);
                connection.setAutoCommit(true);
            }
        }
    }
}

package io.shardkit.differential.contract;

import io.shardkit.error.ShardingException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;

/**
 * Statements and JDBC calls of one connection, and what they answer.
 *
 * @param name what the script shows
 * @param steps each a statement, {@code insert n}, {@code jdbc:} with a call of {@link Connection}, or
 *     {@code refused(CODE)} with a statement that only the engine refuses
 */
record TransactionScript(String name, List<String> steps) {

    /** The ways to send statements. */
    enum Variant {
        EXECUTE,
        UPDATE,
        PREPARED
    }

    /** The scripts of a file; each begins with a line that names it. */
    static List<TransactionScript> read(String file) {
        List<TransactionScript> scripts = new ArrayList<>();
        try (InputStream in = TransactionScript.class.getResourceAsStream("/transactions/" + file)) {
            String all = new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
            for (String part : all.split("(?m)^# ", -1)) {
                List<String> lines =
                        part.lines().filter(line -> !line.isBlank()).toList();
                if (!lines.isEmpty()) {
                    scripts.add(new TransactionScript(lines.get(0), lines.subList(1, lines.size())));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return scripts;
    }

    /**
     * Runs the script and closes its connection.
     *
     * @param engine whether it is the one that is to refuse what is marked so
     * @return for each step what it answered, whether the connection is in autocommit then, and which rows others see
     */
    List<String> run(DataSource source, Variant way, boolean engine) throws SQLException {
        List<String> answers = new ArrayList<>();
        try (Connection connection = source.getConnection()) {
            for (String step : steps) {
                String answer = answer(connection, step, way, engine);
                answers.add(step + " -> " + answer + ", autocommit " + autoCommit(connection, engine) + ", committed "
                        + committed(source));
            }
            if (!engine && !connection.isClosed()) {
                // A pool's connection would take its transaction with it.
                end(connection);
            }
        }
        answers.add("closed -> " + committed(source));
        return answers;
    }

    /** Of Connector/J the server's word: the driver knows of its own switches only, and not of those in statements. */
    private static boolean autoCommit(Connection connection, boolean engine) throws SQLException {
        if (engine || !connection.getMetaData().getDriverName().startsWith("MySQL Connector")) {
            return connection.getAutoCommit();
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@autocommit")) {
            row.next();
            return row.getBoolean(1);
        }
    }

    private static void end(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("ROLLBACK");
        }
        connection.setAutoCommit(true);
    }

    private static String answer(Connection connection, String step, Variant way, boolean engine) {
        boolean refused = step.startsWith("refused(");
        if (refused && !engine) {
            return "error";
        }
        try {
            return done(connection, refused ? step.substring(step.indexOf(' ') + 1) : step, way);
        } catch (SQLException failure) {
            String code = failure instanceof ShardingException refusal
                    ? refusal.errorCode().name()
                    : "none";
            return !refused || step.startsWith("refused(" + code + ")") ? "error" : "error of code " + code;
        }
    }

    private static String done(Connection connection, String step, Variant way) throws SQLException {
        switch (step) {
            case "jdbc:commit" -> connection.commit();
            case "jdbc:rollback" -> connection.rollback();
            case "jdbc:autocommit on" -> connection.setAutoCommit(true);
            case "jdbc:autocommit off" -> connection.setAutoCommit(false);
            case "jdbc:savepoint" -> connection.setSavepoint();
            case "jdbc:savepoint a" -> connection.setSavepoint("a");
            case "jdbc:isolation" -> {
                return "isolation " + connection.getTransactionIsolation();
            }
            default -> {
                return executed(connection, sql(step), way);
            }
        }
        return "ok";
    }

    private static String sql(String step) {
        String row = step.startsWith("insert ") ? step.substring(7) : "";
        return row.isEmpty()
                ? step
                : "INSERT INTO orders (order_id, user_id, status) VALUES (" + row + ", " + row + ", 'x')";
    }

    private static String executed(Connection connection, String sql, Variant way) throws SQLException {
        boolean query = sql.startsWith("SELECT") || sql.startsWith("SHOW");
        try (Statement plain = connection.createStatement();
                PreparedStatement prepared = way == Variant.PREPARED ? connection.prepareStatement(sql) : null) {
            if (query) {
                try (ResultSet rows = plain.executeQuery(sql)) {
                    return rows(rows);
                }
            }
            if (way == Variant.UPDATE) {
                return "count " + plain.executeUpdate(sql);
            }
            boolean isQuery = prepared == null ? plain.execute(sql) : prepared.execute();
            Statement statement = prepared == null ? plain : prepared;
            return isQuery ? "rows" : "count " + statement.getUpdateCount();
        }
    }

    private static String rows(ResultSet rows) throws SQLException {
        List<String> all = new ArrayList<>();
        while (rows.next()) {
            all.add(rows.getString(1));
        }
        return all.toString();
    }

    private static String committed(DataSource source) throws SQLException {
        try (Connection other = source.getConnection();
                Statement statement = other.createStatement();
                ResultSet rows = statement.executeQuery("SELECT order_id FROM orders ORDER BY order_id")) {
            return rows(rows);
        }
    }
}

package io.shardkit.differential;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The answer of a database to one statement. */
public sealed interface Answer {

    /**
     * A result set.
     *
     * @param columns what its metadata says
     * @param rows the values, each of the class that {@code getObject} gives
     */
    record Rows(List<Column> columns, List<List<@Nullable Object>> rows) implements Answer {}

    /**
     * A column of a result set.
     *
     * @param label its label
     * @param type its {@link java.sql.Types JDBC type}
     * @param found the column that {@code findColumn} gives for the label
     */
    record Column(String label, int type, int found) {}

    /** An update count. */
    record Count(long count) implements Answer {}

    /** An exception. */
    record Failure(Throwable thrown) implements Answer {
        /** The beginning of the engine's messages, and what a driver puts before those of a server. */
        private static final Pattern CODE = Pattern.compile("^(?:\\(conn=\\d+\\) )?SK-(\\d{4}):");

        /** The code, if it is a refusal of the engine's own, also of one that a server told. */
        public @Nullable ErrorCode code() {
            if (!(thrown instanceof SQLException)) {
                return null;
            }
            return thrown instanceof ShardingException refusal ? refusal.errorCode() : told(thrown.getMessage());
        }

        private static @Nullable ErrorCode told(@Nullable String message) {
            Matcher code = CODE.matcher(String.valueOf(message));
            return code.find()
                    ? Arrays.stream(ErrorCode.values())
                            .filter(each -> each.number() == Integer.parseInt(code.group(1)))
                            .findFirst()
                            .orElse(null)
                    : null;
        }

        public @Nullable String sqlState() {
            return thrown instanceof SQLException sql ? sql.getSQLState() : null;
        }
    }

    /** Runs the statement: with parameters or without through the fitting JDBC interface. */
    static Answer of(Connection connection, Sql sql) {
        try {
            if (sql.parameters().isEmpty()) {
                try (Statement statement = connection.createStatement()) {
                    return read(statement, statement.execute(sql.text()));
                }
            }
            return prepared(connection, sql, 0);
        } catch (SQLException | RuntimeException | Error e) {
            return new Failure(e);
        }
    }

    /** Runs the statement, as a prepared one or not, and reads no more than some of its rows. */
    static Answer ofFirst(Connection connection, Sql sql, boolean prepared, int rows) {
        try {
            if (prepared || !sql.parameters().isEmpty()) {
                return prepared(connection, sql, rows);
            }
            try (Statement statement = connection.createStatement()) {
                statement.setMaxRows(rows);
                return read(statement, statement.execute(sql.text()));
            }
        } catch (SQLException | RuntimeException | Error e) {
            return new Failure(e);
        }
    }

    /** Runs the statement as a prepared one, also if it has no parameters. */
    static Answer ofPrepared(Connection connection, Sql sql) {
        try {
            return prepared(connection, sql, 0);
        } catch (SQLException | RuntimeException | Error e) {
            return new Failure(e);
        }
    }

    private static Answer prepared(Connection connection, Sql sql, int maxRows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.text())) {
            statement.setMaxRows(maxRows);
            for (int i = 0; i < sql.parameters().size(); i++) {
                statement.setObject(i + 1, sql.parameters().get(i));
            }
            return read(statement, statement.execute());
        }
    }

    private static Answer read(Statement statement, boolean query) throws SQLException {
        if (!query) {
            return new Count(statement.getUpdateCount());
        }
        try (ResultSet result = statement.getResultSet()) {
            ResultSetMetaData metaData = result.getMetaData();
            List<Column> columns = new ArrayList<>();
            for (int i = 1; i <= metaData.getColumnCount(); i++) {
                String label = metaData.getColumnLabel(i);
                columns.add(new Column(label, metaData.getColumnType(i), result.findColumn(label)));
            }
            List<List<@Nullable Object>> rows = new ArrayList<>();
            while (result.next()) {
                List<@Nullable Object> row = new ArrayList<>();
                for (int i = 1; i <= columns.size(); i++) {
                    row.add(value(result, i));
                }
                rows.add(Collections.unmodifiableList(row));
            }
            return new Rows(List.copyOf(columns), rows);
        }
    }

    private static @Nullable Object value(ResultSet result, int column) throws SQLException {
        Object value = result.getObject(column);
        if (result.wasNull() != (value == null)) {
            return "wasNull() is " + result.wasNull() + " after " + value;
        }
        if (value instanceof byte[] bytes) {
            return "0x" + HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Clob clob) {
            return clob.getSubString(1, (int) clob.length());
        }
        return value;
    }
}

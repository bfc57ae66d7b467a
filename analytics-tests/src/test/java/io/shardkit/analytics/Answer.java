package io.shardkit.analytics;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a query.
 *
 * @param labels the names of the columns
 * @param floating the columns of floating-point numbers, counted from 0
 * @param rows the values as text
 */
record Answer(List<String> labels, Set<Integer> floating, List<List<@Nullable String>> rows) {
    /**
     * Asks a database.
     *
     * @param seconds the time that it has
     */
    static Answer of(Connection connection, String query, int seconds) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(seconds);
            try (ResultSet answer = statement.executeQuery(query)) {
                ResultSetMetaData columns = answer.getMetaData();
                List<String> labels = new ArrayList<>();
                Set<Integer> floating = new HashSet<>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    labels.add(columns.getColumnLabel(i));
                    int type = columns.getColumnType(i);
                    if (type == Types.DOUBLE || type == Types.FLOAT || type == Types.REAL) {
                        floating.add(i - 1);
                    }
                }
                List<List<@Nullable String>> rows = new ArrayList<>();
                while (answer.next()) {
                    List<@Nullable String> row = new ArrayList<>();
                    for (int i = 1; i <= labels.size(); i++) {
                        row.add(answer.getString(i));
                    }
                    rows.add(row);
                }
                return new Answer(labels, floating, rows);
            }
        }
    }
}

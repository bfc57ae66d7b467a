package io.shardkit.catalog;

import io.shardkit.algorithm.KeyType;
import io.shardkit.dialect.Dialect;
import io.shardkit.rule.ActualName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Actual tables as the databases report them. */
public final class ReportedTables {
    private ReportedTables() {}

    /** The names of the tables of the connection's schema, as they are, by themselves in lower case. */
    public static Map<String, String> names(Connection connection, Dialect dialect) throws SQLException {
        return names(connection, dialect, null);
    }

    /** The same of a schema, or of the connection's if that is null. */
    public static Map<String, String> names(Connection connection, Dialect dialect, @Nullable String schema)
            throws SQLException {
        Map<String, String> names = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        dialect.inSchema(dialect.catalog().tablesQuery(), schema))) {
            while (rows.next()) {
                names.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getString(1));
            }
        }
        return names;
    }

    /** Returns true if a table is among the names that were read. */
    static boolean has(Map<String, String> names, String table) {
        return names.containsKey(table.toLowerCase(Locale.ROOT));
    }

    /** The columns of an actual table, in order; none if it is not there. */
    public static List<Column> columns(String actual, Connection connection, Dialect dialect) throws SQLException {
        List<Column> columns = new ArrayList<>();
        try (PreparedStatement statement =
                connection.prepareStatement(dialect.inSchema(dialect.columnsQuery(), ActualName.schema(actual)))) {
            statement.setString(1, ActualName.withinSchema(actual));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    columns.add(ReportedColumns.column(rows, dialect));
                }
            }
        }
        return columns;
    }

    /**
     * The same; of columns by which rows are placed the database is asked for what their type does not tell of their keys.
     *
     * @param placing their names, in lower case
     */
    public static List<Column> columns(
            String actual, Collection<String> placing, Connection connection, Dialect dialect) throws SQLException {
        List<Column> columns = columns(actual, connection, dialect);
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            if (column.keyType() == KeyType.UNSUPPORTED && placing.contains(column.name())) {
                columns.set(i, ReportedKeys.asked(column, connection, dialect, false));
            }
        }
        return columns;
    }

    /** Everything of an actual table that may not be there twice. */
    public static List<UniqueKey> uniqueKeys(String actual, Connection connection, Dialect dialect)
            throws SQLException {
        Map<String, List<String>> columns = new LinkedHashMap<>();
        Set<String> primary = new HashSet<>();
        Set<String> inexact = new HashSet<>();
        try (PreparedStatement statement =
                connection.prepareStatement(dialect.inSchema(dialect.uniqueKeysQuery(), ActualName.schema(actual)))) {
            statement.setString(1, ActualName.withinSchema(actual));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    List<String> key = columns.computeIfAbsent(rows.getString(1), index -> new ArrayList<>());
                    String column = rows.getString(2);
                    if (column != null) {
                        key.add(column.toLowerCase(Locale.ROOT));
                    }
                    if (rows.getBoolean(3)) {
                        primary.add(rows.getString(1));
                    }
                    if (column == null || !rows.getBoolean(4)) {
                        inexact.add(rows.getString(1));
                    }
                }
            }
        }
        return columns.entrySet().stream()
                .map(key -> new UniqueKey(
                        key.getKey(), primary.contains(key.getKey()), key.getValue(), !inexact.contains(key.getKey())))
                .toList();
    }
}

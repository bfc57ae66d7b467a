package io.shardkit.differential;

import io.shardkit.differential.LogicalTable.Column;
import io.shardkit.differential.Topology.ActualTable;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Makes, fills and reads tables through plain JDBC, without the engine. */
final class Loader {
    private Loader() {}

    /** Makes all tables, with their logical names, on one database and fills them. */
    static void loadWhole(
            TestDatabase database, DataSource target, Map<LogicalTable, List<List<@Nullable Object>>> data)
            throws SQLException {
        try (Connection connection = target.getConnection()) {
            for (LogicalTable table : LogicalTable.values()) {
                create(connection, table.createStatement(database, table.tableName()));
                insert(connection, table, table.tableName(), data.getOrDefault(table, List.of()));
            }
        }
    }

    /** Makes the actual tables of a topology and fills them. */
    static void loadSharded(
            Topology topology, List<? extends DataSource> sources, Map<LogicalTable, List<List<@Nullable Object>>> data)
            throws SQLException {
        Map<ActualTable, List<List<@Nullable Object>>> placed = place(topology, data);
        for (ActualTable actual : topology.actualTables()) {
            try (Connection connection = sources.get(actual.source()).getConnection()) {
                create(connection, actual.table().createStatement(topology.database(), actual.actualName()));
                insert(connection, actual.table(), actual.actualName(), placed.getOrDefault(actual, List.of()));
            }
        }
    }

    /** The rows that each actual table of a topology must hold. */
    static Map<ActualTable, List<List<@Nullable Object>>> place(
            Topology topology, Map<LogicalTable, List<List<@Nullable Object>>> data) {
        Placement placement = new Placement(topology);
        Map<ActualTable, List<List<@Nullable Object>>> placed = new LinkedHashMap<>();
        topology.actualTables().forEach(actual -> placed.put(actual, new ArrayList<>()));
        data.forEach((table, rows) -> {
            for (List<@Nullable Object> row : rows) {
                for (ActualTable actual : placement.of(table, row)) {
                    placed.computeIfAbsent(actual, a -> new ArrayList<>()).add(row);
                }
            }
        });
        return placed;
    }

    /** Replaces the rows of a table. */
    static void refill(DataSource source, LogicalTable table, String actualName, List<List<@Nullable Object>> rows)
            throws SQLException {
        try (Connection connection = source.getConnection()) {
            create(connection, "DELETE FROM " + actualName);
            insert(connection, table, actualName, rows);
        }
    }

    /** All rows of a table, ordered by primary key. */
    static List<List<@Nullable Object>> read(Connection connection, LogicalTable table, String actualName)
            throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(
                        "SELECT " + table.columnList() + " FROM " + actualName + " ORDER BY " + table.primaryKey())) {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            while (result.next()) {
                List<@Nullable Object> row = new ArrayList<>();
                for (int i = 1; i <= table.columns().size(); i++) {
                    row.add(result.getObject(i));
                }
                rows.add(Collections.unmodifiableList(row));
            }
            return rows;
        }
    }

    private static void create(Connection connection, String ddl) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(ddl);
        }
    }

    private static void insert(
            Connection connection, LogicalTable table, String actualName, List<List<@Nullable Object>> rows)
            throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        String sql = "INSERT INTO " + actualName + " (" + table.columnList() + ") VALUES ("
                + String.join(", ", Collections.nCopies(table.columns().size(), "?")) + ")";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (List<@Nullable Object> row : rows) {
                for (int i = 0; i < row.size(); i++) {
                    Column column = table.columns().get(i);
                    Object value = row.get(i);
                    if (value == null) {
                        statement.setNull(i + 1, column.type().jdbcType());
                    } else {
                        statement.setObject(i + 1, value);
                    }
                }
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }
}

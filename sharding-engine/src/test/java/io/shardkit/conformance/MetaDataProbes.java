package io.shardkit.conformance;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The database's metadata: facts, and tables by their logical names. */
final class MetaDataProbes {
    /** Of the driver's connection, and different for each. */
    private static final Set<String> OBJECTS =
            Set.of("getConnection", "getURL", "getClass", "getSchemas", "getCatalogs");

    private MetaDataProbes() {}

    static void probe(Connection connection, Transcript transcript) throws SQLException {
        transcript.section("facts");
        DatabaseMetaData metaData = connection.getMetaData();
        for (Method method : ResultProbes.sorted(DatabaseMetaData.class)) {
            Class<?>[] types = method.getParameterTypes();
            if (types.length == 0 && !OBJECTS.contains(method.getName())) {
                transcript.step(method.getName(), () -> ResultProbes.call(method, metaData));
            } else if (types.length == 1 && types[0] == int.class) {
                for (int value : new int[] {1, 2, 4, 8, 1003, 1004, 1005, 99}) {
                    transcript.step(method.getName() + " " + value, () -> ResultProbes.call(method, metaData, value));
                }
            } else if (types.length == 2 && types[0] == int.class && types[1] == int.class) {
                transcript.step(method.getName(), () -> ResultProbes.call(method, metaData, 1004, 1007));
            }
        }
        transcript.step("getClientInfoProperties", metaData::getClientInfoProperties);
        transcript.step("getConnection", () -> metaData.getConnection() == connection);
        tables(connection, metaData, transcript);
    }

    private static void tables(Connection connection, DatabaseMetaData metaData, Transcript transcript)
            throws SQLException {
        String catalog = connection.getCatalog();
        String schema = connection.getSchema();
        String[] kinds = {"TABLE", "BASE TABLE"};
        transcript.section("tables");
        for (String pattern : new String[] {"%", "ord%", "orders", "order_", "none", "", "orders_0", "o\\_%"}) {
            transcript.step("getTables " + pattern, () -> metaData.getTables(catalog, schema, pattern, kinds));
        }
        transcript.step("getTables null", () -> metaData.getTables(catalog, schema, null, kinds));
        transcript.step("getTables any schema", () -> metaData.getTables(null, "%", "orders", kinds));
        transcript.step("getTables other schema", () -> metaData.getTables(catalog, "other", "orders", kinds));
        transcript.step("getTables no kind", () -> metaData.getTables(catalog, schema, "orders", new String[0]));
        transcript.step("getTables views", () -> metaData.getTables(catalog, schema, "%", new String[] {"VIEW"}));
        for (String table : List.of("orders", "item", "country", "none", "orders_0", "ord%", "ORDERS")) {
            transcript.step("getColumns " + table, () -> metaData.getColumns(catalog, schema, table, "%"));
            transcript.step("getColumns null " + table, () -> metaData.getColumns(null, null, table, null));
            transcript.step("getColumns some " + table, () -> metaData.getColumns(catalog, schema, table, "%\\_id"));
            transcript.step("getPrimaryKeys " + table, () -> metaData.getPrimaryKeys(catalog, schema, table));
            transcript.step("getIndexInfo " + table, () -> metaData.getIndexInfo(catalog, schema, table, false, true));
            transcript.step(
                    "getIndexInfo unique " + table, () -> metaData.getIndexInfo(catalog, schema, table, true, true));
            transcript.step("getImportedKeys " + table, () -> metaData.getImportedKeys(catalog, schema, table));
            transcript.step("getExportedKeys " + table, () -> metaData.getExportedKeys(catalog, schema, table));
            transcript.step(
                    "getBestRowIdentifier " + table,
                    () -> metaData.getBestRowIdentifier(catalog, schema, table, DatabaseMetaData.bestRowSession, true));
            transcript.step("getVersionColumns " + table, () -> metaData.getVersionColumns(catalog, schema, table));
            transcript.step("getTablePrivileges " + table, () -> metaData.getTablePrivileges(catalog, schema, table));
            transcript.step(
                    "getColumnPrivileges " + table, () -> metaData.getColumnPrivileges(catalog, schema, table, "%"));
        }
        transcript.step(
                "getCrossReference",
                () -> metaData.getCrossReference(catalog, schema, "orders", catalog, schema, "item"));
        transcript.step(
                "getCrossReference other way",
                () -> metaData.getCrossReference(catalog, schema, "item", catalog, schema, "orders"));
        shape(metaData.getColumns(catalog, schema, "orders", "%"), transcript);
        shape(metaData.getTables(catalog, schema, "%", kinds), transcript);
    }

    private static void shape(ResultSet rows, Transcript transcript) throws SQLException {
        transcript.section("shape");
        transcript.step("getStatement", () -> rows.getStatement() == null);
        transcript.step("next", rows::next);
        transcript.step("TABLE_NAME", () -> rows.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
        transcript.step("table_name", () -> rows.getString("table_name").toLowerCase(Locale.ROOT));
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            int column = i;
            transcript.step("label", () -> rows.getMetaData().getColumnLabel(column));
            transcript.step("type", () -> rows.getMetaData().getColumnType(column));
            transcript.step("object", () -> rows.getObject(column));
        }
        rows.close();
        transcript.step("closed", rows::isClosed);
    }
}

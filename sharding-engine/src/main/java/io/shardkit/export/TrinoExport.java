package io.shardkit.export;

import io.shardkit.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;

/**
 * Catalogues for Trino, one for each data source and one with the views, and a script that makes these. User and password
 * come from environment variables.
 */
final class TrinoExport implements ExportFormat {
    private static final String ENGINE = "trino";
    private static final String VIEWS = "shardkit";
    private static final ViewGuard GUARD = new ViewGuard(
            ENGINE,
            "max_by(rule_hash, epoch)",
            guard -> SqlNames.qualified(guard.rules()),
            TrinoExport::states,
            message -> "CAST(fail(" + message + ") AS boolean)");

    @Override
    public List<ExportFile> files(TableExport export) {
        List<ExportFile> files = new ArrayList<>();
        for (ExportedSource source : export.sources()) {
            String connector = source.dialect() == Dialect.MARIADB
                    ? "mariadb"
                    : source.dialect() == Dialect.MYSQL ? "mysql" : "postgresql";
            String database = source.isMysql() ? "" : "/" + source.database();
            files.add(new ExportFile(
                    "catalog/" + source.name() + ".properties",
                    export.head(ENGINE, "#") + "connector.name=" + connector + "\nconnection-url=jdbc:"
                            + connector + "://" + source.host() + ':' + source.port() + database
                            + "\nconnection-user=${ENV:" + source.placeholder("USER") + "}\nconnection-password=${ENV:"
                            + source.placeholder("PASSWORD") + "}\n"));
        }
        files.add(new ExportFile(
                "catalog/" + VIEWS + ".properties",
                export.head(ENGINE, "#") + "# Holds the views, until Trino starts again.\n"
                        + "connector.name=memory\n"));
        StringBuilder script = new StringBuilder(export.head(ENGINE, "--"));
        for (ExportedTable table : export.tables()) {
            script.append("\nCREATE OR REPLACE VIEW ")
                    .append(VIEWS)
                    .append(".default.")
                    .append(SqlNames.quoted(table.name()))
                    .append(" SECURITY INVOKER AS\nSELECT * FROM (\n")
                    .append(SqlNames.union(table, SqlNames::quoted, SqlNames::qualified, any -> true))
                    .append(")")
                    .append(GUARD.condition(export, table))
                    .append(";\n");
        }
        files.add(new ExportFile("shardkit.sql", script.toString()));
        return files;
    }

    /** The connectors may keep what they know of a database's tables; a query of its own is asked each time. */
    private static String states(GrowthCheck check) {
        return "TABLE(" + SqlNames.quoted(check.source().name()) + ".system.query(query => "
                + SqlNames.text(check.query()) + "))";
    }
}

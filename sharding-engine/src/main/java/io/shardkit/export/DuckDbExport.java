package io.shardkit.export;

import java.util.List;

/** A script for DuckDB, whose extensions for MySQL and PostgreSQL read the databases. */
final class DuckDbExport implements ExportFormat {
    private static final String ENGINE = "duckdb";
    private static final ViewGuard GUARD = new ViewGuard(
            ENGINE,
            "arg_max(rule_hash, epoch)",
            guard -> SqlNames.qualified(guard.rules()),
            DuckDbExport::states,
            message -> "error(" + message + ")");

    @Override
    public List<ExportFile> files(TableExport export) {
        StringBuilder script = new StringBuilder(export.head(ENGINE, "--"));
        script.append("-- Once: INSTALL mysql; INSTALL postgres; then give an account of each data source:\n");
        for (ExportedSource source : export.sources()) {
            script.append("--   CREATE PERSISTENT SECRET ")
                    .append(source.name())
                    .append(" (TYPE ")
                    .append(type(source))
                    .append(", USER '...', PASSWORD '...');\n");
        }
        if (export.sources().stream().anyMatch(ExportedSource::isMysql)) {
            // Numbers stay numbers, as the databases have them.
            script.append("\nSET mysql_tinyint1_as_boolean = false;\nSET mysql_bit1_as_boolean = false;\n");
            // The extension takes no filters that a join finds out while it runs: "Unsupported table filter type".
            script.append("SET disabled_optimizers = 'join_filter_pushdown';\n");
        }
        if (checksPrivileges(export)) {
            // A session keeps the privileges that it began with, and would not see tables that it may read by now.
            script.append("SET mysql_pool_size = 0;\n");
        }
        script.append('\n');
        for (ExportedSource source : export.sources()) {
            script.append("ATTACH ")
                    .append(SqlNames.text(address(source)))
                    .append(" AS ")
                    .append(SqlNames.quoted(source.name()))
                    .append(" (TYPE ")
                    .append(type(source))
                    .append(", SECRET ")
                    .append(SqlNames.quoted(source.name()))
                    .append(", READ_ONLY);\n");
        }
        for (ExportedTable table : export.tables()) {
            script.append("\nCREATE OR REPLACE VIEW ")
                    .append(SqlNames.quoted(table.name()))
                    .append(" AS\nSELECT * FROM (\n")
                    .append(SqlNames.union(table, SqlNames::quoted, SqlNames::qualified, any -> true))
                    .append(")")
                    .append(GUARD.condition(export, table))
                    .append(";\n");
        }
        return List.of(new ExportFile("shardkit.sql", script.toString()));
    }

    private static boolean checksPrivileges(TableExport export) {
        return export.tables().stream()
                .flatMap(table -> table.missing().stream())
                .anyMatch(part -> part.source().isMysql());
    }

    private static String type(ExportedSource source) {
        return source.isMysql() ? "mysql" : "postgres";
    }

    private static String address(ExportedSource source) {
        return "host=" + source.host() + " port=" + source.port() + (source.isMysql() ? " database=" : " dbname=")
                + source.database();
    }

    /** The extensions keep what they know of a database's tables; a query of its own is asked each time. */
    private static String states(GrowthCheck check) {
        return type(check.source()) + "_query(" + SqlNames.text(check.source().name()) + ", "
                + SqlNames.text(check.query()) + ")";
    }
}

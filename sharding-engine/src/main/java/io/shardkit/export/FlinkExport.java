package io.shardkit.export;

import io.shardkit.export.ExportedTable.ExportedColumn;
import io.shardkit.export.ExportedTable.ExportedPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Definitions for Flink SQL, one table for each logical table and data source and a view over them, and a pipeline of Flink
 * CDC for each data source, which routes all actual tables of a logical one to one sink.
 */
final class FlinkExport implements ExportFormat {
    private static final String ENGINE = "flink";
    private static final String RULES = "shardkit_rule";
    private static final int SERVER_IDS = 5400;
    private static final int IDS_OF_ONE = 100;

    @Override
    public List<ExportFile> files(TableExport export) {
        List<ExportFile> files = new ArrayList<>();
        files.add(new ExportFile("shardkit.sql", script(export)));
        for (ExportedSource source : export.sources()) {
            String pipeline = pipeline(export, source);
            if (!pipeline.isEmpty()) {
                files.add(new ExportFile("pipeline-" + source.name() + ".yaml", pipeline));
            }
        }
        return files;
    }

    private static String script(TableExport export) {
        StringBuilder script = new StringBuilder(export.head(ENGINE, "--"));
        script.append("-- Flink SQL reads no environment variables: envsubst < shardkit.sql > filled.sql sets ")
                .append(export.sources().stream()
                        .map(source -> source.placeholder("USER") + ", " + source.placeholder("PASSWORD"))
                        .collect(Collectors.joining(", ")))
                .append('\n');
        TableExport.Guard guard = export.guard();
        if (guard != null) {
            table(
                    script,
                    RULES,
                    List.of("epoch BIGINT NOT NULL", "rule_hash STRING", "PRIMARY KEY (epoch) NOT ENFORCED"),
                    guard.rules().source(),
                    List.of(guard.rules()));
        }
        for (ExportedTable table : export.tables()) {
            List<String> names = new ArrayList<>();
            for (Map.Entry<ExportedSource, List<ExportedPart>> each :
                    bySource(table).entrySet()) {
                String name = table.name() + "__" + each.getKey().name();
                names.add(name);
                table(script, name, definition(table), each.getKey(), each.getValue());
            }
            script.append("\nCREATE VIEW ")
                    .append(SqlNames.ticked(table.name()))
                    .append(" AS\n")
                    .append(names.stream()
                            .map(name -> "SELECT " + columns(table) + " FROM " + SqlNames.ticked(name))
                            .collect(Collectors.joining("\nUNION ALL ")))
                    .append(outdated(export, table))
                    .append(";\n");
        }
        return script.toString();
    }

    /** Returns all actual tables, also those that do not exist yet: the connectors read them once they do. */
    private static Map<ExportedSource, List<ExportedPart>> bySource(ExportedTable table) {
        return Stream.concat(table.parts().stream(), table.missing().stream())
                .collect(Collectors.groupingBy(ExportedPart::source, LinkedHashMap::new, Collectors.toList()));
    }

    private static String columns(ExportedTable table) {
        return table.columns().stream()
                .map(column -> SqlNames.ticked(column.name()))
                .collect(Collectors.joining(", "));
    }

    private static List<String> definition(ExportedTable table) {
        List<String> lines = new ArrayList<>();
        for (ExportedColumn column : table.columns()) {
            lines.add(SqlNames.ticked(column.name()) + ' ' + FlinkTypes.of(column, table.isMysql()));
        }
        List<String> key = new ArrayList<>(table.key());
        if (!key.isEmpty() && !table.isKeyOfTable()) {
            // Rows of two actual tables may have the same primary key.
            lines.add("`shardkit_schema` STRING NOT NULL METADATA FROM 'database_name' VIRTUAL");
            lines.add("`shardkit_table` STRING NOT NULL METADATA FROM 'table_name' VIRTUAL");
            key.addAll(0, List.of("shardkit_schema", "shardkit_table"));
        }
        if (!key.isEmpty()) {
            lines.add("PRIMARY KEY (" + key.stream().map(SqlNames::ticked).collect(Collectors.joining(", "))
                    + ") NOT ENFORCED");
        }
        return lines;
    }

    private static void table(
            StringBuilder script, String name, List<String> lines, ExportedSource source, List<ExportedPart> parts) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("connector", source.isMysql() ? "mysql-cdc" : "postgres-cdc");
        options.put("hostname", source.host());
        options.put("port", Integer.toString(source.port()));
        options.put("username", "${" + source.placeholder("USER") + "}");
        options.put("password", "${" + source.placeholder("PASSWORD") + "}");
        options.put("database-name", source.isMysql() ? either(schemas(parts)) : source.database());
        if (!source.isMysql()) {
            options.put("schema-name", either(schemas(parts)));
            options.put("slot.name", "flink_" + name.replaceAll("[^a-z0-9_]", "_"));
            options.put("decoding.plugin.name", "pgoutput");
        }
        options.put("table-name", either(parts.stream().map(ExportedPart::table).toList()));
        script.append("\nCREATE TABLE ")
                .append(SqlNames.ticked(name))
                .append(" (\n  ")
                .append(String.join(",\n  ", lines))
                .append("\n) WITH (\n")
                .append(options.entrySet().stream()
                        .map(each -> "  " + SqlNames.text(each.getKey()) + " = " + SqlNames.text(each.getValue()))
                        .collect(Collectors.joining(",\n")))
                .append("\n);\n");
    }

    private static List<String> schemas(List<ExportedPart> parts) {
        return parts.stream().map(ExportedPart::schema).distinct().toList();
    }

    /** Returns a regular expression for some names. */
    private static String either(List<String> names) {
        List<String> escaped =
                names.stream().distinct().map(FlinkExport::escaped).toList();
        return escaped.size() == 1 ? escaped.get(0) : "(" + String.join("|", escaped) + ")";
    }

    private static String escaped(String name) {
        return Pattern.compile("[^A-Za-z0-9_]").matcher(name).replaceAll("\\\\$0");
    }

    /**
     * Returns a part of a view without rows, which ends the job once a newer rule is stored: the text is no number. What is
     * compared is no constant, so that no condition of a query takes this part away.
     */
    private static String outdated(TableExport export, ExportedTable table) {
        TableExport.Guard guard = export.guard();
        if (guard == null) {
            return "";
        }
        String columns = table.columns().stream()
                .map(column -> "CAST(NULLIF(rule_hash, rule_hash) AS " + FlinkTypes.nullable(column, table.isMysql())
                        + ") AS " + SqlNames.ticked(column.name()))
                .collect(Collectors.joining(", "));
        return "\nUNION ALL SELECT " + columns + " FROM " + RULES + " WHERE epoch > " + guard.epoch()
                + " AND CAST(CONCAT(" + SqlNames.text(export.outdated(ENGINE))
                + ", rule_hash) AS INT) IS NOT NULL";
    }

    private static String pipeline(TableExport export, ExportedSource source) {
        List<String> names = new ArrayList<>();
        List<String> growing = new ArrayList<>();
        StringBuilder routes = new StringBuilder();
        for (ExportedTable table : export.tables()) {
            List<ExportedPart> parts = bySource(table).getOrDefault(source, List.of());
            if (parts.stream().anyMatch(table.missing()::contains)) {
                growing.add(table.name());
            }
            if (!parts.isEmpty() && (source.isMysql() || !growing.contains(table.name()))) {
                String pattern = qualified(source, parts);
                names.add(pattern);
                routes.append("  - source-table: ")
                        .append(quoted(pattern))
                        .append("\n    sink-table: ")
                        .append(quoted("shardkit." + table.name()))
                        .append('\n');
            }
        }
        if (names.isEmpty() && growing.isEmpty()) {
            return "";
        }
        StringBuilder yaml = new StringBuilder(export.head(ENGINE, "#"));
        if (!source.isMysql() && !growing.isEmpty()) {
            yaml.append("# Left out: ")
                    .append(String.join(", ", growing))
                    .append(", as a pipeline from PostgreSQL reads no table that comes later\n");
        }
        if (names.isEmpty()) {
            return yaml.toString();
        }
        yaml.append("# Put your sink in, and the account: envsubst < this file > filled.yaml\nsource:\n  type: ")
                .append(source.isMysql() ? "mysql" : "postgres")
                .append("\n  hostname: ")
                .append(source.host())
                .append("\n  port: ")
                .append(source.port())
                .append("\n  username: \"${")
                .append(source.placeholder("USER"))
                .append("}\"\n  password: \"${")
                .append(source.placeholder("PASSWORD"))
                .append("}\"\n  tables: ")
                .append(quoted(String.join(",", names)))
                .append('\n');
        if (source.isMysql()) {
            int first = SERVER_IDS + IDS_OF_ONE * export.sources().indexOf(source);
            yaml.append("  server-id: ")
                    .append(first)
                    .append('-')
                    .append(first + IDS_OF_ONE - 1)
                    .append(growing.isEmpty() ? "\n" : "\n  scan.binlog.newly-added-table.enabled: true\n");
        } else {
            yaml.append("  slot.name: flink_")
                    .append(source.name().replaceAll("[^a-z0-9_]", "_"))
                    .append("\n  decoding.plugin.name: pgoutput\n");
        }
        return yaml.append("sink:\n  type: values\nroute:\n")
                .append(routes)
                .append("pipeline:\n  name: shardkit ")
                .append(source.name())
                .append('\n')
                .toString();
    }

    /** Returns a pattern of tables, in which an escaped dot is any character, and a plain one stands before the table. */
    private static String qualified(ExportedSource source, List<ExportedPart> parts) {
        String schema = either(schemas(parts));
        String tables = either(parts.stream().map(ExportedPart::table).toList());
        return source.isMysql() ? schema + "." + tables : source.database() + "." + schema + "." + tables;
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}

package io.shardkit.boot.audit;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The report as a page. */
final class AuditMarkdown {
    private static final int LONGEST = 500;
    private static final List<String> WAYS = List.of("refused", "gather", "scatter", "lookup", "one_unit", "none");

    private AuditMarkdown() {}

    static String of(AuditReport report) {
        StringBuilder page = new StringBuilder("# Sharding audit\n\n");
        page.append(report.sent()).append(" executions of statements were sent");
        if (report.notPlanned() > 0) {
            page.append("; ").append(report.notPlanned()).append(" of them were not planned");
        }
        page.append(".\n\n| way | executions |\n| --- | --- |\n");
        for (String way : WAYS) {
            Long count = report.ways().get(way);
            if (count != null) {
                page.append("| ").append(way).append(" | ").append(count).append(" |\n");
            }
        }
        columns(page, report.columns());
        statements(page, report.statements());
        return page.toString();
    }

    private static void columns(StringBuilder page, List<AuditReport.Column> columns) {
        page.append("\n## Sharding columns\n\nThe tables that have a column are sharded by it, the others of the same")
                .append(" data source copied.\n\n")
                .append("| column | stays on one unit | of | percent of all | sharded | copied |\n")
                .append("| --- | --- | --- | --- | --- | --- |\n");
        for (AuditReport.Column column : columns) {
            page.append("| ")
                    .append(column.column())
                    .append(" | ")
                    .append(column.onOneUnit())
                    .append(" | ")
                    .append(column.executions())
                    .append(" | ")
                    .append(String.format(Locale.ROOT, "%.1f", column.percent()))
                    .append(" | ")
                    .append(String.join(", ", column.tables()))
                    .append(" | ")
                    .append(String.join(", ", column.copied()))
                    .append(" |\n");
        }
    }

    private static void statements(StringBuilder page, List<AuditReport.Statement> statements) {
        page.append("\n## Statements\n\n")
                .append("| way | executions | units | ms in all | statement | reason | advice |\n")
                .append("| --- | --- | --- | --- | --- | --- | --- |\n");
        for (AuditReport.Statement statement : statements) {
            page.append("| ")
                    .append(ways(statement))
                    .append(" | ")
                    .append(statement.executions())
                    .append(" | ")
                    .append(statement.units())
                    .append(" | ")
                    .append(statement.micros() / 1000)
                    .append(" | ")
                    .append(cell(statement.sql()))
                    .append(" | ")
                    .append(cell(statement.reason()))
                    .append(" | ")
                    .append(cell(String.join("; ", statement.advice())))
                    .append(" |\n");
        }
    }

    private static String ways(AuditReport.Statement statement) {
        if (statement.ways().size() == 1) {
            return statement.way();
        }
        StringBuilder text = new StringBuilder();
        for (String way : WAYS) {
            for (Map.Entry<String, Long> each : statement.ways().entrySet()) {
                if (each.getKey().equals(way)) {
                    text.append(text.isEmpty() ? "" : ", ")
                            .append(way)
                            .append(' ')
                            .append(each.getValue());
                }
            }
        }
        return text.toString();
    }

    /** In one line, and with nothing that means something in a table. */
    private static String cell(String text) {
        String line = text.replaceAll("\\s+", " ")
                .replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("<", "&lt;");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + " ...";
    }
}

package io.shardkit.boot.audit;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The report as a page. */
final class AuditMarkdown {
    /** Of a longer text the middle is left out, where a SELECT has its columns. */
    private static final int LONGEST = 1200;

    private static final int LONGEST_START = 300;

    /** An underscore within a word means nothing. */
    private static final Pattern SPECIAL = Pattern.compile("[\\\\|`*\\[\\]]|\\b_|_\\b");

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
                row(page, way, count);
            }
        }
        columns(page, report.columns());
        statements(page, report.statements());
        return page.toString();
    }

    private static void columns(StringBuilder page, List<AuditReport.Column> columns) {
        page.append("\n## Sharding columns\n\nThe tables that have a column are sharded by it, the others of the same")
                .append(" data source copied. Columns that statements set equal count as one.\n\n")
                .append("| column | stays on one unit | of | percent of all | sharded | copied |\n")
                .append("| --- | --- | --- | --- | --- | --- |\n");
        for (AuditReport.Column column : columns) {
            row(
                    page,
                    cell(column.column()),
                    column.onOneUnit(),
                    column.executions(),
                    String.format(Locale.ROOT, "%.1f", column.percent()),
                    cell(String.join(", ", column.tables())),
                    cell(String.join(", ", column.copied())));
        }
    }

    private static void statements(StringBuilder page, List<AuditReport.Statement> statements) {
        page.append("\n## Statements\n\n")
                .append("| way | executions | units | ms in all | statement | reason | advice |\n")
                .append("| --- | --- | --- | --- | --- | --- | --- |\n");
        for (AuditReport.Statement statement : statements) {
            row(
                    page,
                    ways(statement),
                    statement.executions(),
                    statement.units(),
                    statement.micros() / 1000,
                    code(statement.sql()),
                    cell(statement.reason()),
                    cell(String.join("; ", statement.advice())));
        }
    }

    private static String ways(AuditReport.Statement statement) {
        if (statement.ways().size() == 1) {
            return statement.way();
        }
        return WAYS.stream()
                .filter(statement.ways()::containsKey)
                .map(way -> way + ' ' + statement.ways().get(way))
                .collect(Collectors.joining(", "));
    }

    private static void row(StringBuilder page, Object... cells) {
        page.append(Stream.of(cells).map(String::valueOf).collect(Collectors.joining(" | ", "| ", " |\n")));
    }

    /** As code: nothing in it means something to Markdown but the end of a cell, and as many backticks as enclose it. */
    private static String code(String sql) {
        String line = shortened(sql).replace("|", "\\|");
        int longest = 0;
        int run = 0;
        for (int i = 0; i < line.length(); i++) {
            run = line.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        String fence = "`".repeat(longest + 1);
        String space = longest > 0 ? " " : "";
        return fence + space + line + space + fence;
    }

    /** As words, in which nothing means something to Markdown. */
    private static String cell(String text) {
        return SPECIAL.matcher(shortened(text))
                .replaceAll("\\\\$0")
                .replace("&", "&amp;")
                .replace("<", "&lt;");
    }

    /** In one line. */
    private static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ");
        return line.length() <= LONGEST
                ? line
                : line.substring(0, LONGEST_START) + " ... " + line.substring(line.length() - LONGEST + LONGEST_START);
    }
}

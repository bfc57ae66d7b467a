package io.shardkit.admin;

import io.shardkit.move.MoveReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Words about what a move would do, for people. */
final class ReportText {
    private static final int MOST_TARGETS = 16;

    private ReportText() {}

    /** Returns the fields of a table, for programs. */
    static Map<String, @Nullable Object> fields(MoveReport.TablePlan table) {
        Map<String, @Nullable Object> fields = Json.fields(table);
        fields.put("targets", table.targets().stream().map(Json::fields).toList());
        return fields;
    }

    static List<String> lines(MoveReport report, List<MoveReport.Unit> units) {
        List<String> lines = new ArrayList<>();
        for (MoveReport.TablePlan table : report.tables()) {
            lines.add(table.table());
            lines.add("  now         " + table.from());
            lines.add("  then        " + table.to());
            lines.add("  rows        " + MoveText.number(table.rows()) + ", " + MoveText.bytes(table.bytes())
                    + "; about " + MoveText.number(table.staying()) + " stay on their data source");
            lines.add("  estimated   from " + MoveText.number(table.sampled()) + " of " + MoveText.number(table.rows())
                    + " rows");
            lines.addAll(indented(from(table, units)));
            lines.addAll(indented(to(table)));
        }
        if (report.tables().isEmpty()) {
            TextTable moved = new TextTable("UNIT", "TO", "ROWS", "SIZE");
            units.forEach(unit ->
                    moved.row(unit.unit(), unit.to(), MoveText.number(unit.rows()), MoveText.bytes(unit.bytes())));
            lines.addAll(moved.lines());
        }
        return lines;
    }

    private static List<String> indented(TextTable table) {
        return table.lines().stream().map(line -> "  " + line).toList();
    }

    private static TextTable from(MoveReport.TablePlan table, List<MoveReport.Unit> units) {
        TextTable from = new TextTable("FROM", "ROWS", "SIZE");
        units.stream()
                .filter(unit -> unit.table().equals(table.table()))
                .limit(MOST_TARGETS)
                .forEach(unit -> from.row(unit.unit(), MoveText.number(unit.rows()), MoveText.bytes(unit.bytes())));
        return from;
    }

    private static TextTable to(MoveReport.TablePlan table) {
        TextTable to = new TextTable("TO", "ROWS");
        table.targets().stream()
                .limit(MOST_TARGETS)
                .forEach(target -> to.row(target.unit(), "about " + MoveText.number(target.rows())));
        if (table.targets().size() > MOST_TARGETS) {
            to.row("... " + (table.targets().size() - MOST_TARGETS) + " more", "");
        }
        return to;
    }
}

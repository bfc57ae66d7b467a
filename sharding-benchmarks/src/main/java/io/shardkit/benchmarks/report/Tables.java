package io.shardkit.benchmarks.report;

import io.shardkit.lab.report.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tables of the page, in Markdown. */
final class Tables {
    private final Results results;
    private final boolean peer;

    /** Tables of these results, with columns for the peer or without. */
    Tables(Results results, boolean peer) {
        this.results = results;
        this.peer = peer;
    }

    /** Returns the table of the bounds. */
    String bounds() {
        StringBuilder table = new StringBuilder();
        head(table, List.of("what", "bound", "measured", ""), 0);
        for (Bound bound : Bounds.of(results)) {
            row(
                    table,
                    List.of(
                            bound.about(),
                            bound.limit(),
                            bound.measured(),
                            bound.outcome().text()));
        }
        return table.toString();
    }

    /** All workloads of one database with so many threads. */
    String workloads(String database, int threads) {
        List<String> heads = new ArrayList<>(
                List.of("workload", "by hand, µs", "Shardkit, µs", "time", "processor", "µs added", "bytes added"));
        if (peer) {
            heads.addAll(List.of("peer, µs", "time", "peer adds time", "peer adds bytes"));
        }
        StringBuilder table = new StringBuilder();
        head(table, heads, heads.size() - 1);
        for (Workloads.Workload workload : Workloads.ALL) {
            results.of(database, threads, workload.name())
                    .ifPresent(comparison -> row(table, cells(workload.title(), comparison)));
        }
        return table.toString();
    }

    private List<String> cells(String title, SubjectComparison comparison) {
        List<String> cells = new ArrayList<>(List.of(
                title,
                Cells.plain(comparison.handMicros()),
                Cells.plain(comparison.micros(SubjectComparison.SHARDKIT)),
                Cells.factor(comparison.ratio(SubjectComparison.SHARDKIT)),
                Cells.factor(comparison.processorRatio(SubjectComparison.SHARDKIT)),
                Cells.plain(comparison.addedMicros(SubjectComparison.SHARDKIT)),
                Cells.whole(comparison.addedBytes(SubjectComparison.SHARDKIT))));
        if (peer) {
            cells.addAll(List.of(
                    Cells.plain(comparison.micros(SubjectComparison.PEER)),
                    Cells.factor(comparison.ratio(SubjectComparison.PEER)),
                    Cells.timesAsMuch(comparison.peerAddsTime()),
                    Cells.timesAsMuch(comparison.peerAddsBytes())));
        }
        return cells;
    }

    /** The variants by hand; empty if none was measured. */
    String variantsByHand(String database, int threads) {
        StringBuilder table = new StringBuilder();
        for (String workload : Workloads.WITH_ALTERNATIVES) {
            Optional<SubjectComparison> found = results.of(database, threads, workload);
            if (found.isPresent()) {
                List<String> cells = new ArrayList<>(List.of(Workloads.title(workload)));
                for (String variant : List.of(
                        SubjectComparison.HAND,
                        SubjectComparison.HAND_IN_TURN,
                        SubjectComparison.HAND_UNION,
                        SubjectComparison.SHARDKIT)) {
                    cells.add(Cells.plain(found.get().micros(variant)));
                }
                row(table, cells);
            }
        }
        if (table.isEmpty()) {
            return "";
        }
        StringBuilder headed = new StringBuilder();
        head(headed, List.of("workload, µs", "at the same time", "in turn", "UNION ALL", "Shardkit"), 4);
        return headed.append(table).toString();
    }

    /** On what it was measured. */
    String machines() {
        StringBuilder table = new StringBuilder("| | |\n| --- | --- |\n");
        for (MeasuredOn each : results.machines()) {
            row(
                    table,
                    List.of(
                            PerformancePage.title(each.database()),
                            each.databaseVersion() + ", " + each.driverVersion() + ", on " + each.date()
                                    + ", load before the run "
                                    + Cells.plain(each.machine().load())));
        }
        results.machines().stream().findFirst().ifPresent(each -> {
            Machine machine = each.machine();
            row(table, List.of("processors", machine.processors() + ", " + machine.cpu()));
            row(table, List.of("memory", machine.memoryMb() / 1024 + " GiB"));
            row(table, List.of("system", machine.system()));
            row(table, List.of("Java", machine.java()));
            if (peer) {
                row(table, List.of("peer", each.peerVersion()));
            }
        });
        row(table, List.of("rounds, at most", Integer.toString(results.rounds())));
        return table.toString();
    }

    /** The head of a table, its last columns with numbers. */
    private static void head(StringBuilder table, List<String> cells, int numbers) {
        row(table, cells);
        table.append("| --- ".repeat(cells.size() - numbers))
                .append("| ---: ".repeat(numbers))
                .append("|\n");
    }

    private static void row(StringBuilder table, List<String> cells) {
        table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}

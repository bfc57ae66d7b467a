package io.shardkit.benchmarks.report;

import io.shardkit.benchmarks.report.Bound.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** What Shardkit aims at, held against the results. */
final class Bounds {
    private static final List<String> ONE_UNIT = List.of("bindingJoin", "update", "insert", "shortTransaction");
    private static final List<String> ONE_UNIT_OVER_TCP =
            List.of("pointSelect", "bindingJoin", "update", "insert", "shortTransaction");
    private static final double PEER_TIMES = 10;

    private final Results results;

    Bounds(Results results) {
        this.results = results;
    }

    /** All of them, in the order of the page. */
    List<Bound> all() {
        List<Bound> bounds = new ArrayList<>();
        bounds.add(Bound.of(
                "point select, one unit, H2, 1 thread: time",
                "1.30 × by hand",
                ratios("h2", List.of(1), List.of("pointSelect"), 1.30)));
        bounds.add(Bound.of(
                "point select, one unit, H2, 1 thread: garbage",
                "700 bytes more than by hand",
                figures(
                        "h2",
                        List.of(1),
                        List.of("pointSelect"),
                        comparison -> atMost(comparison.addedBytes(Comparison.SHARDKIT), 700, " bytes"))));
        bounds.add(Bound.of(
                "binding join, update, insert, short transaction, H2, 1 thread",
                "1.25 × by hand",
                ratios("h2", List.of(1), ONE_UNIT, 1.25)));
        bounds.add(Bound.of(
                "these and point select, MariaDB over TCP, 1, 4 and 32 threads: throughput",
                "at least 0.98 × by hand",
                figures("mariadb", List.of(1, 4, 32), ONE_UNIT_OVER_TCP, comparison -> throughput(comparison, 0.98))));
        bounds.add(Bound.of(
                "every workload against the peer, H2: added time",
                "a tenth of the peer's",
                peer(Comparison::peerAddsTime)));
        bounds.add(Bound.of(
                "every workload against the peer, H2: added garbage",
                "a tenth of the peer's",
                peer(Comparison::peerAddsBytes)));
        bounds.add(Bound.of("every workload against the peer, everywhere", "never slower", neverSlower()));
        bounds.add(Bound.of(
                "literal SQL, all different, H2, 1 thread",
                "5 µs added",
                figures(
                        "h2",
                        List.of(1),
                        List.of("literalSql"),
                        comparison -> atMost(comparison.addedMicros(Comparison.SHARDKIT), 5, " µs"))));
        bounds.add(Bound.of(
                "ORDER BY LIMIT over 8 units, MariaDB, 1 thread",
                "1.3 × by hand in parallel",
                ratios("mariadb", List.of(1), List.of("orderByLimit"), 1.3)));
        bounds.add(Bound.of(
                "stream of 1,000,000 rows in a heap of 64 MiB, MariaDB: rows per second",
                "at least 0.8 × those of one table",
                figures("mariadb", List.of(1), List.of("stream"), comparison -> throughput(comparison, 0.8))));
        for (String database : List.of("h2", "mariadb")) {
            bounds.add(Bound.of(
                    "batch of 1,000 rows over 8 units, " + PerformancePage.title(database) + ", 1 thread",
                    "1.15 × by hand",
                    ratios(database, List.of(1), List.of("batchOf1000"), 1.15)));
        }
        return bounds;
    }

    private List<Figure> ratios(String database, List<Integer> threads, List<String> workloads, double most) {
        return figures(
                database, threads, workloads, comparison -> atMost(comparison.ratio(Comparison.SHARDKIT), most, " ×"));
    }

    private static List<Figure> atMost(OptionalDouble value, double most, String unit) {
        return value.isEmpty()
                ? List.of()
                : List.of(new Figure(
                        Numbers.plain(value.getAsDouble()) + unit, value.getAsDouble(), value.getAsDouble() <= most));
    }

    private static List<Figure> throughput(Comparison comparison, double least) {
        OptionalDouble ratio = comparison.ratio(Comparison.SHARDKIT);
        return ratio.isEmpty()
                ? List.of()
                : List.of(new Figure(
                        Numbers.plain(1 / ratio.getAsDouble()) + " ×",
                        ratio.getAsDouble(),
                        1 / ratio.getAsDouble() >= least));
    }

    private List<Figure> peer(Function<Comparison, OptionalDouble> times) {
        return figures("h2", List.of(1), all(Workloads.ALL), comparison -> {
            OptionalDouble value = times.apply(comparison);
            return value.isEmpty()
                    ? List.of()
                    : List.of(new Figure(
                            "peer adds " + Numbers.timesAsMuch(value),
                            -value.getAsDouble(),
                            value.getAsDouble() >= PEER_TIMES));
        });
    }

    private List<Figure> neverSlower() {
        List<Figure> figures = new ArrayList<>();
        for (String database : results.databases()) {
            figures.addAll(figures(
                    database,
                    results.threads(database),
                    all(Workloads.ALL),
                    comparison -> atMost(comparison.ratio(Comparison.SHARDKIT, Comparison.PEER), 1, " × the peer")));
        }
        return figures;
    }

    private static List<String> all(List<Workloads.Workload> workloads) {
        return workloads.stream().map(Workloads.Workload::name).toList();
    }

    private List<Figure> figures(
            String database,
            List<Integer> threads,
            List<String> workloads,
            Function<Comparison, List<Figure>> figuresOf) {
        List<Figure> figures = new ArrayList<>();
        for (int count : threads) {
            for (String workload : workloads) {
                results.of(database, count, workload).map(figuresOf).orElse(List.of()).stream()
                        .map(figure -> new Figure(
                                figure.text() + place(workloads, workload, threads, count),
                                figure.value(),
                                figure.met()))
                        .forEach(figures::add);
            }
        }
        return figures;
    }

    /** Which of several it is about. */
    private static String place(List<String> workloads, String workload, List<Integer> threads, int count) {
        if (workloads.size() == 1 && threads.size() == 1) {
            return "";
        }
        String title = Workloads.title(workload);
        return threads.size() == 1 ? " (" + title + ")" : " (" + title + ", " + count + " threads)";
    }
}

package io.shardkit.benchmarks.report;

import io.shardkit.benchmarks.report.Bound.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Compares Shardkit's bounds with the results. */
final class Bounds {
    private static final List<String> POINT_SELECT = List.of("pointSelect");
    private static final List<String> ONE_UNIT = List.of("bindingJoin", "update", "insert", "shortTransaction");
    private static final List<String> ONE_UNIT_OVER_TCP =
            List.of("pointSelect", "bindingJoin", "update", "insert", "shortTransaction");
    private static final List<String> ALL =
            Workloads.ALL.stream().map(Workloads.Workload::name).toList();
    private static final double PEER_TIMES = 10;

    private final Results results;
    private final List<Bound> bounds = new ArrayList<>();

    private Bounds(Results results) {
        this.results = results;
    }

    /** All of them, in the order of the page. */
    static List<Bound> of(Results results) {
        Bounds bounds = new Bounds(results);
        bounds.addHand();
        bounds.addPeer();
        bounds.addSeveralUnits();
        return List.copyOf(bounds.bounds);
    }

    /**
     * The scope of a bound.
     *
     * @param database the kind of database
     * @param threads the numbers of threads
     * @param workloads the names of the workloads
     */
    private record Scope(String database, List<Integer> threads, List<String> workloads) {
        static Scope oneThread(String database, List<String> workloads) {
            return new Scope(database, List.of(1), workloads);
        }

        int size() {
            return threads.size() * workloads.size();
        }

        /** Returns the suffix that names the workload where the scope has several. */
        String place(int count, String workload) {
            String title = Workloads.title(workload);
            if (threads.size() > 1) {
                return " (" + title + ", " + PerformancePage.threads(count) + ")";
            }
            return workloads.size() > 1 ? " (" + title + ")" : "";
        }
    }

    private void addHand() {
        Scope pointSelect = Scope.oneThread("h2", POINT_SELECT);
        add("point select, one unit, H2, 1 thread: time", "1.30 × by hand", pointSelect, atMost(1.30));
        add(
                "point select, one unit, H2, 1 thread: garbage",
                "700 bytes more than by hand",
                pointSelect,
                comparison -> atMost(comparison.addedBytes(SubjectComparison.SHARDKIT), 700, " bytes"));
        add(
                "binding join, update, insert, short transaction, H2, 1 thread",
                "1.25 × by hand",
                Scope.oneThread("h2", ONE_UNIT),
                atMost(1.25));
        add(
                "these and point select, MariaDB over TCP, 1, 4 and 32 threads: throughput",
                "at least 0.98 × by hand",
                new Scope("mariadb", List.of(1, 4, 32), ONE_UNIT_OVER_TCP),
                throughput(0.98, SubjectComparison::timeRatio));
        add(
                "literal SQL, all different, H2, 1 thread",
                "5 µs added",
                Scope.oneThread("h2", List.of("literalSql")),
                comparison -> atMost(comparison.timeAdded(), 5, " µs"));
    }

    private void addPeer() {
        Scope everything = Scope.oneThread("h2", ALL);
        String tenth = "a tenth of the peer's";
        add(
                "every workload against the peer, H2: added time",
                tenth,
                everything,
                peer(SubjectComparison::peerAddsTime));
        add(
                "every workload against the peer, H2: added garbage",
                tenth,
                everything,
                peer(SubjectComparison::peerAddsBytes));
        for (String database : results.databases()) {
            add(
                    "every workload against the peer, " + PerformancePage.title(database),
                    "never slower",
                    new Scope(database, results.threads(database), ALL),
                    comparison -> atMost(
                            comparison.ratio(SubjectComparison.SHARDKIT, SubjectComparison.PEER), 1, " × the peer"));
        }
    }

    private void addSeveralUnits() {
        add(
                "ORDER BY LIMIT over 8 units, MariaDB, 1 thread",
                "1.3 × by hand in parallel",
                Scope.oneThread("mariadb", List.of("orderByLimit")),
                atMost(1.3));
        addStream("stream of 1,000,000 rows in a heap of 64 MiB, MariaDB: rows per second", "mariadb");
        addStream("stream of 1,000,000 rows, H2 in memory: rows per second", "h2");
        for (String database : List.of("h2", "mariadb")) {
            add(
                    "batch of 1,000 rows over 8 units, " + PerformancePage.title(database) + ", 1 thread",
                    "1.15 × by hand",
                    Scope.oneThread(database, List.of("batchOf1000")),
                    atMost(1.15));
        }
    }

    private void addStream(String about, String database) {
        add(
                about,
                "at least 0.8 × those of one table",
                Scope.oneThread(database, List.of("stream")),
                throughput(0.8, comparison -> comparison.ratio(SubjectComparison.SHARDKIT)));
    }

    private void add(String about, String limit, Scope scope, Function<SubjectComparison, List<Figure>> figuresOf) {
        List<Figure> figures = new ArrayList<>();
        for (int count : scope.threads()) {
            for (String workload : scope.workloads()) {
                results.of(scope.database(), count, workload).map(figuresOf).orElse(List.of()).stream()
                        .map(figure ->
                                new Figure(figure.text() + scope.place(count, workload), figure.value(), figure.met()))
                        .forEach(figures::add);
            }
        }
        bounds.add(Bound.of(about, limit, figures, scope.size()));
    }

    private static Function<SubjectComparison, List<Figure>> atMost(double most) {
        return comparison -> atMost(comparison.timeRatio(), most, " ×");
    }

    private static List<Figure> atMost(OptionalDouble found, double most, String unit) {
        return figure(found, value -> new Figure(Cells.plain(value) + unit, value, value <= most));
    }

    private static Function<SubjectComparison, List<Figure>> throughput(
            double least, Function<SubjectComparison, OptionalDouble> time) {
        return comparison ->
                figure(time.apply(comparison), value -> new Figure(Cells.share(1 / value), value, 1 / value >= least));
    }

    private static Function<SubjectComparison, List<Figure>> peer(Function<SubjectComparison, OptionalDouble> times) {
        return comparison -> figure(
                times.apply(comparison),
                value -> new Figure(
                        "peer adds " + Cells.timesAsMuch(OptionalDouble.of(value)), -value, value >= PEER_TIMES));
    }

    private static List<Figure> figure(OptionalDouble found, Function<Double, Figure> make) {
        return found.isPresent() ? List.of(make.apply(found.getAsDouble())) : List.of();
    }
}

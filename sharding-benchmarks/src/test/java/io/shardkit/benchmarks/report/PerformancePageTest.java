package io.shardkit.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.shardkit.benchmarks.WorkloadNames;
import io.shardkit.benchmarks.report.JmhResult.Place;
import io.shardkit.lab.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerformancePageTest {

    @Test
    void boundIsMetMissedOrNotMeasured() {
        List<JmhResult> measured = new ArrayList<>();
        add(measured, "h2", "pointSelect", "HAND", 1, 10, 1000);
        add(measured, "h2", "pointSelect", "SHARDKIT", 1, 12, 1701);
        add(measured, "h2", "update", "HAND", 1, 10, 1000);
        add(measured, "h2", "update", "SHARDKIT", 1, 12.4, 1000);
        add(measured, "h2", "insert", "HAND", 1, 10, 1000);
        add(measured, "h2", "insert", "SHARDKIT", 1, 12.6, 1000);
        Map<String, Bound> bounds = Bounds.of(new Results(List.of(), measured, Map.of())).stream()
                .collect(Collectors.toMap(Bound::about, bound -> bound));

        assertThat(bounds.get("point select, one unit, H2, 1 thread: time"))
                .isEqualTo(new Bound(
                        "point select, one unit, H2, 1 thread: time", "1.30 × by hand", "1.20 ×", Bound.Outcome.MET));
        assertThat(bounds.get("point select, one unit, H2, 1 thread: garbage"))
                .extracting(Bound::measured, Bound::outcome)
                .containsExactly("701 bytes", Bound.Outcome.NOT_MET);
        assertThat(bounds.get("binding join, update, insert, short transaction, H2, 1 thread"))
                .extracting(Bound::measured, Bound::outcome)
                .containsExactly("1.26 × (insert); 1 of 2 miss it; 2 of 4 measured", Bound.Outcome.NOT_MET);
        assertThat(bounds.get("every workload against the peer, H2: added time").outcome())
                .isEqualTo(Bound.Outcome.NOT_MEASURED);
        assertThat(bounds.get("literal SQL, all different, H2, 1 thread").outcome())
                .isEqualTo(Bound.Outcome.NOT_MEASURED);
    }

    @Test
    void subjectsAreRelatedWithinEachRound() {
        List<JmhResult> measured = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            // Each round on a machine that is busier than before
            add(measured, "h2", "update", "HAND", round, 10 * round, 100);
            add(measured, "h2", "update", "SHARDKIT", round, 11 * round, 200);
            add(measured, "h2", "update", "PEER", round, 30 * round, 2100);
        }
        SubjectComparison comparison =
                new Results(List.of(), measured, Map.of()).of("h2", 1, "update").orElseThrow();

        assertThat(comparison.rounds()).isEqualTo(3);
        assertThat(comparison.ratio(SubjectComparison.SHARDKIT)).hasValue(1.1);
        assertThat(comparison.handMicros()).hasValue(20);
        assertThat(comparison.addedMicros(SubjectComparison.SHARDKIT)).hasValue(2);
        assertThat(comparison.peerAddsTime()).hasValue(20);
        assertThat(comparison.peerAddsBytes()).hasValue(20);
    }

    @Test
    void bulkInsertsAreComparedWithTheFasterWay() {
        List<JmhResult> measured = new ArrayList<>();
        for (String workload : List.of("batchOf1000", "orderByLimit")) {
            add(measured, "mariadb", workload, "HAND", 1, 20, 100);
            add(measured, "mariadb", workload, "HAND_IN_TURN", 1, 10, 90);
            add(measured, "mariadb", workload, "SHARDKIT", 1, 11, 100);
        }
        Results results = new Results(List.of(), measured, Map.of());

        assertThat(results.of("mariadb", 1, "batchOf1000").orElseThrow().ratio(SubjectComparison.SHARDKIT))
                .hasValue(1.1);
        assertThat(results.of("mariadb", 1, "orderByLimit").orElseThrow().ratio(SubjectComparison.SHARDKIT))
                .hasValue(0.55);
    }

    @Test
    void pageShowsWhatJmhLeft(@TempDir Path folder) throws IOException {
        Machine machine = new Machine(2, "a processor", 4096, "Linux", "a JVM", 0.5);
        new MeasuredOn("2026-01-01", "h2", "H2 2", "driver 1", "a peer 5", machine)
                .write(folder.resolve("machine-h2.json"));
        Files.writeString(
                folder.resolve("h2-1-1-Orders.json"),
                "[" + result("HAND", 10, 1000) + "," + result("SHARDKIT", 11, 1500) + "," + result("PEER", 40, 9000)
                        + "]");
        Path page = folder.resolve("docs").resolve("performance.md");
        Files.createDirectory(folder.resolve("docs"));

        PerformancePage.write(folder, page);

        assertThat(Files.readString(page))
                .contains("| point select, one unit, H2, 1 thread: time | 1.30 × by hand | 1.10 × | met |")
                .contains(
                        "| point select | 10.0 | 11.0 | 1.10 × | 1.10 × | 1.00 | 500 | 40.0 | 4.00 × | 30.0 × | 16.0 × |")
                .contains("| H2 in memory | H2 2, driver 1, on 2026-01-01, load before the run 0.50 |")
                .contains("(performance/time-h2-1.svg)");
        assertThat(Files.readString(page))
                .contains("| never slower | 0.28 × the peer (point select); 1 of 25 measured | met so far |");
        assertThat(folder.resolve("docs/performance/time-h2-1.svg"))
                .content()
                .startsWith("<svg ")
                .contains(">point select</text>", ">1.10</text>", ">4.00</text>")
                .endsWith("</svg>\n");
    }

    @Test
    void boundIsHeldAgainstTurnsWhereThereAreAny(@TempDir Path folder) throws IOException {
        new AlternationResult("mariadb", 4, "update", 1, 100, 0.5, 0.4, 0.6, 1.5).add(folder);
        new AlternationResult("mariadb", 4, "update", 2, 120, 1.0, 0.99, 1.02, 1.07).add(folder);
        new AlternationResult("mariadb", 4, "update", 1, 100, 0.98, 0.97, 1.0, 1.03).add(folder);
        new AlternationResult("h2", 1, "literalSql", 1, 10, 0.8, 0.7, 0.9, 1.1).add(folder);
        Files.writeString(
                folder.resolve("h2-1-1-Orders.json"),
                "[" + result("HAND", 10, 1000) + "," + result("SHARDKIT", 14, 1500) + "]");
        new AlternationResult("h2", 1, "pointSelect", 1, 10, 1, 1, 1, 1).add(folder);
        Path page = folder.resolve("performance.md");

        PerformancePage.write(folder, page);

        assertThat(Files.readString(page))
                .contains("| at least 0.98 × by hand | 0.990 × (update, 4 threads); 1 of 15 measured | met so far |")
                .contains("| 5 µs added | 2.50 µs | met |")
                .contains("| point select, one unit, H2, 1 thread: time | 1.30 × by hand | 1.00 × | met |")
                .contains("| point select | 10.0 | 14.0 | 1.40 × |")
                .contains("| MariaDB | update | 4 | 2 | 110 | 0.990 × | 0.98 – 1.01 | 1.05 × |")
                .doesNotContain("## MariaDB");
    }

    @Test
    void everyWorkloadHasATitle() {
        assertThat(Workloads.ALL.stream()
                        .collect(Collectors.toMap(Workloads.Workload::name, Workloads.Workload::title)))
                .contains(entry("pointSelect", "point select"))
                .containsOnlyKeys(WorkloadNames.all());
    }

    private static void add(
            List<JmhResult> measured,
            String database,
            String workload,
            String subject,
            int round,
            double micros,
            double bytes) {
        measured.add(new JmhResult(new Place(database, 1, workload), subject, round, micros, bytes, micros));
    }

    private static String result(String subject, double micros, double bytes) {
        return """
                {"benchmark": "io.shardkit.benchmarks.Orders.pointSelect", "threads": 1,
                 "params": {"database": "H2", "subject": "%s"},
                 "primaryMetric": {"score": %s, "scoreUnit": "us/op"},
                 "secondaryMetrics": {"gc.alloc.rate.norm": {"score": %s}, "cpu.time.norm": {"score": %s}}}
                """
                .formatted(subject, micros, bytes, micros);
    }
}

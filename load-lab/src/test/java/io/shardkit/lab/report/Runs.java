package io.shardkit.lab.report;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A run with something of everything. */
final class Runs {

    private Runs() {}

    static Run small() {
        return with(ratio(0.99, 0.98, 1.0), check(0, 0, 0));
    }

    static Run with(Figure figure, DataCheck check) {
        Chart bars = new Chart.Bars(
                "Requests per second, sharding to jdbc",
                "x",
                1.0,
                List.of(
                        new Chart.Bar("read & write", 1, 0.99, new Interval(0.98, 1.0, 0.95)),
                        new Chart.Bar("plain", 0, 1, null)));
        Chart lines = new Chart.Lines(
                "Throughput by threads",
                "threads",
                "requests/s",
                true,
                List.of(
                        new Chart.Series(
                                "one server",
                                List.of(
                                        new Chart.Point(1, 90),
                                        new Chart.Point(8, 780, new Interval(760, 800, 0.95)),
                                        new Chart.Point(512, 800))),
                        new Chart.Series("two servers", List.of(new Chart.Point(1, 91), new Chart.Point(512, 1590)))));
        Section section = new Section(
                "Gain",
                "Each server serves at most 4 statements at once.",
                List.of(Figure.of("throughput, <8> threads", "requests/s", 780, Figure.Better.HIGHER)),
                List.of(lines),
                List.of(new Measurement(
                        "read",
                        "sharding",
                        "8 threads",
                        7_800,
                        0,
                        3,
                        780,
                        new Measurement.Latency(1.25, 2.5, 3, 4.75, 9, 12),
                        210.0,
                        54_000.0)),
                List.of(new ShardLoad("sharding", "ds0", 2_000, 3_900, 120, 1.02)),
                List.of(new Section.Table(
                        "Statements", List.of("shard", "statements"), List.of(List.of("ds0", "3,900")))));
        return new Run(
                "small",
                "A small run",
                Instant.parse("2026-11-23T21:00:00Z"),
                61.5,
                new Machine(2, "Some CPU", 4_096, "Linux amd64", "17.0.1", 0.5),
                Map.of("load.seed", "42"),
                List.of(new Answer("What does it cost?", "It costs 1 % (0 to 2 %).", figure, bars)),
                List.of(section),
                List.of(new Published("query, two servers", "Some report, 2017", 1.85, 1.97)),
                check,
                List.of("Latency counts from the intended start."));
    }

    static Figure ratio(double value, double low, double high) {
        return new Figure("cost read", "x", value, new Interval(low, high, 0.95), Figure.Better.HIGHER);
    }

    static DataCheck check(long errors, long lost, long doubled) {
        return new DataCheck(
                1_000,
                errors,
                lost,
                doubled,
                List.of(new DataCheck.Line("orders", "120", Long.toString(120 - lost + doubled))),
                errors == 0 ? List.of() : List.of("status 500"));
    }
}

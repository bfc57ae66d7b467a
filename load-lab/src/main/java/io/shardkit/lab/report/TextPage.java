package io.shardkit.lab.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The report for the terminal: the answers first, then what was measured, at the end the data check. */
final class TextPage {

    private static final String ROW = "%-20s %-36s %-16s %10s %8s %8s %8s %8s";

    private final Run run;
    private final List<String> lines = new ArrayList<>();

    TextPage(Run run) {
        this.run = run;
    }

    String render() {
        lines.add(run.title());
        lines.add("=".repeat(run.title().length()));
        for (Answer answer : run.answers()) {
            lines.add("");
            lines.add(answer.question());
            lines.add("  " + answer.sentence());
        }
        run.sections().forEach(this::add);
        lines.add("");
        addCheck();
        return String.join(System.lineSeparator(), lines);
    }

    /** A duration as {@code 5 min 3 s}. */
    static String time(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3_600
                ? seconds / 60 + " min " + seconds % 60 + " s"
                : seconds / 3_600 + " h " + seconds % 3_600 / 60 + " min";
    }

    private void add(Section section) {
        lines.add("");
        lines.add(section.title());
        lines.add("-".repeat(section.title().length()));
        for (Figure figure : section.figures()) {
            Interval interval = figure.interval();
            lines.add(String.format(
                    Locale.ROOT,
                    "%-72s %14s%s",
                    figure.name(),
                    Numbers.format(figure.value(), figure.unit()),
                    interval == null ? "" : "   (" + Numbers.format(interval, figure.unit()) + ")"));
        }
        if (!section.measurements().isEmpty()) {
            lines.add(String.format(
                    Locale.ROOT, ROW, "operation", "subject", "load", "requests/s", "p50 ms", "p95", "p99", "p99.9"));
        }
        for (Measurement each : section.measurements()) {
            Measurement.Latency latency = each.latency();
            lines.add(String.format(
                    Locale.ROOT,
                    ROW,
                    each.operation(),
                    each.subject(),
                    each.load(),
                    Numbers.format(each.perSecond()),
                    latency == null ? "" : Numbers.format(latency.p50()),
                    latency == null ? "" : Numbers.format(latency.p95()),
                    latency == null ? "" : Numbers.format(latency.p99()),
                    latency == null ? "" : Numbers.format(latency.p999())));
        }
    }

    private void addCheck() {
        for (DataCheck.Line line : run.check().lines()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%-60s expected %14s   found %14s   %s",
                    line.what(),
                    line.expected(),
                    line.found(),
                    line.agrees() ? "ok" : "DIFFERS"));
        }
        lines.add("");
        List<String> failures = run.failures();
        lines.add(failures.isEmpty() ? Page.passed(run.check()) : "FAILED");
        failures.forEach(failure -> lines.add("  " + failure));
    }
}

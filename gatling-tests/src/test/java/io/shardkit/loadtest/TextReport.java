package io.shardkit.loadtest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The report for the terminal: a table of the measurements, then the check of the databases. */
final class TextReport {

    private static final String ROW = "%-14s %-10s";
    private static final String CELL = " %10s";

    private final LoadReport report;

    TextReport(LoadReport report) {
        this.report = report;
    }

    String render() {
        List<String> lines = new ArrayList<>();
        LoadSettings settings = report.settings();
        lines.add(String.format(
                Locale.ROOT,
                "Load test: %d users, %d s per scenario after %d s of warm-up, %,d orders; %s",
                settings.users(),
                settings.seconds(),
                settings.warmup(),
                settings.orders(),
                report.machine()));
        lines.add("");
        addMeasurements(lines);
        for (ProfileResult profile : report.profiles()) {
            lines.add("");
            addReconciliation(lines, profile);
        }
        lines.add("");
        List<String> failures = report.failures();
        lines.add(failures.isEmpty() ? "No errors; the databases hold what was acknowledged." : "FAILED");
        failures.forEach(failure -> lines.add("  " + failure));
        return String.join(System.lineSeparator(), lines);
    }

    private void addMeasurements(List<String> lines) {
        StringBuilder head = new StringBuilder(String.format(Locale.ROOT, ROW, "scenario", "profile"));
        Metric.ALL.forEach(metric -> head.append(String.format(Locale.ROOT, CELL, metric.title())));
        lines.add(head.toString());
        lines.add("-".repeat(head.length()));
        for (Scenario scenario : Scenario.values()) {
            for (ProfileResult profile : report.profiles()) {
                Optional<ScenarioResult> result = profile.scenario(scenario);
                result.ifPresent(measured -> lines.add(row(profile, measured)));
            }
        }
    }

    private static String row(ProfileResult profile, ScenarioResult measured) {
        StringBuilder row = new StringBuilder(String.format(Locale.ROOT, ROW, measured.title(), profile.profile()));
        for (Metric metric : Metric.ALL) {
            row.append(String.format(
                    Locale.ROOT, CELL, Numbers.format(metric.value().applyAsDouble(measured))));
        }
        return row.toString();
    }

    private static void addReconciliation(List<String> lines, ProfileResult profile) {
        lines.add(profile.profile() + ", " + profile.servers() + ": the databases against what was acknowledged");
        for (Reconciliation.Line line : profile.reconciliation().lines()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-28s expected %14s   found %14s   %s",
                    line.what(),
                    Numbers.format(line.expected()),
                    Numbers.format(line.found()),
                    line.agrees() ? "ok" : "DIFFERS"));
        }
        lines.add("  orders per table: " + profile.rows());
    }
}

package io.shardkit.lab.workload;

import io.shardkit.lab.load.Estimate;
import io.shardkit.lab.load.Failures;
import io.shardkit.lab.load.Series;
import io.shardkit.lab.report.Answer;
import io.shardkit.lab.report.Chart;
import io.shardkit.lab.report.DataCheck;
import io.shardkit.lab.report.Figure;
import io.shardkit.lab.report.Interval;
import io.shardkit.lab.report.Measurement;
import io.shardkit.lab.report.Section;
import io.shardkit.lab.report.ShardLoad;
import io.shardkit.lab.subject.Opened;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** From what was measured to the parts of a report. */
final class RunReport {
    private static final int MOST_CURVES = 6;

    private RunReport() {}

    /** One answer for each question that was measured. */
    static List<Answer> answers(List<Question> questions, List<Measured> all) {
        List<Answer> answers = new ArrayList<>();
        for (Question question : questions) {
            List<Chart.Bar> bars = new ArrayList<>();
            List<Estimate> estimates = new ArrayList<>();
            for (Measured each : all) {
                for (Step.Ratio ratio : question.ratios()) {
                    if (!question.asks(each, ratio)) {
                        continue;
                    }
                    Estimate estimate = each.ratio(ratio);
                    if (estimate != null) {
                        estimates.add(estimate);
                        bars.add(new Chart.Bar(
                                each.step().operation() + ", " + each.load() + ": " + ratio.label(),
                                question.ratios().indexOf(ratio),
                                estimate.value(),
                                Interval.of(estimate)));
                    }
                }
            }
            if (!estimates.isEmpty()) {
                answers.add(answer(question, bars, estimates));
            }
        }
        return answers;
    }

    private static Answer answer(Question question, List<Chart.Bar> bars, List<Estimate> estimates) {
        Estimate least = estimates.stream()
                .min(Comparator.comparingDouble(Estimate::value))
                .orElseThrow();
        double most = estimates.stream().mapToDouble(Estimate::value).max().orElseThrow();
        String range = estimates.size() == 1
                ? ""
                : " in the worst case of " + estimates.size() + " (" + text(most) + " in the best)";
        String sentence = question.subject() + " " + text(least.value()) + " (95 %: " + text(least.low()) + " to "
                + text(least.high()) + ") " + question.object() + range + ".";
        Figure figure = Figure.of(question.text(), "x", least, Figure.Better.HIGHER);
        return new Answer(question.text(), sentence, figure, new Chart.Bars(question.text(), "x", 1.0, bars));
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    /** Returns the targets, and whether each was met; empty if there are no targets. */
    static List<Section> targets(List<Measured> all) {
        List<List<String>> rows = new ArrayList<>();
        for (Measured each : all) {
            for (Step.Ratio ratio : each.step().ratios()) {
                Estimate estimate =
                        ratio.target() > 0 && !each.open() && each.gated() == ratio.gated() ? each.ratio(ratio) : null;
                if (estimate != null) {
                    rows.add(List.of(
                            each.step().operation() + ", " + each.load() + ", " + each.mode(),
                            ratio.label(),
                            text(ratio.target()),
                            text(estimate.value()),
                            text(estimate.low()) + " to " + text(estimate.high()),
                            estimate.value() >= ratio.target()
                                    ? "reached"
                                    : estimate.high() >= ratio.target() ? "missed, within the noise" : "missed"));
                }
            }
        }
        if (rows.isEmpty()) {
            return List.of();
        }
        List<String> columns = List.of("operation", "ratio", "at least", "measured", "95 %", "");
        return List.of(new Section(
                "Targets",
                "",
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(new Section.Table("What was to be reached", columns, rows))));
    }

    /** One section for each operation and way of measuring. */
    static List<Section> sections(List<Measured> all, Map<Boolean, List<ShardLoad>> shards) {
        Map<String, List<Measured>> byTitle = new LinkedHashMap<>();
        for (Measured each : all) {
            String title = each.step().operation() + (each.gated() ? ", gated" : "");
            byTitle.computeIfAbsent(title, name -> new ArrayList<>()).add(each);
        }
        List<Section> sections = new ArrayList<>();
        byTitle.forEach((title, measured) -> sections.add(section(title, measured)));
        shards.values().removeIf(List::isEmpty);
        shards.forEach((gated, loads) -> sections.add(new Section(
                "Shards" + (gated ? ", gated" : ""),
                "How many operations were about the rows of each server, how many statements it got (by the count of"
                        + " its gate or by its status, where it has one of the two), warm-up included, and the rows that"
                        + " it holds at the end.",
                List.of(),
                List.of(),
                List.of(),
                loads,
                List.of())));
        return sections;
    }

    private static Section section(String title, List<Measured> measured) {
        List<Figure> figures = new ArrayList<>();
        List<Measurement> measurements = new ArrayList<>();
        for (Measured each : measured) {
            if (!each.open()) {
                for (Step.Ratio ratio : each.step().ratios()) {
                    Estimate estimate = each.ratio(ratio);
                    if (estimate != null) {
                        figures.add(Figure.of(
                                title + ", " + each.load() + ": " + ratio.label(),
                                "x",
                                estimate,
                                Figure.Better.HIGHER));
                    }
                }
            }
            each.series().forEach(series -> measurements.add(measurement(each, series)));
        }
        List<Chart> charts = new ArrayList<>();
        List<Measured> closed = measured.stream().filter(each -> !each.open()).toList();
        List<Measured> open = measured.stream().filter(Measured::open).toList();
        if (closed.size() > 1) {
            charts.add(lines(title + ": answers per second", "threads", "1/s", closed, RunReport::point));
            charts.add(lines(
                    title + ": 95th percentile", "threads", "ms", closed, (each, series) -> latency(each, series, 95)));
        } else if (closed.size() == 1) {
            charts.add(bars(title, closed.get(0)));
        }
        if (!open.isEmpty()) {
            charts.add(lines(
                    title + ": 99th percentile from the intended start",
                    "arrivals/s",
                    "ms",
                    open,
                    (each, series) -> latency(each, series, 99)));
        }
        return new Section(title, "", figures, charts, measurements, List.of(), List.of());
    }

    private interface ToPoint {
        Chart.Point of(Measured measured, Series series);
    }

    private static Chart.Point point(Measured measured, Series series) {
        Estimate pace = series.pace();
        return new Chart.Point(measured.threads(), pace.value(), Interval.of(pace));
    }

    private static Chart.Point latency(Measured measured, Series series, double percentile) {
        return new Chart.Point(measured.threads(), Measurement.Latency.millis(series.latency(), percentile));
    }

    /** The six that stand first, Shardkit among them. */
    private static Chart lines(String title, String x, String y, List<Measured> measured, ToPoint point) {
        List<String> names = measured.get(0).series().stream().map(Series::name).toList();
        List<Chart.Series> curves = new ArrayList<>();
        for (String name : names.subList(0, Math.min(MOST_CURVES, names.size()))) {
            curves.add(new Chart.Series(
                    name,
                    measured.stream().map(each -> point.of(each, each.of(name))).toList()));
        }
        return new Chart.Lines(title, x, y, true, curves);
    }

    private static Chart bars(String title, Measured measured) {
        List<Chart.Bar> bars = measured.series().stream()
                .map(series -> {
                    Estimate pace = series.pace();
                    int colour = series.name().startsWith(Opened.SHARDKIT) ? 1 : 0;
                    return new Chart.Bar(series.name(), colour, pace.value(), Interval.of(pace));
                })
                .toList();
        return new Chart.Bars(title + ", " + measured.load(), "1/s", null, bars);
    }

    private static Measurement measurement(Measured measured, Series series) {
        String load = measured.load() + (series.warmUp().steady() ? "" : ", not steady when measured");
        return Measurement.of(measured.step().operation(), load, series, null, null);
    }

    /** All checks of the run as one. */
    static DataCheck dataCheck(List<Check> checks, long requests, Failures failures) {
        List<DataCheck.Line> lines = new ArrayList<>();
        long lost = 0;
        long doubled = 0;
        for (Check check : checks) {
            lost += check.lost();
            doubled += check.doubled();
            lines.addAll(check.lines());
        }
        return new DataCheck(requests, failures.count(), lost, doubled, lines, failures.messages());
    }
}

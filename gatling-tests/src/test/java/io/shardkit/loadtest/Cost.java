package io.shardkit.loadtest;

import io.shardkit.lab.load.Contender;
import io.shardkit.lab.load.Estimate;
import io.shardkit.lab.load.Load;
import io.shardkit.lab.load.Progress;
import io.shardkit.lab.report.Answer;
import io.shardkit.lab.report.Chart;
import io.shardkit.lab.report.Figure;
import io.shardkit.lab.report.Interval;
import io.shardkit.lab.report.Measurement;
import io.shardkit.lab.report.Section;
import io.shardkit.lab.report.ShardLoad;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures what the framework costs at equal work: two services over the same databases, tables and rows, one with
 * Shardkit and one without, in turns. The ratio and its interval are those of {@link Estimate#ratio}: the geometric mean
 * of the ratios of the turns of a round, Student's t on their logarithms.
 */
final class Cost {

    static final String FIGURE = "cost: requests/s, with Shardkit to without";

    private final Conditions conditions;
    private final TurnSettings settings;

    private final List<Double> logRatios = new ArrayList<>();
    private final List<Figure> figures = new ArrayList<>();
    private final List<Chart.Bar> bars = new ArrayList<>();
    private final List<Chart.Bar> processor = new ArrayList<>();
    private final List<Chart> charts = new ArrayList<>();
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<ShardLoad> shards = new ArrayList<>();
    private final List<List<String>> warmUps = new ArrayList<>();

    Cost(Conditions conditions) {
        this.conditions = conditions;
        this.settings = conditions.settings();
    }

    /**
     * Measures the two services of a stage, the one without Shardkit first, and checks their databases. A comparison with
     * the peer has its figures and is no part of the answer.
     */
    void measure(Stage stage) throws IOException, InterruptedException, SQLException {
        List<Service> services = stage.services();
        String pair = services.get(1).access().profile() + " to "
                + services.get(0).access().profile() + ", " + stage.topology().title();
        Progress progress = conditions.progress();
        Findings findings = conditions.findings();
        progress.section("cost, " + pair);
        List<Contender> contenders = services.stream()
                .map(service -> stage.contender(service, settings.operation()))
                .toList();
        Load closed = conditions.closed(settings.threads());
        warmUps.addAll(Warming.run(conditions, services, contenders, closed, settings.warmUp()));
        Duel duel = Duel.run(services, contenders, closed, settings.rounds(), conditions.random(), progress);
        findings.add(duel.series());
        add(duel, pair);
        if (services.get(0).access() != DataAccess.PEER) {
            logRatios.addAll(duel.logRatios());
        }
        if (settings.openRounds() > 1) {
            double pace = duel.series().stream()
                    .mapToDouble(series -> series.pace().value())
                    .min()
                    .orElse(1);
            Load open = conditions.open(Math.max(1, Math.floor(pace / 2)), 16 * settings.threads());
            Duel opened = Duel.run(services, contenders, open, settings.openRounds(), conditions.random(), progress);
            findings.add(opened.series());
            opened.medianLatency()
                    .ifPresent(latency -> figures.add(
                            Figure.of("open load: median latency, " + pair, "x", latency, Figure.Better.LOWER)));
            measurements.addAll(opened.measurements(settings.operation()));
        }
        shards.addAll(stage.shards(contenders, conditions.statements()));
        stage.check(findings);
    }

    private void add(Duel duel, String pair) {
        Estimate throughput = duel.throughput();
        Estimate cpu = duel.cpu();
        figures.add(Figure.of("requests/s, " + pair, "x", throughput, Figure.Better.HIGHER));
        figures.add(Figure.of("processor time/request, " + pair, "x", cpu, Figure.Better.LOWER));
        figures.add(Figure.of("garbage/request, " + pair, "x", duel.garbage(), Figure.Better.LOWER));
        bars.add(new Chart.Bar("Requests per second, " + pair, 1, throughput.value(), Interval.of(throughput)));
        processor.add(new Chart.Bar("Processor time per request, " + pair, 2, cpu.value(), Interval.of(cpu)));
        charts.add(duel.byRound());
        measurements.addAll(duel.measurements(settings.operation()));
    }

    Answer answer() {
        Estimate all = Estimate.ofLogRatios(logRatios);
        List<Chart.Bar> shown = new ArrayList<>(bars);
        shown.addAll(processor);
        return new Answer(
                "What does the framework cost at equal work?",
                sentence(all),
                Figure.of(FIGURE, "x", all, Figure.Better.HIGHER),
                new Chart.Bars("With Shardkit, relative to the same work without it", "x", 1.0, shown));
    }

    private static String sentence(Estimate ratio) {
        double lost = (1 - ratio.value()) * 100;
        String interval = String.format(
                Locale.ROOT, "(95 %% interval %+.1f to %+.1f %%)", (ratio.low() - 1) * 100, (ratio.high() - 1) * 100);
        if (ratio.low() <= 1 && ratio.high() >= 1) {
            return String.format(
                    Locale.ROOT,
                    "No cost can be told from noise: with Shardkit the order service answers %.3f times as many requests per"
                            + " second as without it, over the same databases, tables and rows %s.",
                    ratio.value(),
                    interval);
        }
        return String.format(
                Locale.ROOT,
                "%.1f %% %s requests per second: with Shardkit the order service answers %.3f times as many as without it,"
                        + " over the same databases, tables and rows %s.",
                Math.abs(lost),
                lost > 0 ? "fewer" : "more",
                ratio.value(),
                interval);
    }

    Section section() {
        return new Section(
                "Cost at equal work",
                "Both services run at the same time over the same servers, tables and rows, and take turns of a second in"
                        + " random order. \"jdbc\" is one ordinary DataSource; \"by-hand\" is two of them, the database"
                        + " and the name of the table computed in the mapper. Every request is the work of one unit.",
                figures,
                charts,
                measurements,
                shards,
                List.of(new Section.Table("Warming up", Warming.COLUMNS, warmUps)));
    }
}

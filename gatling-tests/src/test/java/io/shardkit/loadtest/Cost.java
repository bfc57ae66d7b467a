package io.shardkit.loadtest;

import io.shardkit.lab.load.Contender;
import io.shardkit.lab.load.Estimate;
import io.shardkit.lab.load.Load;
import io.shardkit.lab.load.Progress;
import io.shardkit.lab.load.Turn;
import io.shardkit.lab.report.Answer;
import io.shardkit.lab.report.Chart;
import io.shardkit.lab.report.Figure;
import io.shardkit.lab.report.Measurement;
import io.shardkit.lab.report.Section;
import io.shardkit.lab.report.ShardLoad;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What the framework costs at equal work: two services over the same databases, tables and rows, one with Shardkit and one
 * without, in turns. The ratio and its interval are those of {@link Estimate#ratio}: the geometric mean of the ratios of
 * the turns of a round, Student's t on their logarithms.
 */
final class Cost {

    static final String FIGURE = "cost: requests/s, with Shardkit to without";

    /** A service is warm when its compilers work no more than this share of the time. */
    private static final double COMPILING = 0.1;

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
        String pair = services.get(1).way().profile() + " to "
                + services.get(0).way().profile() + ", " + stage.topology().title();
        Progress progress = conditions.progress();
        Findings findings = conditions.findings();
        progress.section("cost, " + pair);
        List<Contender> contenders = services.stream()
                .map(service -> stage.contender(service, settings.operation()))
                .toList();
        Load closed = conditions.closed(settings.threads());
        // One thread, which leaves a processor to the compilers: with more they get behind and are not done for
        // minutes.
        // Then all of them, as some code is only reached by several at once.
        warmUp(services, contenders, 1);
        warmUp(services, contenders, settings.threads());
        Duel duel = Duel.run(services, contenders, closed, settings.rounds(), conditions.random(), progress);
        findings.add(duel.series());
        add(duel, pair);
        if (services.get(0).way() != Way.PEER) {
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
                            Measured.figure("open load: median latency, " + pair, "x", latency, Figure.Better.LOWER)));
            measurements.addAll(opened.measurements(settings.operation()));
        }
        shards.addAll(stage.shards(contenders, conditions.statements()));
        stage.check(findings);
    }

    /**
     * In turns, until the compilers of both have little left to do, or as long as was said. Throughput alone does not tell:
     * it stands still for seconds long before its end, and the one that was warmed up less looks slower.
     */
    private void warmUp(List<Service> services, List<Contender> contenders, int threads)
            throws IOException, InterruptedException {
        Load load = conditions.closed(threads);
        int most = (settings.warmUp() + 1) / 2;
        int second = 0;
        double[] share = {1, 1};
        double[] shareBefore = {1, 1};
        while (second < most && !(isWarm(share) && isWarm(shareBefore))) {
            second++;
            conditions.progress().tell("warm-up, second " + second + " of " + most + " at most of each");
            shareBefore = share;
            share = new double[services.size()];
            long start = System.nanoTime();
            for (int i = 0; i < share.length; i++) {
                share[i] = -services.get(i).compilationMillis();
            }
            for (Contender contender : contenders) {
                Turn turn = load.run(contender.task(), Duration.ofSeconds(1));
                conditions
                        .findings()
                        .add(
                                turn.requests(),
                                turn.failures().count(),
                                turn.failures().messages());
            }
            double millis = (System.nanoTime() - start) / 1e6;
            for (int i = 0; i < share.length; i++) {
                share[i] = (share[i] + services.get(i).compilationMillis()) / millis;
            }
        }
        for (int i = 0; i < share.length; i++) {
            warmUps.add(List.of(
                    services.get(i).title(),
                    Integer.toString(threads),
                    Integer.toString(second),
                    String.format(Locale.ROOT, "%.0f %% of the time", 100 * share[i])));
        }
    }

    private static boolean isWarm(double[] share) {
        return Arrays.stream(share).allMatch(each -> each <= COMPILING);
    }

    private void add(Duel duel, String pair) {
        Estimate throughput = duel.throughput();
        Estimate cpu = duel.cpu();
        figures.add(Measured.figure("requests/s, " + pair, "x", throughput, Figure.Better.HIGHER));
        figures.add(Measured.figure("processor time/request, " + pair, "x", cpu, Figure.Better.LOWER));
        figures.add(Figure.of("garbage/request, " + pair, "x", duel.garbage(), Figure.Better.LOWER));
        bars.add(new Chart.Bar("Requests per second, " + pair, 1, throughput.value(), Measured.interval(throughput)));
        processor.add(new Chart.Bar("Processor time per request, " + pair, 2, cpu.value(), Measured.interval(cpu)));
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
                Measured.figure(FIGURE, "x", all, Figure.Better.HIGHER),
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
                List.of(new Section.Table(
                        "Warming up",
                        List.of("service", "threads", "seconds", "its compilers worked, in the last of them"),
                        warmUps)));
    }
}

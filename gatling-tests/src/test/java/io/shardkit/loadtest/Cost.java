package io.shardkit.loadtest;

import io.shardkit.lab.load.ClosedLoop;
import io.shardkit.lab.load.Contender;
import io.shardkit.lab.load.Estimate;
import io.shardkit.lab.load.Load;
import io.shardkit.lab.load.OpenLoop;
import io.shardkit.lab.load.Progress;
import io.shardkit.lab.load.Turn;
import io.shardkit.lab.load.Workers;
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
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * What the framework costs at equal work: two services over the same databases, tables and rows, one with Shardkit and one
 * without, in turns. The ratio and its interval are those of {@link Estimate#ratio}: the geometric mean of the ratios of
 * the turns of a round, Student's t on their logarithms.
 */
final class Cost {

    static final String FIGURE = "cost: requests/s, with Shardkit to without";

    /** Requests after which the code of a request is compiled to the end. */
    private static final long WARM = 40_000;

    private final TurnSettings settings;
    private final Workers workers;
    private final Random random;
    private final Progress progress;
    private final Findings findings;

    private final List<Double> logRatios = new ArrayList<>();
    private final List<Figure> figures = new ArrayList<>();
    private final List<Chart.Bar> bars = new ArrayList<>();
    private final List<Chart.Bar> processor = new ArrayList<>();
    private final List<Chart> charts = new ArrayList<>();
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<ShardLoad> shards = new ArrayList<>();

    Cost(TurnSettings settings, Workers workers, Random random, Progress progress, Findings findings) {
        this.settings = settings;
        this.workers = workers;
        this.random = random;
        this.progress = progress;
        this.findings = findings;
    }

    /** Measures the two services of a stage, the one without Shardkit first, and checks their databases. */
    void measure(Stage stage) throws IOException, InterruptedException, SQLException {
        List<Service> services = stage.services();
        String pair = services.get(1).way().profile() + " to "
                + services.get(0).way().profile() + ", " + stage.topology().title();
        progress.section("cost, " + pair);
        List<Contender> contenders = services.stream()
                .map(service -> stage.contender(service, settings.operation()))
                .toList();
        Load closed = new ClosedLoop(settings.threads(), workers);
        warmUp(contenders, closed);
        Duel duel = Duel.run(services, contenders, closed, settings.rounds(), random, progress);
        findings.add(duel.series());
        add(duel, pair);
        if (settings.openRounds() > 1) {
            double pace = duel.series().stream()
                    .mapToDouble(series -> series.pace().value())
                    .min()
                    .orElse(1);
            Load open = new OpenLoop(Math.max(1, Math.floor(pace / 2)), 16 * settings.threads(), workers);
            Duel opened = Duel.run(services, contenders, open, settings.openRounds(), random, progress);
            findings.add(opened.series());
            figures.add(Measured.figure(
                    "open load: median latency, " + pair, "x", opened.medianLatency(), Figure.Better.LOWER));
            measurements.addAll(opened.measurements(settings.operation()));
        }
        shards.addAll(stage.shards(stage.topology().title()));
        stage.check(findings);
    }

    /**
     * In turns, each until the compilers have seen enough of it, or as long as was said. Throughput alone does not tell: it
     * stands still for seconds long before its end, and the one that was warmed up less looks slower.
     */
    private void warmUp(List<Contender> contenders, Load load) {
        long[] requests = new long[contenders.size()];
        for (int second = 1; second <= settings.warmUp(); second++) {
            progress.tell("warm-up, second " + second + " of " + settings.warmUp() + " at most of each");
            boolean warm = true;
            for (int i = 0; i < requests.length; i++) {
                if (requests[i] < WARM) {
                    warm = false;
                    Turn turn = load.run(contenders.get(i).task(), Duration.ofSeconds(1));
                    requests[i] += turn.requests();
                    findings.add(
                            turn.requests(),
                            turn.failures().count(),
                            turn.failures().messages());
                }
            }
            if (warm) {
                return;
            }
        }
    }

    private void add(Duel duel, String pair) {
        logRatios.addAll(duel.logRatios());
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
        Estimate logs = Estimate.mean(logRatios);
        Estimate all =
                new Estimate(Math.exp(logs.value()), Math.exp(logs.low()), Math.exp(logs.high()), logs.confidence());
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
                List.of());
    }
}

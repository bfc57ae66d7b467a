package io.shardkit.loadtest;

import io.shardkit.lab.load.Contender;
import io.shardkit.lab.load.Estimate;
import io.shardkit.lab.load.Failures;
import io.shardkit.lab.load.Load;
import io.shardkit.lab.load.Progress;
import io.shardkit.lab.load.Rounds;
import io.shardkit.lab.load.Series;
import io.shardkit.lab.load.Turn;
import io.shardkit.lab.load.WarmUp;
import io.shardkit.lab.report.Chart;
import io.shardkit.lab.report.Measurement;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * Two services over the same databases in turns of a second, in an order that is drawn anew for each round: so the drift of
 * the machine meets both, and each round gives a ratio. Processor time is taken round by round as well; who has no turn
 * does nothing meanwhile.
 */
final class Duel {

    private static final WarmUp DONE = new WarmUp(Duration.ofSeconds(1), 2, 1, 0);
    private static final int MEDIAN = 50;

    /** The unit in which systems count processor time; a smaller time is not known to be zero. */
    private static final long CPU_TICK = 10_000_000;

    private final List<Service> services;
    private final List<List<Turn>> turns = List.of(new ArrayList<>(), new ArrayList<>());
    private final List<List<Double>> cpuMicros = List.of(new ArrayList<>(), new ArrayList<>());
    private final double[] garbage = new double[2];
    private final Load load;

    private Duel(List<Service> services, Load load) {
        this.services = services;
        this.load = load;
    }

    /** Runs it with two services, the baseline first. */
    static Duel run(
            List<Service> services, List<Contender> contenders, Load load, int rounds, Random random, Progress progress)
            throws IOException, InterruptedException {
        Duel duel = new Duel(services, load);
        for (int i = 0; i < 2; i++) {
            duel.garbage[i] = -services.get(i).allocatedBytes();
        }
        for (int round = 1; round <= rounds; round++) {
            progress.tell("round " + round + " of " + rounds + ", " + load.label());
            duel.round(contenders, random);
        }
        for (int i = 0; i < 2; i++) {
            duel.garbage[i] += services.get(i).allocatedBytes();
        }
        return duel;
    }

    private void round(List<Contender> contenders, Random random) {
        long[] before =
                services.stream().mapToLong(each -> each.cpu().toNanos()).toArray();
        List<Series> series =
                new Rounds(DONE, Duration.ofSeconds(1), 1).run(load, contenders, random, Progress.silent());
        for (int i = 0; i < 2; i++) {
            turns.get(i).addAll(series.get(i).turns());
            long nanos = Math.max(CPU_TICK, services.get(i).cpu().toNanos() - before[i]);
            cpuMicros
                    .get(i)
                    .add(nanos
                            / 1_000.0
                            / Math.max(1, series.get(i).turns().get(0).requests()));
        }
    }

    /** Requests per second of both, round by round: it shows whether one of them was still warming up. */
    Chart byRound() {
        List<Chart.Series> series = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            List<Chart.Point> points = new ArrayList<>();
            for (Turn turn : turns.get(i)) {
                points.add(new Chart.Point(points.size() + 1, turn.perSecond()));
            }
            series.add(new Chart.Series(services.get(i).title(), points));
        }
        return new Chart.Lines("Turn by turn", "round", "requests/s", false, series);
    }

    /** Of the baseline and of the other. */
    List<Series> series() {
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            series.add(
                    new Series(services.get(i).title(), new WarmUp.Outcome(0, true, 0, new Failures()), turns.get(i)));
        }
        return series;
    }

    /** Requests per second of the other by those of the baseline, round by round. */
    List<Double> logRatios() {
        return Estimate.logRatios(values(1, Turn::perSecondForRatio), values(0, Turn::perSecondForRatio));
    }

    Estimate throughput() {
        return ratio(Turn::perSecondForRatio);
    }

    /** Empty if nothing was answered in a turn. */
    Optional<Estimate> medianLatency() {
        boolean told = turns.stream()
                .flatMap(List::stream)
                .allMatch(turn -> turn.latency().getTotalCount() > 0);
        return told ? Optional.of(ratio(turn -> turn.latency().getValueAtPercentile(MEDIAN))) : Optional.empty();
    }

    Estimate cpu() {
        return Estimate.ratio(cpuMicros.get(1), cpuMicros.get(0));
    }

    /** Garbage of a request of the other by that of the baseline. */
    double garbage() {
        return bytes(1) / bytes(0);
    }

    List<Measurement> measurements(Operation operation) {
        List<Measurement> measurements = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            measurements.add(Measurement.of(
                    operation.title(),
                    load.label(),
                    series().get(i),
                    Estimate.mean(cpuMicros.get(i)).value(),
                    bytes(i)));
        }
        return measurements;
    }

    private double bytes(int service) {
        long requests = turns.get(service).stream().mapToLong(Turn::requests).sum();
        return garbage[service] / Math.max(1, requests);
    }

    private Estimate ratio(ToDoubleFunction<Turn> value) {
        return Estimate.ratio(values(1, value), values(0, value));
    }

    private List<Double> values(int service, ToDoubleFunction<Turn> value) {
        return turns.get(service).stream().map(value::applyAsDouble).toList();
    }
}

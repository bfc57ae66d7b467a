package io.shardkit.loadtest;

import io.shardkit.lab.load.Contender;
import io.shardkit.lab.load.Load;
import io.shardkit.lab.load.Turn;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * Warms services up in turns of a second, until the compilers of all have little left to do. Throughput alone does not
 * tell: it stands still for seconds long before its end, and the service that was warmed up less looks slower.
 */
final class Warming {
    /** The turns of which the mean share is taken: compilers have work in waves. */
    private static final int TURNS = 5;

    /** The columns of {@link #run}. */
    static final List<String> COLUMNS =
            List.of("service", "load", "seconds", "its compilers worked, in the last " + TURNS + " of them");

    /** A service is warm when its compilers work no more than this share of the time. */
    private static final double WARM = 0.25;

    private Warming() {}

    /**
     * Runs it, for so many seconds of each service at most.
     *
     * @return for each service how that went, as a row of the report
     */
    static List<List<String>> run(
            Conditions conditions, List<Service> services, List<Contender> contenders, Load load, int most)
            throws IOException, InterruptedException {
        int second = 0;
        Deque<double[]> last = new ArrayDeque<>();
        while (second < most && (last.size() < TURNS || !isWarm(mean(last)))) {
            second++;
            conditions
                    .progress()
                    .tell("warm-up, " + load.label() + ", second " + second + " of " + most + " at most of each");
            last.add(second(conditions, services, contenders, load));
            if (last.size() > TURNS) {
                last.remove();
            }
        }
        double[] share = mean(last);
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < services.size(); i++) {
            rows.add(List.of(
                    services.get(i).title(),
                    load.label(),
                    Integer.toString(second),
                    String.format(Locale.ROOT, "%.0f %% of the time", 100 * share[i])));
        }
        return rows;
    }

    /** Returns the share of the time that each service spent compiling. */
    private static double[] second(Conditions conditions, List<Service> services, List<Contender> contenders, Load load)
            throws IOException, InterruptedException {
        double[] share = new double[services.size()];
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
        return share;
    }

    private static double[] mean(Collection<double[]> turns) {
        double[] mean = new double[turns.iterator().next().length];
        for (double[] turn : turns) {
            for (int i = 0; i < mean.length; i++) {
                mean[i] += turn[i] / turns.size();
            }
        }
        return mean;
    }

    private static boolean isWarm(double[] share) {
        return Arrays.stream(share).allMatch(each -> each <= WARM);
    }
}

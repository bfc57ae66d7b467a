package io.shardkit.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.shardkit.benchmarks.database.Databases;
import io.shardkit.benchmarks.report.AlternationResult;
import io.shardkit.lab.subject.Database;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Measures Shardkit and the work by hand in one JVM, in turns of a fraction of a second, and tells how many times as
 * much Shardkit gets done. Where the speed of a machine changes within seconds, the ratio of two neighbouring turns says
 * more than that of two JVMs that run one after the other.
 */
final class Alternation {
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** After how many pairs of turns what was inserted is removed; odd, so that either side is often the first then. */
    private static final int PAIRS_UNTIL_CLEARED = 9;

    private final Database database;
    private final long turnNanos;
    private final Path results;

    /**
     * @param turnMillis how long a turn takes, at least 1
     * @param results the folder for the results
     */
    Alternation(Database database, long turnMillis, Path results) {
        this.database = database;
        this.results = results;
        this.turnNanos = TimeUnit.MILLISECONDS.toNanos(turnMillis);
    }

    /** Measures a workload. Who opens its connections first changes from round to round. */
    void run(String name, int threads, int round) throws SQLException, IOException {
        boolean handOpensFirst = round % 2 == 1;
        try (Side one = new Side(name, handOpensFirst ? Variant.HAND : Variant.SHARDKIT, threads, null);
                Side other = new Side(name, handOpensFirst ? Variant.SHARDKIT : Variant.HAND, threads, one)) {
            Side hand = handOpensFirst ? one : other;
            Side shardkit = handOpensFirst ? other : one;
            List<Double> ratios = new ArrayList<>();
            List<Double> micros = new ArrayList<>();
            List<Double> processor = new ArrayList<>();
            for (int pair = 0; pair < AlternationResult.WARM_UP_PAIRS + AlternationResult.PAIRS; pair++) {
                if (pair % PAIRS_UNTIL_CLEARED == 0) {
                    hand.workload.clear();
                }
                boolean handFirst = pair % 2 == 0;
                Pace first = (handFirst ? hand : shardkit).turn();
                Pace second = (handFirst ? shardkit : hand).turn();
                Pace byHand = handFirst ? first : second;
                Pace byShardkit = handFirst ? second : first;
                if (pair >= AlternationResult.WARM_UP_PAIRS) {
                    ratios.add(byShardkit.perSecond() / byHand.perSecond());
                    micros.add(threads * (double) TimeUnit.SECONDS.toMicros(1) / byHand.perSecond());
                    processor.add(byShardkit.processorNanos() / byHand.processorNanos());
                }
            }
            AlternationResult turn = new AlternationResult(
                    Databases.label(database),
                    threads,
                    name.substring(name.lastIndexOf('.') + 1),
                    round,
                    quantile(micros, 2),
                    quantile(ratios, 2),
                    quantile(ratios, 1),
                    quantile(ratios, 3),
                    quantile(processor, 2));
            turn.add(results);
            System.out.println(turn);
        }
    }

    private static double quantile(List<Double> values, int quarter) {
        return values.stream().sorted().toList().get(values.size() * quarter / 4);
    }

    /**
     * The speed of a turn.
     *
     * @param perSecond operations per second
     * @param processorNanos processor time of this JVM for an operation, its own threads included
     */
    private record Pace(double perSecond, double processorNanos) {}

    /** One of the two. */
    private final class Side implements AutoCloseable {
        private final JmhWorkload workload;
        private final MethodHandle operation;
        private final List<ThreadKeys> keys = new ArrayList<>();
        private final ExecutorService executor;

        /** @param other whose tables it writes too, or null */
        Side(String name, Variant variant, int threads, @Nullable Side other) throws SQLException {
            workload = Benchmarks.workload(Benchmarks.className(name));
            workload.database = database;
            workload.subject = variant;
            try {
                operation = MethodHandles.lookup()
                        .unreflect(workload.getClass()
                                .getMethod(name.substring(name.lastIndexOf('.') + 1), ThreadKeys.class))
                        .bindTo(workload);
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException(name + " is no workload of keys", e);
            }
            for (int thread = 0; thread < threads; thread++) {
                ThreadKeys own = new ThreadKeys();
                own.start(new ThreadParams(thread, threads, 0, 1, 0, 1, thread, threads, thread, threads));
                if (other != null) {
                    // Both write the same tables, where what is new has to be new for both.
                    own.takeFreshFrom(other.keys.get(thread));
                }
                keys.add(own);
            }
            workload.open();
            executor = Executors.newFixedThreadPool(threads);
        }

        Pace turn() {
            long start = System.nanoTime();
            long processor = PROCESS.getProcessCpuTime();
            List<Future<Long>> counts = new ArrayList<>();
            for (ThreadKeys own : keys) {
                counts.add(executor.submit(repeat(own, start + turnNanos)));
            }
            long done = 0;
            for (Future<Long> count : counts) {
                done += result(count);
            }
            double perSecond = done * (double) TimeUnit.SECONDS.toNanos(1) / (System.nanoTime() - start);
            return new Pace(perSecond, (PROCESS.getProcessCpuTime() - processor) / (double) done);
        }

        private Callable<Long> repeat(ThreadKeys own, long end) {
            return () -> {
                long count = 0;
                try {
                    while (System.nanoTime() < end) {
                        Object answer = operation.invoke(own);
                        if (answer == null) {
                            throw new IllegalStateException("no answer");
                        }
                        count++;
                    }
                } catch (Throwable failure) {
                    throw new IllegalStateException(failure);
                }
                return count;
            };
        }

        private long result(Future<Long> count) {
            try {
                return count.get();
            } catch (InterruptedException | ExecutionException e) {
                executor.shutdownNow();
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            executor.shutdownNow();
            workload.close();
        }
    }
}

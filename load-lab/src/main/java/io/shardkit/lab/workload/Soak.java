package io.shardkit.lab.workload;

import io.shardkit.lab.load.ClosedLoop;
import io.shardkit.lab.load.Contender;
import io.shardkit.lab.load.Failures;
import io.shardkit.lab.load.Progress;
import io.shardkit.lab.load.Turn;
import io.shardkit.lab.load.Workers;
import io.shardkit.lab.report.Chart;
import io.shardkit.lab.report.Measurement;
import io.shardkit.lab.report.Section;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** All operations of a workload at the same time for long, and what becomes of the process meanwhile. Used once. */
final class Soak {
    /** The greatest number of points of a curve. */
    private static final int POINTS = 240;

    private static final double MEGABYTE = 1 << 20;

    private final List<Contender> operations;
    private final int threads;
    private final Workers workers;
    private final IntSupplier connections;
    private final Progress progress;
    private final Failures failures = new Failures();
    private final List<Sample> samples = new ArrayList<>();
    private long requests;

    /** The observations at the end of a stretch. */
    private record Sample(double minutes, Turn turn, double heap, double kept, int threads, int connections) {}

    Soak(List<Contender> operations, int threads, Workers workers, IntSupplier connections, Progress progress) {
        this.operations = operations;
        this.threads = threads;
        this.workers = workers;
        this.connections = connections;
        this.progress = progress;
    }

    long requests() {
        return requests;
    }

    Failures failures() {
        return failures;
    }

    /** Runs for so long. Each worker takes one operation after the other. */
    Section run(Duration length, String title) {
        long start = System.nanoTime();
        Duration stretch = Duration.ofMillis(Math.max(500, length.toMillis() / POINTS));
        int[] turn = new int[threads];
        Histogram all = new Histogram(3);
        long done = 0;
        progress.section(title);
        do {
            Turn next = new ClosedLoop(threads, workers)
                    .run(
                            worker -> operations
                                    .get(Math.floorMod(worker + turn[worker]++, operations.size()))
                                    .task()
                                    .run(worker),
                            stretch);
            requests += next.requests();
            done += next.done();
            failures.addAll(next.failures());
            all.add(next.latency());
            samples.add(new Sample(
                    (System.nanoTime() - start) / (double) TimeUnit.MINUTES.toNanos(1),
                    next,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEGABYTE,
                    kept(),
                    ManagementFactory.getThreadMXBean().getThreadCount(),
                    connections.getAsInt()));
            progress.tell(Math.round(next.perSecond()) + "/s, " + failures.count() + " errors");
        } while (System.nanoTime() - start < length.toNanos());
        Measurement measurement = new Measurement(
                "all operations",
                title,
                threads + " threads",
                done,
                failures.count(),
                0,
                samples.stream()
                        .mapToDouble(sample -> sample.turn.perSecond())
                        .average()
                        .orElse(0),
                Measurement.Latency.of(all),
                null,
                null);
        return new Section(
                title,
                operations.stream()
                                .map(Contender::name)
                                .reduce((a, b) -> a + ", " + b)
                                .orElse("") + " in turns by each thread.",
                List.of(),
                List.of(
                        chart("Answers per second", "1/s", curve("answers", sample -> sample.turn.perSecond())),
                        chart(
                                "Latency",
                                "ms",
                                curve("median", sample -> Measurement.Latency.millis(sample.turn.latency(), 50)),
                                curve("99 %", sample -> Measurement.Latency.millis(sample.turn.latency(), 99)),
                                curve("99.9 %", sample -> Measurement.Latency.millis(sample.turn.latency(), 99.9))),
                        chart(
                                "Heap",
                                "MiB",
                                curve("used", Sample::heap),
                                curve("after the last collection", Sample::kept)),
                        chart(
                                "Threads and connections",
                                "",
                                curve("threads", Sample::threads),
                                curve("connections", Sample::connections))),
                List.of(measurement),
                List.of(),
                List.of());
    }

    /** Returns the heap that was in use after the last garbage collection, in megabytes. */
    private static double kept() {
        double kept = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null) {
                kept += pool.getCollectionUsage().getUsed() / MEGABYTE;
            }
        }
        return kept;
    }

    private Chart.Series curve(String name, ToDoubleFunction<Sample> value) {
        return new Chart.Series(
                name,
                samples.stream()
                        .map(sample -> new Chart.Point(sample.minutes, value.applyAsDouble(sample)))
                        .toList());
    }

    private static Chart chart(String title, String unit, Chart.Series... curves) {
        return new Chart.Lines(title, "minutes", unit, false, List.of(curves));
    }
}

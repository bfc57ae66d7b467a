package io.shardkit.lab.load;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * Threads each of which asks, waits for the answer and asks again. Its latency is the time of an answer under so many
 * threads: as no thread asks while a server stands still, only an {@link OpenLoop} shows how long users wait.
 */
public final class ClosedLoop implements Load {
    /** Of the percentiles. */
    static final int DIGITS = 3;

    private final int threads;
    private final Duration rampUp;
    private final Workers workers;
    private final Clock clock;

    /** @param threads at least 1 */
    public ClosedLoop(int threads, Workers workers) {
        this(threads, Duration.ZERO, workers);
    }

    /**
     * With time before each turn in which it asks and counts no answers: all threads begin at the same moment, and until the
     * first of them have their answers nothing has work that queues.
     *
     * @param threads at least 1
     */
    public ClosedLoop(int threads, Duration rampUp, Workers workers) {
        this(threads, rampUp, workers, Clock.SYSTEM);
    }

    ClosedLoop(int threads, Duration rampUp, Workers workers, Clock clock) {
        if (threads < 1) {
            throw new IllegalArgumentException(threads + " threads");
        }
        this.threads = threads;
        this.rampUp = rampUp;
        this.workers = workers;
        this.clock = clock;
    }

    @Override
    public String label() {
        return threads == 1 ? "1 thread" : threads + " threads";
    }

    @Override
    public Turn run(Task task, Duration length) {
        LongAdder requests = new LongAdder();
        LongAdder done = new LongAdder();
        Failures failures = new Failures();
        ConcurrentHistogram latency = new ConcurrentHistogram(DIGITS);
        workers.run(threads, clock::nanos, (worker, start) -> {
            long begin = start + rampUp.toNanos();
            long end = begin + length.toNanos();
            long before = clock.nanos();
            do {
                requests.increment();
                boolean right = attempt(task, worker, failures);
                long after = clock.nanos();
                if (right && after >= begin) {
                    latency.recordValue(Math.max(0, after - before));
                    if (after <= end) {
                        done.increment();
                    }
                }
                before = after;
            } while (before < end);
        });
        return new Turn(
                length.toNanos() / (double) TimeUnit.SECONDS.toNanos(1),
                requests.sum(),
                done.sum(),
                0,
                failures,
                latency);
    }

    static boolean attempt(Task task, int worker, Failures failures) {
        try {
            task.run(worker);
            return true;
        } catch (Exception e) {
            failures.add(e);
            return false;
        }
    }
}

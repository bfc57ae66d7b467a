package io.shardkit.lab.load;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * Requests that arrive at an even rate, whether or not the earlier ones were answered. Latency counts from the moment at
 * which a request was to start, so that one that had to wait for a thread is not taken for a fast one (what is called
 * coordinated omission).
 */
public final class OpenLoop implements Load {
    private final double perSecond;
    private final int threads;
    private final Workers workers;
    private final Clock clock;

    /**
     * Requests at this rate.
     *
     * @param perSecond above 0
     * @param threads the most requests under way at a time; those that find none free wait, and their wait counts
     */
    public OpenLoop(double perSecond, int threads, Workers workers) {
        this(perSecond, threads, workers, Clock.SYSTEM);
    }

    OpenLoop(double perSecond, int threads, Workers workers, Clock clock) {
        if (!(perSecond > 0) || threads < 1) {
            throw new IllegalArgumentException(perSecond + " per second by " + threads + " threads");
        }
        this.perSecond = perSecond;
        this.threads = threads;
        this.workers = workers;
        this.clock = clock;
    }

    @Override
    public String label() {
        return Math.round(perSecond) + "/s offered";
    }

    @Override
    public Turn run(Task task, Duration length) {
        AtomicLong next = new AtomicLong();
        LongAdder requests = new LongAdder();
        LongAdder done = new LongAdder();
        LongAdder unserved = new LongAdder();
        Failures failures = new Failures();
        ConcurrentHistogram latency = new ConcurrentHistogram(ClosedLoop.DIGITS);
        double apart = TimeUnit.SECONDS.toNanos(1) / perSecond;
        workers.run(threads, clock::nanos, (worker, start) -> {
            long end = start + length.toNanos();
            long latest = end + length.toNanos();
            while (true) {
                long intended = start + Math.round(next.getAndIncrement() * apart);
                if (intended >= end) {
                    return;
                }
                requests.increment();
                clock.sleepUntil(intended);
                long begun = clock.nanos();
                if (begun > latest) {
                    unserved.increment();
                    latency.recordValue(begun - intended);
                } else if (ClosedLoop.attempt(task, worker, failures)) {
                    long after = clock.nanos();
                    latency.recordValue(Math.max(0, after - intended));
                    if (after <= end) {
                        done.increment();
                    }
                }
            }
        });
        return new Turn(
                length.toNanos() / (double) TimeUnit.SECONDS.toNanos(1),
                requests.sum(),
                done.sum(),
                unserved.sum(),
                failures,
                latency);
    }
}

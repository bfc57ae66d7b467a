package io.shardkit.plan;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Whether a statement over several data sources is faster by several threads or by the caller's alone. That depends on
 * the databases, on how far away they are and on what else the machine does, so both ways are tried from time to time,
 * and the faster one is taken. A wrong guess makes a statement slower and changes nothing else. Thread-safe; nobody
 * waits for anybody, and of two executions that end at once one is not counted.
 */
public final class Pace {
    /** One data source after the other, whatever it takes. */
    public static final Pace IN_TURN = new Pace(false);

    /** About what it takes to hand a share to another thread and to be told that it is done. */
    private static final long QUICK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    /** What takes longer by one thread is not tried by one. */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** One thread takes less of the processors, so several have to be a tenth faster. */
    private static final double WORTH_THREADS = 0.9;

    private static final int WEIGHT_OF_PAST = 7;
    private static final int TRIED_EACH_WAY = 8;
    private static final int CLEAR_AFTER = 3;
    private static final int FIRST_INTERVAL = 32;
    private static final int LONGEST_INTERVAL = 1024;

    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean threads;
    private volatile boolean trying;
    private volatile boolean nextByThreads;

    /** About what one thread takes for all, at most. */
    private long alone = SLOW_NANOS;

    private int interval = FIRST_INTERVAL;
    private int untilTrial = FIRST_INTERVAL;
    private final Way oneThread = new Way();
    private final Way severalThreads = new Way();

    /** A pace of which nothing is known yet. */
    public Pace() {
        this(true);
    }

    private Pace(boolean threads) {
        this.threads = threads;
    }

    /** What a trial knows of a way. */
    private static final class Way {
        private int count;
        private long nanos;
        private long slowest;

        void clear() {
            count = 0;
            nanos = 0;
            slowest = 0;
        }

        void add(long took) {
            count++;
            nanos += took;
            slowest = Math.max(slowest, took);
        }

        /** Without the slowest, which may have waited for a garbage collection. */
        double average() {
            return (double) (nanos - slowest) / (count - 1);
        }
    }

    /** One execution. */
    public final class Run {
        private final boolean byThreads;
        private final int shares;
        private final long start = System.nanoTime();

        private Run(boolean byThreads, int shares) {
            this.byThreads = byThreads;
            this.shares = shares;
        }

        /** Whether several threads run it. */
        public boolean byThreads() {
            return byThreads;
        }

        /** It ended now, and did not fail. */
        public void ended() {
            if (shares > 1) {
                took(byThreads, shares, System.nanoTime() - start);
            }
        }
    }

    /**
     * An execution begins.
     *
     * @param shares how many data sources it concerns, at least 1
     */
    public Run begin(int shares) {
        return new Run(shares > 1 && useThreads(), shares);
    }

    /** Whether the next execution is run by several threads. */
    boolean useThreads() {
        if (!trying) {
            return threads;
        }
        nextByThreads = !nextByThreads;
        return nextByThreads;
    }

    /** An execution took this long. */
    void took(boolean byThreads, int shares, long nanos) {
        if (this == IN_TURN || !lock.tryLock()) {
            return;
        }
        try {
            if (trying) {
                compare(byThreads ? severalThreads : oneThread, nanos);
            } else {
                watch(byThreads ? nanos * shares : nanos);
            }
        } finally {
            lock.unlock();
        }
    }

    private void watch(long nanos) {
        alone = (WEIGHT_OF_PAST * alone + Math.min(nanos, 2 * SLOW_NANOS)) / (WEIGHT_OF_PAST + 1);
        untilTrial--;
        if (alone >= SLOW_NANOS) {
            threads = true;
        } else if (alone <= QUICK_NANOS) {
            threads = false;
        } else if (untilTrial <= 0) {
            oneThread.clear();
            severalThreads.clear();
            trying = true;
        }
    }

    private void compare(Way way, long nanos) {
        way.add(nanos);
        int times = Math.min(oneThread.count, severalThreads.count);
        if (times < CLEAR_AFTER) {
            return;
        }
        double ratio = severalThreads.average() / oneThread.average();
        boolean clear = ratio < 0.5 || ratio > 2;
        if (clear || times >= TRIED_EACH_WAY) {
            boolean faster = ratio < WORTH_THREADS;
            interval = faster == threads ? Math.min(2 * interval, LONGEST_INTERVAL) : FIRST_INTERVAL;
            untilTrial = interval;
            threads = faster;
            trying = false;
        }
    }
}

package io.shardkit.plan;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Chooses whether a statement over several data sources runs on several threads or on the caller's alone. The faster way
 * depends on the databases, on how far away they are and on what else the machine does, so both ways are tried from time
 * to time, and the faster one is taken. A wrong guess makes a statement slower and changes nothing else. Thread-safe; no
 * thread waits for another, and of two executions that end at once one is not counted.
 */
public final class ParallelismChoice {
    /** About what it takes to hand a share to another thread and to be told that it is done. */
    private static final long QUICK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    /** Least time on one thread from which on several threads run an execution. */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** One thread takes less of the processors, so several have to be a tenth faster. */
    private static final double WORTH_THREADS = 0.9;

    private static final int WEIGHT_OF_PAST = 7;
    private static final int TRIED_EACH_WAY = 8;
    private static final int CLEAR_AFTER = 3;
    private static final int FIRST_INTERVAL = 32;
    private static final int LONGEST_INTERVAL = 1024;

    /** One data source after the other, whatever it takes. */
    public static final ParallelismChoice IN_TURN = new ParallelismChoice(false);

    private final boolean varies;
    private final ReentrantLock lock = new ReentrantLock();

    /** The result of the last trial: true if several threads were faster. */
    private volatile boolean threadsAreFaster = true;

    private volatile boolean trying;

    /** About what one thread takes for a step, at most. */
    private volatile long stepAlone = SLOW_NANOS;

    private int interval = FIRST_INTERVAL;
    private int untilTrial = FIRST_INTERVAL;
    private final Trial oneThread = new Trial();
    private final Trial severalThreads = new Trial();

    /** One of which nothing is known yet. */
    public ParallelismChoice() {
        this(true);
    }

    private ParallelismChoice(boolean varies) {
        this.varies = varies;
    }

    /** The measurements of one way in a trial. */
    private static final class Trial {
        private int count;
        private long nanos;
        private long slowest;

        void clear() {
            count = 0;
            nanos = 0;
            slowest = 0;
        }

        void add(long step) {
            count++;
            nanos += step;
            slowest = Math.max(slowest, step);
        }

        /** Without the slowest, which may have waited for a garbage collection. */
        double average() {
            return (double) (nanos - slowest) / (count - 1);
        }
    }

    /** The way in which an execution runs, and the reason for it. */
    private enum Choice {
        ALONE,
        BY_THREADS,
        TRIED_ALONE,
        TRIED_BY_THREADS
    }

    /** One execution. */
    public final class Run {
        private final Choice choice;
        private final int shares;
        private final int steps;
        private final long start = System.nanoTime();

        private Run(Choice choice, int shares, int steps) {
            this.choice = choice;
            this.shares = shares;
            this.steps = steps;
        }

        /** Returns true if several threads run the execution. */
        public boolean byThreads() {
            return choice == Choice.BY_THREADS || choice == Choice.TRIED_BY_THREADS;
        }

        /** It ended now, and did not fail. */
        public void ended() {
            if (shares > 1) {
                took(System.nanoTime() - start);
            }
        }

        void took(long nanos) {
            if (!varies || !lock.tryLock()) {
                return;
            }
            try {
                long step = nanos / steps;
                watch(byThreads() ? step * shares : step, steps);
                if (choice == Choice.TRIED_ALONE) {
                    compare(oneThread, step);
                } else if (choice == Choice.TRIED_BY_THREADS) {
                    compare(severalThreads, step);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * An execution begins.
     *
     * @param shares how many data sources it concerns, at least 1
     * @param steps how many times the same is done, at least 1; of a batch its rows
     */
    public Run begin(int shares, int steps) {
        return new Run(choice(shares, steps), shares, steps);
    }

    private Choice choice(int shares, int steps) {
        long alone = stepAlone * steps;
        if (shares == 1 || !varies || alone <= QUICK_NANOS) {
            return Choice.ALONE;
        }
        if (alone >= SLOW_NANOS) {
            return Choice.BY_THREADS;
        }
        if (trying) {
            // At random, as executions may differ in turn for a reason of their own.
            return ThreadLocalRandom.current().nextBoolean() ? Choice.TRIED_BY_THREADS : Choice.TRIED_ALONE;
        }
        return threadsAreFaster ? Choice.BY_THREADS : Choice.ALONE;
    }

    private void watch(long alone, int steps) {
        stepAlone = (WEIGHT_OF_PAST * stepAlone + Math.min(alone, 2 * SLOW_NANOS)) / (WEIGHT_OF_PAST + 1);
        long all = stepAlone * steps;
        if (untilTrial > 0) {
            untilTrial--;
        } else if (!trying && all > QUICK_NANOS && all < SLOW_NANOS) {
            oneThread.clear();
            severalThreads.clear();
            trying = true;
        }
    }

    private void compare(Trial way, long step) {
        way.add(step);
        int times = Math.min(oneThread.count, severalThreads.count);
        if (!trying || times < CLEAR_AFTER) {
            return;
        }
        double ratio = severalThreads.average() / oneThread.average();
        boolean clear = ratio < 0.5 || ratio > 2;
        if (clear || times >= TRIED_EACH_WAY) {
            boolean faster = ratio < WORTH_THREADS;
            interval = faster == threadsAreFaster ? Math.min(2 * interval, LONGEST_INTERVAL) : FIRST_INTERVAL;
            untilTrial = interval;
            threadsAreFaster = faster;
            trying = false;
        }
    }
}

package io.shardkit.execute.watch;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that looks after all {@link Watch}es of this JVM. It begins when it is needed and ends when it is not.
 * Thread-safe.
 */
public final class Watchdog {
    /** The interval at which watches are looked at; deadlines are as exact as this. */
    private static final long TICK_MILLIS = 20;

    private static final long IDLE_SECONDS = 10;
    private static final long IDLE_TICKS = TimeUnit.SECONDS.toMillis(IDLE_SECONDS) / TICK_MILLIS;

    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
    private static final Set<Watched> WATCHES = ConcurrentHashMap.newKeySet();
    private static volatile boolean running;

    private Watchdog() {}

    /** A watch that the watchdog looks after. */
    interface Watched {
        /**
         * Does what is due.
         *
         * @param now as {@link System#nanoTime()} counts
         */
        void look(long now);
    }

    /** Looks after a watch from now on. */
    static void add(Watched watch) {
        WATCHES.add(watch);
        if (!running) {
            start();
        }
    }

    private static synchronized void start() {
        if (!running) {
            running = true;
            HelperThreads.daemon(Watchdog::run, "shardkit-deadlines").start();
        }
    }

    /** Looks after it no longer. */
    static void remove(Watched watch) {
        WATCHES.remove(watch);
    }

    private static void run() {
        int idle = 0;
        while (!mayEnd(idle)) {
            try {
                Thread.sleep(TICK_MILLIS);
            } catch (InterruptedException nobodysBusiness) {
                // It ends when there is nothing to look after.
            }
            idle = WATCHES.isEmpty() ? idle + 1 : 0;
            long now = System.nanoTime();
            for (Watched watch : WATCHES) {
                look(watch, now);
            }
        }
    }

    /** Looks at a watch; a look that fails for lack of threads or memory is repeated with the next tick. */
    private static void look(Watched watch, long now) {
        try {
            watch.look(now);
        } catch (RuntimeException | Error unable) {
            LOG.warn("A statement's deadline could not be looked after", unable);
        }
    }

    private static boolean mayEnd(int idle) {
        if (idle < IDLE_TICKS) {
            return false;
        }
        running = false;
        // A thread that added a watch before that saw this thread running.
        if (WATCHES.isEmpty()) {
            return true;
        }
        synchronized (Watchdog.class) {
            if (running) {
                return true;
            }
            running = true;
            return false;
        }
    }
}

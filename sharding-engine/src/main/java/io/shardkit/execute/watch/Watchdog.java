package io.shardkit.execute.watch;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that looks after all {@link Watch}es of this JVM, and the threads for what may hang: drivers cancel and
 * abort by connections of their own, which a frozen server accepts and never answers. All are daemons, begin when they
 * are needed and end when they are not. Thread-safe.
 */
public final class Watchdog {
    /** How often watches are looked at; what they promise is as exact as this. */
    private static final long TICK_MILLIS = 20;

    private static final long IDLE_SECONDS = 10;
    private static final long IDLE_TICKS = TimeUnit.SECONDS.toMillis(IDLE_SECONDS) / TICK_MILLIS;

    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
    private static final Set<Watch> WATCHES = ConcurrentHashMap.newKeySet();
    private static final AtomicInteger THREADS = new AtomicInteger();
    private static final ExecutorService HELPERS = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> daemon(task, "shardkit-helper-" + THREADS.incrementAndGet()));

    private static volatile boolean running;

    private Watchdog() {}

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(null, task, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }

    /** Runs what may hang, on a thread that nobody waits for. */
    public static ExecutorService helpers() {
        return HELPERS;
    }

    /** Looks after a watch from now on. */
    static void add(Watch watch) {
        WATCHES.add(watch);
        if (!running) {
            start();
        }
    }

    private static synchronized void start() {
        if (!running) {
            running = true;
            daemon(Watchdog::run, "shardkit-deadlines").start();
        }
    }

    /** Looks after it no longer. */
    static void remove(Watch watch) {
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
            for (Watch watch : WATCHES) {
                look(watch, now);
            }
        }
    }

    /** What cannot be done now, for lack of threads or memory, is tried again with the next look. */
    private static void look(Watch watch, long now) {
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
        // Whoever added one before that saw the thread running.
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

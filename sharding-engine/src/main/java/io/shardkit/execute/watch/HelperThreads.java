package io.shardkit.execute.watch;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads for what may hang: drivers cancel and abort by connections of their own, which a frozen server accepts and never
 * answers. All are daemons, begin when they are needed and end when they are not. Thread-safe.
 */
public final class HelperThreads {
    private static final long IDLE_SECONDS = 10;
    private static final AtomicInteger THREADS = new AtomicInteger();
    private static final ExecutorService HELPERS = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> daemon(task, "shardkit-helper-" + THREADS.incrementAndGet()));

    private HelperThreads() {}

    /** A thread that has not begun, and keeps neither the process nor an application in memory. */
    public static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(null, task, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }

    /** Returns the executor for tasks that may hang; no thread waits for them. */
    public static ExecutorService helpers() {
        return HELPERS;
    }
}

package io.shardkit.execute.watch;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * A thread that waits for a pool, and is sent away by an interrupt when there is no more use in it: pools know of no other
 * way. Thread-safe.
 */
public final class Waiting implements Watchdog.Watched {
    /** The threads whose interrupt is not the application's. */
    private static final Set<Thread> SENT_AWAY = ConcurrentHashMap.newKeySet();

    private final Thread thread = Thread.currentThread();
    private final BooleanSupplier useful;
    private boolean over;
    private boolean sentAway;

    private Waiting(BooleanSupplier useful) {
        this.useful = useful;
    }

    /**
     * Waits as long as it is of use.
     *
     * @param name of what is waited for
     * @param useful asked often, from another thread
     * @throws SQLException what the waiting throws, or an {@link SQLTransientConnectionException} if it was of no use
     */
    public static <T> T whileUseful(String name, BooleanSupplier useful, Step<T> wait) throws SQLException {
        Waiting waiting = new Waiting(useful);
        Watchdog.add(waiting);
        try {
            return wait.run();
        } catch (SQLException failure) {
            if (waiting.end()) {
                throw new SQLTransientConnectionException(name + " does not answer", "08001", failure);
            }
            throw failure;
        } finally {
            waiting.end();
        }
    }

    @Override
    public synchronized void look(long now) {
        if (!over && !sentAway && !thread.isInterrupted() && !useful.getAsBoolean()) {
            sentAway = true;
            SENT_AWAY.add(thread);
            thread.interrupt();
        }
    }

    /** Tells whether it was sent away. */
    private synchronized boolean end() {
        if (!over) {
            over = true;
            Watchdog.remove(this);
            if (sentAway) {
                Thread.interrupted();
                SENT_AWAY.remove(thread);
            }
        }
        return sentAway;
    }

    /** Tells whether the application has interrupted a thread. */
    static boolean isInterrupted(Thread thread) {
        // It may end to wait in between.
        return thread.isInterrupted() && !SENT_AWAY.contains(thread) && thread.isInterrupted();
    }
}

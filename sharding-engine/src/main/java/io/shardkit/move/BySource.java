package io.shardkit.move;

import io.shardkit.execute.watch.HelperThreads;
import io.shardkit.membership.Change;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Works on units of some data sources side by side, and on those of one of them one after another. Thread-safe. */
final class BySource {
    /** Sources at a time: each needs a connection to every target, which the application lacks meanwhile. */
    private static final int MOST = 3;

    private final MoveLease lease;

    BySource(MoveLease lease) {
        this.lease = lease;
    }

    /** Work on one unit, or on those of one place. */
    interface Work<T> {
        void on(T rows) throws SQLException;
    }

    /** Returns true if work that takes long is to be left. */
    boolean isInterrupted() {
        return lease.isLost()
                || Change.STOPPING.contains(lease.request())
                || Thread.currentThread().isInterrupted();
    }

    /** Works on all units, and waits for the end of all work. */
    void run(List<UnitRows> units, Work<UnitRows> work) throws SQLException {
        runEach(PlaceRows.of(units, MOST), place -> {
            for (UnitRows unit : place.units()) {
                work.on(unit);
            }
        });
    }

    /** Works on all groups side by side, and waits for the end of all work. */
    <T> void runEach(List<T> groups, Work<T> work) throws SQLException {
        List<Future<?>> tasks = new ArrayList<>();
        for (T group : groups) {
            FutureTask<?> task = new FutureTask<>(() -> {
                work.on(group);
                return true;
            });
            if (groups.size() == 1) {
                task.run();
            } else {
                HelperThreads.helpers().execute(task);
            }
            tasks.add(task);
        }
        SQLException failure = null;
        for (Future<?> task : tasks) {
            try {
                task.get();
            } catch (ExecutionException failed) {
                failure = suppressing(failure, Objects.requireNonNull(failed.getCause()));
            } catch (InterruptedException stop) {
                tasks.forEach(each -> each.cancel(true));
                Thread.currentThread().interrupt();
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static SQLException suppressing(@Nullable SQLException first, Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RuntimeException unexpected) {
            throw unexpected;
        }
        SQLException failure = (SQLException) cause;
        if (first != null) {
            first.addSuppressed(failure);
            return first;
        }
        return failure;
    }
}

package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.Databases;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Runs a task on each data source; with an executor at the same time, one of them in the caller's thread. */
final class BothSources {
    private final @Nullable Executor executor;

    BothSources(@Nullable Executor executor) {
        this.executor = executor;
    }

    /** The work on one data source. */
    @FunctionalInterface
    interface Task<T> {
        T on(int source) throws SQLException;
    }

    /** The answers of the data sources, in their order. */
    <T> List<T> all(Task<T> task) throws SQLException {
        List<T> answers = new ArrayList<>(Databases.SOURCES);
        if (executor == null) {
            for (int source = 0; source < Databases.SOURCES; source++) {
                answers.add(task.on(source));
            }
            return answers;
        }
        FutureTask<T> other = new FutureTask<>(() -> task.on(1));
        executor.execute(other);
        try {
            answers.add(task.on(0));
        } catch (SQLException | RuntimeException e) {
            awaitQuietly(other);
            throw e;
        }
        answers.add(await(other));
        return answers;
    }

    /** The sum of what the data sources answer. */
    long sum(Task<Long> task) throws SQLException {
        long sum = 0;
        for (long each : all(task)) {
            sum += each;
        }
        return sum;
    }

    /** The first failure is the one that is told. */
    private static void awaitQuietly(FutureTask<?> task) {
        try {
            await(task);
        } catch (SQLException second) {
            return;
        }
    }

    private static <T> T await(FutureTask<T> task) throws SQLException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new SQLException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException(e);
        }
    }
}

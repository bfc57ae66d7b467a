package io.shardkit.loadtest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Starts several things at the same time. */
final class AtOnce {
    private AtOnce() {}

    /** A service that runs until it is closed. */
    interface Started extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Starts them, and returns when all have started.
     *
     * @throws IOException if one does not start, with its message; the others are closed then
     */
    static <T extends Started> List<T> start(List<Callable<T>> starts) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newCachedThreadPool();
        List<T> started = new ArrayList<>();
        try {
            IOException failure = null;
            for (Future<T> each : threads.invokeAll(starts)) {
                try {
                    started.add(each.get());
                } catch (ExecutionException e) {
                    IOException one = new IOException(e.getCause().getMessage(), e.getCause());
                    if (failure == null) {
                        failure = one;
                    } else {
                        failure.addSuppressed(one);
                    }
                }
            }
            if (failure != null) {
                started.forEach(Started::close);
                throw failure;
            }
            return started;
        } finally {
            threads.shutdownNow();
        }
    }
}

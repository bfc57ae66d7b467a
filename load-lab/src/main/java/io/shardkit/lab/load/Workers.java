package io.shardkit.lab.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Threads that stay from turn to turn, so that no turn pays for starting them. Thread-safe. */
public final class Workers implements AutoCloseable {
    private final @Nullable ExecutorService threads;

    private Workers(@Nullable ExecutorService threads) {
        this.threads = threads;
    }

    /** The work of each thread. */
    @FunctionalInterface
    interface Body {
        /**
         * Does it.
         *
         * @param worker a number from 0
         * @param start when all of them began
         */
        void run(int worker, long start);
    }

    /** As many as are needed at a time. */
    public static Workers start() {
        AtomicInteger number = new AtomicInteger();
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "load-" + number.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        });
        return new Workers(threads);
    }

    /** None: the caller's thread does the work of all, one after the other. */
    static Workers ofCaller() {
        return new Workers(null);
    }

    /** Runs the body once for each number, at the same time from the moment on when all are there, and waits for all. */
    void run(int workers, LongSupplier clock, Body body) {
        if (threads == null) {
            long start = clock.getAsLong();
            for (int worker = 0; worker < workers; worker++) {
                body.run(worker, start);
            }
            return;
        }
        AtomicLong start = new AtomicLong();
        CyclicBarrier together = new CyclicBarrier(workers, () -> start.set(clock.getAsLong()));
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int worker = 0; worker < workers; worker++) {
            int own = worker;
            running.add(CompletableFuture.runAsync(
                    () -> {
                        await(together);
                        body.run(own, start.get());
                    },
                    threads));
        }
        try {
            CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).join();
        } catch (CompletionException e) {
            throw new IllegalStateException("a worker of the load died", e.getCause());
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException("the load was stopped", e);
        }
    }

    @Override
    public void close() {
        if (threads != null) {
            threads.shutdownNow();
        }
    }
}

package io.shardkit.differential.write;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Threads of a test that work at the same time. */
final class Together {
    /** Far more than a machine needs that is busy. */
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(3);

    private Together() {}

    /**
     * Waits until all are done, and ends the threads.
     *
     * @param what is said of a failure
     * @throws AssertionError if one fails, or if they are not done after three minutes; their stacks are printed then
     */
    static void await(ExecutorService threads, List<Future<?>> running, String what) throws InterruptedException {
        threads.shutdown();
        long until = System.nanoTime() + LONGEST_NANOS;
        try {
            for (Future<?> each : running) {
                each.get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
        } catch (ExecutionException failure) {
            throw new AssertionError(what, failure.getCause());
        } catch (TimeoutException hang) {
            Thread.getAllStackTraces().forEach((thread, stack) -> System.out.println(thread + " " + List.of(stack)));
            throw new AssertionError(what, hang);
        } finally {
            threads.shutdownNow();
        }
    }
}

package io.shardkit.execute.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that commits and reads keep apart, and that a thread that leaves does not keep others waiting. */
@Timeout(60)
class CommitFenceTest {
    private final CommitFence fence = new CommitFence();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    private static void await(Thread thread, Thread.State state) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (thread.getState() != state) {
            assertThat(System.nanoTime()).as(thread.getState().toString()).isLessThan(until);
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void readsWaitForCommitsAndCommitsForReads() throws Exception {
        fence.committing();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicReference<Thread> reader = new AtomicReference<>();
        Future<Integer> read = threads.submit(() -> {
            reader.set(Thread.currentThread());
            return fence.reading(() -> {
                inside.countDown();
                await(go);
                return 7;
            });
        });
        while (reader.get() == null) {
            LockSupport.parkNanos(1_000_000);
        }
        await(reader.get(), Thread.State.TIMED_WAITING);
        assertThat(inside.getCount()).isOne();
        fence.committed();
        assertThat(inside.await(20, TimeUnit.SECONDS)).isTrue();
        Future<?> commit = threads.submit(() -> {
            fence.committing();
            fence.committed();
        });
        LockSupport.parkNanos(50_000_000);
        assertThat(commit.isDone()).isFalse();
        go.countDown();
        assertThat(read.get(20, TimeUnit.SECONDS)).isEqualTo(7);
        commit.get(20, TimeUnit.SECONDS);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void whoIsInterruptedJustWhenItMayEnterKeepsNobodyOut() throws Exception {
        fence.committing();
        AtomicReference<SQLException> refused = new AtomicReference<>();
        Thread reader = new Thread(() -> {
            try {
                fence.reading(() -> 1);
            } catch (SQLException interrupted) {
                refused.set(interrupted);
            }
        });
        reader.start();
        await(reader, Thread.State.TIMED_WAITING);
        synchronized (fence) {
            // It has to leave, and before it can it is let in.
            reader.interrupt();
            await(reader, Thread.State.BLOCKED);
            fence.committed();
        }
        reader.join();
        assertThat((Throwable) refused.get()).isNotNull();
        threads.submit(() -> {
                    fence.committing();
                    fence.committed();
                })
                .get(20, TimeUnit.SECONDS);
    }

    @Test
    void tellsWhetherACommitWasUnderWayOrHasBeenSince() {
        int before = fence.ended();
        assertThat(fence.hasCommittedSince(before)).isFalse();
        fence.committing();
        assertThat(fence.hasCommittedSince(before)).isTrue();
        int meanwhile = fence.ended();
        fence.committed();
        assertThat(fence.hasCommittedSince(before)).isTrue();
        assertThat(fence.hasCommittedSince(meanwhile)).isTrue();
        assertThat(fence.hasCommittedSince(fence.ended())).isFalse();
    }
}

package io.shardkit.keygen;

import io.shardkit.error.ErrorCode;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Generates consecutive whole numbers in blocks that each process takes from a table. The next block is fetched ahead, so
 * that no statement waits for it, and keys go on for a block while the database is away. The unused rest of a block is
 * lost when the process ends. Thread-safe.
 */
final class SegmentKeyGenerator implements KeyGenerator {
    private static final Logger LOG = LoggerFactory.getLogger(SegmentKeyGenerator.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The longest time a statement waits for a block. */
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The number of abandoned fetches that may hang before no further fetch is started. */
    private static final int MOST_HANGING = 4;

    private final SegmentTable table;
    private final int aheadPercent;
    private final ReentrantLock fetching = new ReentrantLock();
    private final AtomicBoolean ahead = new AtomicBoolean();
    private final ThreadPoolExecutor aheadFetcher;

    /** For statements that wait. */
    private final ThreadPoolExecutor fetcher;

    private volatile Block current = new Block(0, 0, 0);
    private @Nullable Block next;

    /** The fetch that a statement has begun whose time was over first; guarded by the lock. */
    private @Nullable CompletableFuture<Block> underway;

    /** The time when no statement waits for it any longer. */
    private long abandonedAt;

    private volatile long failedAt = System.nanoTime() - PAUSE_NANOS;
    private volatile @Nullable SQLException failure;

    /** Keys from {@code free} to before {@code end}; from {@code aheadAt} on the next block is fetched. */
    private static final class Block {
        private final AtomicLong free;
        private final long aheadAt;
        private final long end;

        Block(long first, long aheadAt, long end) {
            this.free = new AtomicLong(first);
            this.aheadAt = aheadAt;
            this.end = end;
        }
    }

    /** @param aheadPercent how much of a block is used when the next one is fetched */
    SegmentKeyGenerator(SegmentTable table, int aheadPercent) {
        this.table = table;
        this.aheadPercent = aheadPercent;
        this.aheadFetcher = threads(1, new LinkedBlockingQueue<>());
        aheadFetcher.allowCoreThreadTimeOut(true);
        this.fetcher = threads(0, new SynchronousQueue<>());
    }

    private static ThreadPoolExecutor threads(int core, BlockingQueue<Runnable> tasks) {
        return new ThreadPoolExecutor(core, Math.max(core, MOST_HANGING), 10, TimeUnit.SECONDS, tasks, task -> {
            Thread thread = new Thread(task, "shardkit-key-segment");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** @throws KeyGenerationException if the block is used up and the database gives no other */
    @Override
    public Object nextKey() {
        return nextKey(0);
    }

    @Override
    public Object nextKey(long nanos) {
        while (true) {
            Block block = current;
            long key = block.free.getAndIncrement();
            if (key < block.end) {
                if (key >= block.aheadAt) {
                    fetchAhead();
                }
                return key;
            }
            replace(block, nanos > 0 && nanos < WAIT_NANOS ? nanos : WAIT_NANOS);
        }
    }

    private void fetchAhead() {
        boolean paused = System.nanoTime() - failedAt < PAUSE_NANOS;
        if (!paused && ahead.compareAndSet(false, true)) {
            try {
                aheadFetcher.execute(this::fetchNext);
            } catch (RejectedExecutionException closed) {
                ahead.set(false);
            }
        }
    }

    private void fetchNext() {
        fetching.lock();
        try {
            if (next == null) {
                next = fetched();
            }
        } catch (KeyGenerationException e) {
            ahead.set(false);
            LOG.warn("No block of keys was fetched ahead: {}", e.getMessage());
        } finally {
            fetching.unlock();
        }
    }

    private void replace(Block used, long most) {
        long until = System.nanoTime() + most;
        try {
            if (!fetching.tryLock(most, TimeUnit.NANOSECONDS)) {
                throw late(most);
            }
            try {
                if (current == used) {
                    Block following = next == null ? fetched(until, most) : next;
                    next = null;
                    current = following;
                    ahead.set(false);
                }
            } finally {
                fetching.unlock();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new KeyGenerationException(
                    ErrorCode.INTERRUPTED, table.table().place(), stop);
        }
    }

    /**
     * Fetches a new block, or waits for the one that a statement with less time has asked for. One that was waited for as
     * long as a statement may wait is discarded when it comes.
     *
     * @param until the end of the wait
     * @param most the nanoseconds that the wait may take in all
     */
    private Block fetched(long until, long most) throws InterruptedException {
        CompletableFuture<Block> fetch = underway;
        underway = null;
        try {
            if (fetch == null || fetch.isCompletedExceptionally()) {
                fetch = CompletableFuture.supplyAsync(this::fetched, fetcher);
                abandonedAt = System.nanoTime() + WAIT_NANOS;
            }
            return fetch.get(Math.min(until, abandonedAt) - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof KeyGenerationException told) {
                throw told;
            }
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException stop) {
            underway = fetch;
            throw stop;
        } catch (RejectedExecutionException full) {
            throw late(WAIT_NANOS);
        } catch (TimeoutException late) {
            if (System.nanoTime() - abandonedAt >= 0) {
                throw late(WAIT_NANOS);
            }
            underway = fetch;
            throw late(most);
        }
    }

    /** The time is over: that of a statement, or all that the database has, which is then left alone for a moment. */
    private KeyGenerationException late(long waited) {
        String place = table.table().place();
        if (waited < WAIT_NANOS) {
            return new KeyGenerationException(ErrorCode.DEADLINE_PASSED, place);
        }
        SQLException late =
                new SQLTimeoutException("no answer in " + TimeUnit.NANOSECONDS.toSeconds(WAIT_NANOS) + " s");
        failure = late;
        failedAt = System.nanoTime();
        return new KeyGenerationException(ErrorCode.NO_KEY_BLOCK, place, late);
    }

    /** A new block; where one was not given just now, the database is left alone for a moment. */
    private Block fetched() {
        SQLException before = failure;
        if (before == null || System.nanoTime() - failedAt >= PAUSE_NANOS) {
            try {
                long end = table.advance();
                failure = null;
                long first = end - table.blockSize();
                return new Block(first, first + table.blockSize() * aheadPercent / 100, end);
            } catch (SQLException e) {
                before = e;
                failure = e;
                failedAt = System.nanoTime();
            }
        }
        throw new KeyGenerationException(ErrorCode.NO_KEY_BLOCK, table.table().place(), before);
    }

    @Override
    public void close() {
        aheadFetcher.shutdownNow();
        fetcher.shutdownNow();
    }
}

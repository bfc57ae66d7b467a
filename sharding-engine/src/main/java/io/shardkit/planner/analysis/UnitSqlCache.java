package io.shardkit.planner.analysis;

import io.shardkit.plan.SingleShard;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The unit SQL that the plans of one planner keep together. Beyond a size the oldest SQL is evicted, and rendered anew
 * when it is asked for. Thread-safe; reading takes no lock.
 */
public final class UnitSqlCache {
    /** The number of bytes of SQL that are kept, a little more or less. */
    public static final long DEFAULT_LIMIT = 16L << 20;

    /** About what a call and its text occupy beside the characters. */
    private static final int OVERHEAD = 100;

    private final long limit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Page> oldestFirst = new ArrayDeque<>();
    private long size;

    public UnitSqlCache(long limit) {
        this.limit = limit;
    }

    /** The SQL of some units of one statement, which is kept and evicted together. */
    static final class Page {
        static final int UNITS = 32;

        /** Read without order, as calls do not change: who misses a new one renders it once more. */
        private final @Nullable SingleShard[] calls = new SingleShard[UNITS];

        private final @Nullable Page[] owner;
        private final int place;
        private long size = OVERHEAD + 4L * UNITS;

        private Page(@Nullable Page[] owner, int place) {
            this.owner = owner;
            this.place = place;
        }

        @Nullable SingleShard call(int unit) {
            return calls[unit % UNITS];
        }
    }

    /** Keeps a call among the pages of its statement, which are read without order. */
    void put(@Nullable Page[] pages, SingleShard call) {
        int unit = call.call().unit();
        lock.lock();
        try {
            Page page = pages[unit / Page.UNITS];
            if (page == null) {
                page = new Page(pages, unit / Page.UNITS);
                pages[page.place] = page;
                oldestFirst.add(page);
                size += page.size;
            }
            if (page.call(unit) == null) {
                int added = call.call().sql().length() + OVERHEAD;
                page.size += added;
                size += added;
                page.calls[unit % Page.UNITS] = call;
            }
            while (size > limit) {
                evict(oldestFirst.remove());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Gives up all of them, as when the plans they are of are forgotten. */
    public void clear() {
        lock.lock();
        try {
            while (!oldestFirst.isEmpty()) {
                evict(oldestFirst.remove());
            }
        } finally {
            lock.unlock();
        }
    }

    private void evict(Page page) {
        page.owner[page.place] = null;
        size -= page.size;
    }

    /** The number of bytes that are kept now, as they are counted here. */
    long size() {
        lock.lock();
        try {
            return size;
        } finally {
            lock.unlock();
        }
    }
}

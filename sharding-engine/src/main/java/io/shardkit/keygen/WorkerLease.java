package io.shardkit.keygen;

import io.shardkit.error.ErrorCode;
import io.shardkit.observe.LeaseState;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker id that is leased from a table and renewed while the process lives. Thread-safe.
 *
 * <p>Two guards keep two processes from using one id. The process counts the lease from before it asked for it, by a
 * monotonic clock, so its lease ends before the lease in the database does. And the table keeps the greatest time that
 * the holder may put into keys: the next holder makes later keys only, so that not even a thread that slept through the
 * end of the lease makes a key twice.
 */
final class WorkerLease implements WorkerIds {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerLease.class);

    private final String generator;
    private final WorkerTable table;
    private final int greatest;
    private final long leaseMillis;
    private final long toleranceMillis;
    private final LongSupplier clock;
    private final LongSupplier nanos;
    private final ReentrantLock asking = new ReentrantLock();
    private final ScheduledThreadPoolExecutor renewing;

    private volatile @Nullable Held held;
    private volatile boolean closed;
    private long failedAt;
    private volatile @Nullable Exception failure;
    private @Nullable Future<?> keeping;

    /**
     * The lease that is held.
     *
     * @param owner the name under which it was taken
     * @param askedMillis the time of the last request
     * @param endNanos the end of the lease, by the monotonic clock
     * @param untilMillis the greatest time that may stand in a key
     */
    private record Held(Grant grant, String owner, long askedMillis, long endNanos, long untilMillis) {}

    WorkerLease(String generator, WorkerTable table, int greatest, Duration lease, long toleranceMillis) {
        this(generator, table, greatest, lease, toleranceMillis, System::currentTimeMillis, System::nanoTime);
    }

    /**
     * @param generator the name of the generator
     * @param greatest the greatest worker id
     * @param toleranceMillis how far the clock of an earlier holder may have been ahead of this one's
     * @param clock in milliseconds
     * @param nanos a clock that does not step
     */
    WorkerLease(
            String generator,
            WorkerTable table,
            int greatest,
            Duration lease,
            long toleranceMillis,
            LongSupplier clock,
            LongSupplier nanos) {
        this.generator = generator;
        this.table = table;
        this.greatest = greatest;
        this.leaseMillis = lease.toMillis();
        this.toleranceMillis = toleranceMillis;
        this.clock = clock;
        this.nanos = nanos;
        this.renewing = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "shardkit-worker-lease");
            thread.setDaemon(true);
            return thread;
        });
        this.failedAt = nanos.getAsLong() - TimeUnit.MILLISECONDS.toNanos(leaseMillis);
    }

    /** Takes a worker id and keeps it from now on; fails as {@link #grant} does. */
    WorkerLease start() {
        try {
            grant(clock.getAsLong());
        } catch (KeyGenerationException e) {
            renewing.shutdownNow();
            throw e;
        }
        long third = Math.max(1, leaseMillis / 3);
        keeping = renewing.scheduleWithFixedDelay(this::keep, third, third, TimeUnit.MILLISECONDS);
        return this;
    }

    @Override
    public Grant grant(long nowMillis) {
        Held current = held;
        return current != null && covers(current, nowMillis) ? current.grant : granted(nowMillis);
    }

    private boolean covers(Held lease, long nowMillis) {
        return nowMillis <= lease.untilMillis && nanos.getAsLong() - lease.endNanos < 0;
    }

    private Grant granted(long nowMillis) {
        boolean mine = false;
        try {
            mine = asking.tryLock(leaseMillis, TimeUnit.MILLISECONDS);
            Held current = held;
            if (current != null && covers(current, nowMillis)) {
                return current.grant;
            }
            if (mine && !closed && nanos.getAsLong() - failedAt > TimeUnit.MILLISECONDS.toNanos(leaseMillis / 10)) {
                ask();
            }
            current = held;
            if (current != null && covers(current, nowMillis)) {
                return current.grant;
            }
            throw new KeyGenerationException(
                    ErrorCode.WORKER_ID_NOT_HELD,
                    closed ? "the generator is closed" : table.table().place(),
                    mine ? failure : null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KeyGenerationException(
                    ErrorCode.WORKER_ID_NOT_HELD, table.table().place(), e);
        } finally {
            if (mine) {
                asking.unlock();
            }
        }
    }

    private void keep() {
        asking.lock();
        try {
            if (!closed) {
                ask();
            }
        } finally {
            asking.unlock();
        }
    }

    /** Renews what is held, or takes what is free; leaves everything as it is if the database does not answer. */
    private void ask() {
        try {
            Held current = held;
            if (current != null && renewed(current)) {
                failure = null;
                return;
            }
            held = null;
            held = taken();
            failure = null;
        } catch (SQLException | RuntimeException e) {
            // Once for each time that it is away, and not at each attempt.
            if (failure == null) {
                LOG.warn(
                        "No worker id of {} was taken or renewed", table.table().place(), e);
            }
            failure = e;
            failedAt = nanos.getAsLong();
        }
    }

    private boolean renewed(Held current) throws SQLException {
        long asked = nanos.getAsLong();
        long now = clock.getAsLong();
        long until = Math.max(now + leaseMillis, current.untilMillis);
        int worker = (int) current.grant.worker();
        if (!table.renew(worker, current.owner, leaseMillis, until)) {
            LOG.warn(
                    "Worker id {} of {} is held by another process by now",
                    worker,
                    table.table().place());
            return false;
        }
        held = new Held(current.grant, current.owner, now, end(asked), until);
        return true;
    }

    /** A tenth less than the lease in the database, as no two clocks go alike. */
    private long end(long askedNanos) {
        return askedNanos + TimeUnit.MILLISECONDS.toNanos(leaseMillis - leaseMillis / 10);
    }

    private Held taken() throws SQLException {
        String owner = UUID.randomUUID().toString();
        List<Integer> unused = new ArrayList<>();
        for (int worker = 0; worker <= greatest; worker++) {
            unused.add(worker);
        }
        List<WorkerTable.Row> rows = table.rows();
        // Several processes that start together shall not all try the same one first.
        Collections.shuffle(rows);
        for (WorkerTable.Row row : rows) {
            unused.remove((Integer) row.worker());
            long asked = nanos.getAsLong();
            long now = clock.getAsLong();
            boolean usable = row.free() && row.worker() <= greatest && row.usedUntil() <= now + toleranceMillis;
            long until = Math.max(now + leaseMillis, row.usedUntil());
            if (usable && table.take(row, owner, leaseMillis, until)) {
                return new Held(new Grant(row.worker(), row.usedUntil()), owner, now, end(asked), until);
            }
        }
        Collections.shuffle(unused);
        for (int worker : unused) {
            long asked = nanos.getAsLong();
            long now = clock.getAsLong();
            long until = now + leaseMillis;
            if (table.insert(worker, owner, leaseMillis, until)) {
                return new Held(new Grant(worker, Long.MIN_VALUE), owner, now, end(asked), until);
            }
        }
        throw new SQLException("All worker ids up to " + greatest + " are held by other processes");
    }

    @Override
    public LeaseState lease() {
        Held current = held;
        boolean failing = failure != null;
        String place = table.table().place();
        if (current == null) {
            return new LeaseState(generator, place, null, "", null, null, failing);
        }
        long left = TimeUnit.NANOSECONDS.toMillis(current.endNanos - nanos.getAsLong());
        long until = Math.min(clock.getAsLong() + left, current.untilMillis);
        return new LeaseState(
                generator,
                place,
                (int) current.grant.worker(),
                current.owner,
                Instant.ofEpochMilli(current.askedMillis),
                Instant.ofEpochMilli(until),
                failing);
    }

    /** Gives the id back, so that the next process need not wait for the end of the lease. */
    @Override
    public void release(long lastMillis) {
        closed = true;
        if (keeping != null) {
            keeping.cancel(false);
        }
        renewing.shutdown();
        asking.lock();
        try {
            Held current = held;
            held = null;
            if (current != null) {
                table.release((int) current.grant.worker(), current.owner, Math.min(lastMillis, current.untilMillis));
            }
        } catch (SQLException e) {
            LOG.info(
                    "A worker id of {} was not given back and expires: {}",
                    table.table().place(),
                    e.toString());
        } finally {
            asking.unlock();
        }
    }
}

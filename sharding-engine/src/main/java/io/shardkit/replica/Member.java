package io.shardkit.replica;

import io.shardkit.dialect.facts.ReplicaRules;
import io.shardkit.observe.ReplicaState;
import io.shardkit.options.Replica;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A replica, with what was seen of it last. Thread-safe. */
public final class Member {
    /** The least share of its reads that it has when it comes back. */
    private static final double FIRST_SHARE = 0.1;

    /** The time a check may go without an answer before the replica gets no reads. */
    static final long OVERDUE_NANOS = Duration.ofSeconds(2).toNanos();

    private final Replica replica;
    private final int index;
    private final AtomicInteger active = new AtomicInteger();
    private final LongAdder reads = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private volatile Sight sight = new Sight(false, "it has not been asked yet", null, null, System.nanoTime());

    /** The time of the check that the replica has not answered yet, by {@link System#nanoTime()}; 0 if it has answered. */
    private volatile long askedAt;

    /** The time the replica came back, or 0 if it was there from the start or is as warm as the others. */
    private volatile long backSince;

    /** The time from which reads may wait for the replica again, by {@link System#nanoTime()}; 0 for at any time. */
    private volatile long waitAgainAt;

    /** True if the server was seen to replicate, so that it belongs to this group when it takes writes later. */
    private volatile boolean replicated;

    /** True if a read has failed on the replica, and no check has asked it since: a single connection may have been lost. */
    private boolean suspected;

    /** The time of the last read that failed on the replica. */
    private long suspectedAt;

    /** True if the server no longer replicates, and took writes at its last answer. */
    private volatile boolean writable;

    /** True if the replica has taken the place of the primary. */
    private volatile boolean promoted;

    /**
     * The result of a replica's last check.
     *
     * @param reason the reason that the replica cannot be used; empty if it can
     * @param lag the time that the replica lagged, or null if that is not known
     * @param applied the position up to which the replica had applied its primary's writes, or null if that is not known
     * @param at the time of the check, by {@link System#nanoTime()}
     */
    record Sight(boolean usable, String reason, @Nullable Duration lag, @Nullable String applied, long at) {}

    /** @param index among the replicas of its data source */
    Member(Replica replica, int index) {
        this.replica = replica;
        this.index = index;
    }

    int index() {
        return index;
    }

    /** Told in messages. */
    public String name() {
        return replica.name();
    }

    /** Its pool. */
    public DataSource dataSource() {
        return replica.dataSource();
    }

    int weight() {
        return replica.weight();
    }

    int active() {
        return active.get();
    }

    /** A session has borrowed a connection, or given one back. */
    public void borrowed(boolean begins) {
        active.addAndGet(begins ? 1 : -1);
    }

    /** It gets a read. */
    public void chosen() {
        reads.increment();
    }

    /** Returns true if the replica had applied the position when it was asked last. */
    public boolean hasReached(String written, ReplicaRules rules) {
        String applied = sight.applied();
        return applied != null && rules.reached(applied, written);
    }

    Sight sight() {
        return sight;
    }

    /** It is being asked. */
    void asked(long now) {
        askedAt = now == 0 ? 1 : now;
    }

    /**
     * It was asked. That all is well is not believed if a read has failed meanwhile.
     *
     * @param began when the asking began, by {@link System#nanoTime()}
     */
    synchronized void seen(Sight seen, boolean first, long began) {
        askedAt = 0;
        if (seen.usable() && suspected && suspectedAt - began > 0) {
            return;
        }
        if (seen.usable() && !sight.usable() && !first && !suspected) {
            backSince = Math.max(1, seen.at());
        }
        suspected = false;
        sight = seen;
    }

    /** A read failed for a reason that is the replica's own: it gets no more until it was asked again. */
    public synchronized void failed(String reason) {
        failures.increment();
        suspected = true;
        suspectedAt = System.nanoTime();
        sight = new Sight(false, reason, null, null, suspectedAt);
    }

    /** Returns true if the replica gets reads: its last check was good and is not too old. */
    boolean isUsable(long now, long oldest) {
        return isUsable(sight, now, oldest);
    }

    private boolean isUsable(Sight seen, long now, long oldest) {
        return seen.usable() && !promoted && now - seen.at() <= oldest && !isOverdue(now);
    }

    private boolean isOverdue(long now) {
        long asked = askedAt;
        return asked != 0 && now - asked > OVERDUE_NANOS;
    }

    /** Returns true if the replica gets this read: after its return its share of the reads grows. */
    boolean takes(long now, long warmUp) {
        long since = backSince;
        if (since == 0) {
            return true;
        }
        double share = warmUp == 0 ? 1 : Math.max(FIRST_SHARE, (double) (now - since) / warmUp);
        if (share >= 1) {
            backSince = 0;
            return true;
        }
        return ThreadLocalRandom.current().nextDouble() < share;
    }

    /** Notes that the replica did not reach a position in time, so that no read waits for it soon. */
    public void waitedInVain(long untilNanos) {
        waitAgainAt = untilNanos;
    }

    /** Returns true if reads may wait for the replica. */
    public boolean isWaitedFor() {
        long at = waitAgainAt;
        return at == 0 || System.nanoTime() - at >= 0;
    }

    void replicates() {
        replicated = true;
    }

    boolean hasReplicated() {
        return replicated;
    }

    void writable(boolean now) {
        writable = now;
    }

    /** Returns true if the server took writes when it answered last. */
    boolean isWritable() {
        return writable;
    }

    void promoted(boolean now) {
        promoted = now;
    }

    ReplicaState state(String dataSource, long oldest) {
        Sight seen = sight;
        boolean usable = isUsable(seen, System.nanoTime(), oldest);
        String reason = promoted ? "it is the primary now" : seen.usable() ? "it does not answer" : seen.reason();
        return new ReplicaState(
                dataSource,
                name(),
                usable,
                usable ? "" : reason,
                seen.lag(),
                reads.sum(),
                failures.sum(),
                active.get());
    }
}

package io.shardkit.replica;

import org.jspecify.annotations.Nullable;

/**
 * What a connection, a thread or a client has written to a data source that has replicas, so that its reads are sure to see
 * it. Thread-safe.
 */
public final class OwnWrites {
    /** For a connection: its writes count until it is closed. */
    public static final long FOREVER = -1;

    /** How many writes are under way, of which each may be committed at any time. */
    private int active;

    /** Changes when a write begins and when it has ended; 0 before the first. */
    private long version;

    private long endedAt;

    /** How far the primary had written after the last write, if it was asked. */
    private @Nullable String position;

    private long versionOfPosition;

    /** The replicas that have come so far, a bit for each. */
    private long reached;

    /** A write begins. */
    public synchronized void begins() {
        active++;
        version++;
    }

    /** The write was committed or undone. */
    public synchronized void ended() {
        active--;
        version++;
        endedAt = System.nanoTime();
    }

    /**
     * Whether reads have to see a write.
     *
     * @param nanos how long after a write they have to, or {@link #FOREVER}
     */
    public synchronized boolean isOwed(long nanos) {
        return version > 0 && (active > 0 || nanos == FOREVER || System.nanoTime() - endedAt < nanos);
    }

    /** What {@link #learn} is given. */
    public synchronized long version() {
        return version;
    }

    /** The position that a replica has to have, or null if the primary has to be asked for it. */
    public synchronized @Nullable String position() {
        return active == 0 && versionOfPosition == version ? position : null;
    }

    /** The primary was asked after that version. */
    public synchronized void learn(String written, long versionBefore) {
        position = written;
        versionOfPosition = versionBefore;
        reached = 0;
    }

    /** Whether a replica is known to have the writes. */
    public synchronized boolean isReached(Member member) {
        return position() != null && (reached & 1L << member.index()) != 0;
    }

    /** A replica has come to a position. */
    public synchronized void reached(Member member, String written) {
        if (written.equals(position)) {
            reached |= 1L << member.index();
        }
    }
}

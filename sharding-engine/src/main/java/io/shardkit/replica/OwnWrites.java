package io.shardkit.replica;

import org.jspecify.annotations.Nullable;

/**
 * The writes of a connection, a thread or a client to a data source that has replicas, so that its reads are sure to see
 * them. Thread-safe.
 */
public final class OwnWrites {
    /** For a connection: its writes count until it is closed. */
    public static final long FOREVER = -1;

    /** The number of writes under way, each of which may be committed at any time. */
    private int active;

    /** Changes when a write begins and when it has ended; 0 before the first. */
    private long version;

    private long endedAt;

    /** The position of the primary after the last write, if the primary was asked. */
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
     * Returns true if reads have to see a write.
     *
     * @param nanos the time after a write in which reads have to, or {@link #FOREVER}
     */
    public synchronized boolean isOwed(long nanos) {
        return version > 0 && (active > 0 || nanos == FOREVER || System.nanoTime() - endedAt < nanos);
    }

    /** Returns the version to be passed to {@link #learn}. */
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

    /** Returns true if a replica is known to have the writes. */
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

package io.shardkit.execute;

import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * Where a data source knows one holder of its connections, and beside that the connection which was last seen to be in
 * order: a thread mostly gets the same one again, and both are found with one look into memory. Any thread may take one
 * that is free; what else it has belongs to the holder.
 */
public final class HolderPlace {
    private static final AtomicLongFieldUpdater<HolderPlace> SINCE =
            AtomicLongFieldUpdater.newUpdater(HolderPlace.class, "since");

    /** When the holder asked for its connection; 0 where the place is free. */
    private volatile long since;

    private @Nullable Thread holder;

    /** The class of the pool's wrapper that has led to a driver's own connection, and that one. */
    private @Nullable Class<?> wrapper;

    private @Nullable WeakReference<Connection> inOrder;

    /** Whether it was free, and is the thread's now. */
    boolean take(Thread thread, long when) {
        if (since != 0 || !SINCE.compareAndSet(this, 0, when)) {
            return false;
        }
        if (holder != thread) {
            holder = thread;
        }
        return true;
    }

    /** The connection goes back. */
    void free() {
        SINCE.lazySet(this, 0);
    }

    /** As of {@link #take}, or 0. */
    long since() {
        return since;
    }

    /** The holder, or the last one; threads may see it late. */
    @Nullable Thread holder() {
        return holder;
    }

    /** Whether a wrapper of this class is known to lead to a driver's own connection. */
    boolean leads(Class<?> type) {
        return wrapper == type;
    }

    /** Whether the connection is the one that was last seen to be in order. */
    boolean knows(Connection physical) {
        WeakReference<Connection> last = inOrder;
        return last != null && last.refersTo(physical);
    }

    /** A connection is in order, to which a wrapper of this class has led. */
    void remember(Class<?> type, WeakReference<Connection> physical) {
        wrapper = type;
        inOrder = physical;
    }
}

package io.shardkit.replica;

import io.shardkit.hint.ShardingHint;
import io.shardkit.options.ReplicaSettings;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The recent writers: a client that is named by a hint, or else a thread. Thread-safe. */
final class Authors {
    /** The number of remembered clients above which expired clients are evicted. */
    private static final int MOST_CLIENTS = 10_000;

    @SuppressWarnings("ThreadLocalUsage") // each data source has its own, and its threads outlive it
    private final ThreadLocal<@Nullable OwnWrites[]> threads = new ThreadLocal<>();

    private final Map<String, @Nullable OwnWrites[]> clients = new ConcurrentHashMap<>();
    private final int groups;
    private final long nanos;

    Authors(int groups, ReplicaSettings settings) {
        this.groups = groups;
        this.nanos = settings.afterWriteFor().toNanos();
    }

    /** Returns the time for which writes of a client or thread count. */
    long nanos() {
        return nanos;
    }

    /** Returns the writes of the current client or thread, or null if there are none. */
    @Nullable OwnWrites known(int group) {
        @Nullable OwnWrites[] all = ofNow();
        if (all == null) {
            return null;
        }
        synchronized (all) {
            return all[group];
        }
    }

    private @Nullable OwnWrites @Nullable [] ofNow() {
        ShardingHint hint = ShardingHint.current();
        String client = hint == null ? null : hint.clientName();
        return client == null ? threads.get() : clients.get(client);
    }

    /** Begins a write of the current client or thread; null if writes count for their connection only. */
    @Nullable OwnWrites begin(int group) {
        if (nanos == 0) {
            return null;
        }
        ShardingHint hint = ShardingHint.current();
        String client = hint == null ? null : hint.clientName();
        if (client == null) {
            @Nullable OwnWrites[] all = threads.get();
            if (all == null) {
                all = new OwnWrites[groups];
                threads.set(all);
            }
            return begin(all, group);
        }
        if (clients.size() > MOST_CLIENTS) {
            clients.keySet().forEach(each -> clients.computeIfPresent(each, (name, all) -> isOver(all) ? null : all));
        }
        @Nullable OwnWrites[] begun = new OwnWrites[1];
        clients.compute(client, (name, known) -> {
            @Nullable OwnWrites[] all = known == null ? new OwnWrites[groups] : known;
            begun[0] = begin(all, group);
            return all;
        });
        return begun[0];
    }

    private static OwnWrites begin(@Nullable OwnWrites[] all, int group) {
        synchronized (all) {
            OwnWrites writes = all[group];
            if (writes == null) {
                writes = new OwnWrites();
                all[group] = writes;
            }
            writes.begins();
            return writes;
        }
    }

    private boolean isOver(@Nullable OwnWrites[] all) {
        synchronized (all) {
            for (OwnWrites writes : all) {
                if (writes != null && writes.isOwed(nanos)) {
                    return false;
                }
            }
            return true;
        }
    }
}

package io.shardkit.planner;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A map of bounded weight with SIEVE eviction: an entry that was read since the hand last passed it stays, the others are
 * evicted first, so statements that come once do not evict those that come often. Thread-safe: a read takes no lock.
 */
final class WeightedCache<K, V> {
    /** A power of two. */
    private static final int RECENT = 1024;

    private final ConcurrentMap<K, Entry<K, V>> entries = new ConcurrentHashMap<>();

    /**
     * Entries by the hash of their keys, each in a place that it shares with others: what is found here is read in half as
     * many places of the memory as by the map. Read and written without order; an entry that has left knows it.
     */
    private final @Nullable Entry<K, V>[] recent;

    private final long maximumWeight;
    private final ToLongBiFunction<K, V> weigher;
    private final Object order = new Object();

    // All below under the lock of the order: newest first.
    private @Nullable Entry<K, V> newest;
    private @Nullable Entry<K, V> oldest;
    private @Nullable Entry<K, V> hand;
    private long weight;

    private static final class Entry<K, V> {
        final K key;
        final V value;
        final long weight;

        /** Written and read without order: a hint only. */
        boolean used;

        /** True if the entry has been evicted or removed. */
        volatile boolean left;

        @Nullable Entry<K, V> newer;

        @Nullable Entry<K, V> older;

        Entry(K key, V value, long weight) {
            this.key = key;
            this.value = value;
            this.weight = weight;
        }
    }

    /** @param weigher how much an entry weighs, at least 1; asked once */
    @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of generic types
    WeightedCache(long maximumWeight, ToLongBiFunction<K, V> weigher) {
        this.recent = new Entry[RECENT];
        this.maximumWeight = maximumWeight;
        this.weigher = weigher;
    }

    @Nullable V getIfPresent(K key) {
        int place = place(key);
        Entry<K, V> entry = recent[place];
        if (entry == null || entry.left || !entry.key.equals(key)) {
            Entry<K, V> other = entries.get(key);
            if (other == null) {
                return null;
            }
            if (entry == null || entry.left || !entry.used) {
                recent[place] = other;
            }
            entry = other;
        }
        // Most entries that are read were read before: their line stays shared by all cores.
        if (!entry.used) {
            entry.used = true;
        }
        return entry.value;
    }

    private static int place(Object key) {
        return key.hashCode() & (RECENT - 1);
    }

    /** Keeps an entry in place of any of that key; one that is heavier than the maximum is not kept. */
    void put(K key, V value) {
        Entry<K, V> entry = new Entry<>(key, value, weigher.applyAsLong(key, value));
        synchronized (order) {
            invalidate(key);
            if (entry.weight > maximumWeight) {
                return;
            }
            while (weight + entry.weight > maximumWeight) {
                evict();
            }
            link(entry);
            entries.put(key, entry);
        }
    }

    void invalidate(K key) {
        synchronized (order) {
            Entry<K, V> entry = entries.remove(key);
            if (entry != null) {
                unlink(entry);
            }
        }
    }

    void invalidateAll() {
        synchronized (order) {
            entries.clear();
            for (Entry<K, V> each = newest; each != null; each = each.older) {
                each.left = true;
            }
            Arrays.fill(recent, null);
            newest = null;
            oldest = null;
            hand = null;
            weight = 0;
        }
    }

    int size() {
        return entries.size();
    }

    void forEach(BiConsumer<K, V> action) {
        entries.forEach((key, entry) -> action.accept(key, entry.value));
    }

    private void evict() {
        Entry<K, V> next = hand == null ? oldest : hand;
        // Readers set flags again meanwhile: twice around is enough.
        int left = 2 * entries.size();
        while (next != null && next.used && left-- > 0) {
            next.used = false;
            next = next.newer == null ? oldest : next.newer;
        }
        if (next != null) {
            hand = next;
            entries.remove(next.key);
            unlink(next);
        }
    }

    private void link(Entry<K, V> entry) {
        entry.older = newest;
        if (newest == null) {
            oldest = entry;
        } else {
            newest.newer = entry;
        }
        newest = entry;
        weight += entry.weight;
    }

    private void unlink(Entry<K, V> entry) {
        entry.left = true;
        int place = place(entry.key);
        if (recent[place] == entry) {
            recent[place] = null;
        }
        if (hand == entry) {
            hand = entry.newer;
        }
        if (entry.newer == null) {
            newest = entry.older;
        } else {
            entry.newer.older = entry.older;
        }
        if (entry.older == null) {
            oldest = entry.newer;
        } else {
            entry.older.newer = entry.newer;
        }
        weight -= entry.weight;
    }
}

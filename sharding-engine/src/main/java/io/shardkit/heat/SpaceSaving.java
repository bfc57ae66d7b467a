package io.shardkit.heat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The most frequent keys of a stream, in bounded memory: Space-Saving, of Metwally, Agrawal and El Abbadi, "Efficient
 * Computation of Frequent and Top-k Elements in Data Streams" (ICDT 2005). With {@code m} counters and {@code n} keys
 * counted, each key that came more than {@code n / m} times has a counter; the true count of a key with a counter lies
 * between {@code count - error} and {@code count}, and that of a key without one is at most {@link #floor()}. All of that
 * stays true when counts are scaled. Not thread-safe.
 */
final class SpaceSaving<K> {
    /** A counter that weighs less than this after scaling is given up. */
    private static final double LEAST = 0.01;

    private final int capacity;
    private final Map<K, Counter<K>> counters = new HashMap<>();

    /** The counters as a heap, the least first. */
    private final List<Counter<K>> heap = new ArrayList<>();

    /** The most that a key may have counted whose counter was given up. */
    private double forgotten;

    /** The counter of a key. */
    static final class Counter<K> {
        private final K key;
        private double count;
        private final double error;
        private int place;

        /** A figure of the owner's, which begins at 0 and is not scaled. */
        double note;

        private Counter(K key, double error, int place) {
            this.key = key;
            this.count = error;
            this.error = error;
            this.place = place;
        }

        private Counter(Counter<K> other, double factor) {
            this.key = other.key;
            this.count = other.count * factor;
            this.error = other.error * factor;
            this.place = other.place;
            this.note = other.note;
        }

        K key() {
            return key;
        }

        /** The upper bound of the key's count. */
        double count() {
            return count;
        }

        /** The upper bound of how much of the count is of other keys. */
        double error() {
            return error;
        }
    }

    SpaceSaving(int capacity) {
        this.capacity = capacity;
    }

    /** Returns another of the same counts. */
    SpaceSaving<K> copy() {
        SpaceSaving<K> copy = new SpaceSaving<>(capacity);
        copy.forgotten = forgotten;
        for (Counter<K> each : heap) {
            Counter<K> counter = new Counter<>(each, 1);
            copy.heap.add(counter);
            copy.counters.put(counter.key, counter);
        }
        return copy;
    }

    /** Counts a key, and returns its counter. */
    Counter<K> add(K key) {
        Counter<K> counter = counters.get(key);
        if (counter == null) {
            counter = taken(key);
            counters.put(key, counter);
        }
        counter.count++;
        sink(counter);
        return counter;
    }

    /** A counter for a key that has none: a new one, or the least one's place. */
    private Counter<K> taken(K key) {
        double error = floor();
        if (heap.size() < capacity) {
            Counter<K> counter = new Counter<>(key, error, heap.size());
            heap.add(counter);
            rise(counter);
            return counter;
        }
        counters.remove(heap.get(0).key);
        Counter<K> counter = new Counter<>(key, error, 0);
        heap.set(0, counter);
        return counter;
    }

    /** Returns the most that a key without a counter may have counted. */
    double floor() {
        return heap.size() < capacity ? forgotten : Math.max(forgotten, heap.get(0).count);
    }

    /** Multiplies all counts by a factor between 0 and 1. */
    void scale(double factor) {
        List<Counter<K>> before = List.copyOf(heap);
        heap.clear();
        counters.clear();
        forgotten *= factor;
        for (Counter<K> each : before) {
            Counter<K> scaled = new Counter<>(each, factor);
            if (scaled.count < LEAST) {
                forgotten = Math.max(forgotten, scaled.count);
                continue;
            }
            scaled.place = heap.size();
            heap.add(scaled);
            counters.put(scaled.key, scaled);
            rise(scaled);
        }
    }

    /** Returns the counters, the greatest first. */
    List<Counter<K>> counters() {
        List<Counter<K>> sorted = new ArrayList<>(heap);
        sorted.sort(Comparator.comparingDouble((Counter<K> each) -> each.count).reversed());
        return sorted;
    }

    private void rise(Counter<K> counter) {
        while (counter.place > 0) {
            Counter<K> parent = heap.get((counter.place - 1) / 2);
            if (parent.count <= counter.count) {
                return;
            }
            swap(counter, parent);
        }
    }

    private void sink(Counter<K> counter) {
        while (true) {
            int left = 2 * counter.place + 1;
            if (left >= heap.size()) {
                return;
            }
            Counter<K> child = heap.get(left);
            if (left + 1 < heap.size() && heap.get(left + 1).count < child.count) {
                child = heap.get(left + 1);
            }
            if (counter.count <= child.count) {
                return;
            }
            swap(counter, child);
        }
    }

    private void swap(Counter<K> one, Counter<K> other) {
        int place = one.place;
        one.place = other.place;
        other.place = place;
        heap.set(one.place, one);
        heap.set(other.place, other);
    }
}

package io.shardkit.loadtest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** The orders that are there from the beginning; all services over the same tables know the same. Thread-safe. */
final class Orders {

    /** An order. */
    record Key(long userId, long orderId) {}

    /** Users of the shop: values of the sharding key, as many of each remainder by 4. */
    static final int CUSTOMERS = 100;

    /** Far below what a generator of keys makes. */
    private static final long FIRST = 1_000_000;

    private final List<Key> all;
    private final Map<Integer, Own> owners = new HashMap<>();

    private Orders(List<Key> all) {
        this.all = all;
    }

    /** So many, each in the place that a topology of up to four databases has for it. */
    static Orders first(int count) {
        List<Key> keys = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long user = 1 + i % CUSTOMERS;
            keys.add(new Key(user, (FIRST + i) * 4 + user % 4));
        }
        return new Orders(List.copyOf(keys));
    }

    List<Key> all() {
        return all;
    }

    Key random() {
        return all.get(ThreadLocalRandom.current().nextInt(all.size()));
    }

    /** Returns the orders that belong to one thread of the load, the same in each turn. */
    synchronized Own ownOf(int worker) {
        return owners.computeIfAbsent(worker, number -> new Own(all, number));
    }

    /** Orders that only one thread changes, and whether they are paid. */
    static final class Own {

        /** More threads than these share no order; the number of orders must be larger. */
        private static final int STEP = 1_024;

        private final List<Key> keys = new ArrayList<>();
        private final List<Key> paid = new ArrayList<>();
        private long calls;
        private int next;

        private Own(List<Key> all, int worker) {
            for (int i = worker; i < all.size(); i += STEP) {
                keys.add(all.get(i));
            }
        }

        /** The number of the next call, from 0. */
        synchronized long nextCall() {
            return calls++;
        }

        /** The next order to change. */
        synchronized Key nextKey() {
            if (keys.isEmpty()) {
                throw new IllegalStateException("load.orders is less than the number of threads");
            }
            return keys.get(Math.floorMod(next++, keys.size()));
        }

        synchronized boolean isPaid(Key key) {
            return paid.contains(key);
        }

        synchronized void changed(Key key, boolean toPaid) {
            paid.remove(key);
            if (toPaid) {
                paid.add(key);
            }
        }
    }
}

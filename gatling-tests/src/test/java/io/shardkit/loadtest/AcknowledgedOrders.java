package io.shardkit.loadtest;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what the application acknowledged. Thread-safe; the sums are exact once the last request is answered. A
 * request without an answer is in no sum: it counts as an error elsewhere.
 */
final class AcknowledgedOrders {

    private final LongAdder orders = new LongAdder();
    private final LongAdder items = new LongAdder();
    private final LongAdder cents = new LongAdder();
    private final LongAdder paid = new LongAdder();
    private final Set<Long> ids = ConcurrentHashMap.newKeySet();

    void created(NewOrder order) {
        orders.increment();
        items.add(order.items().size());
        cents.add(order.cents());
    }

    /** As the other; its id must be found in the end. */
    void created(NewOrder order, long id) {
        created(order);
        ids.add(id);
    }

    /** The order was deleted in the status in which it was created. */
    void deleted(NewOrder order) {
        orders.decrement();
        items.add(-order.items().size());
        cents.add(-order.cents());
    }

    void paid() {
        paid.increment();
    }

    /** An order that was paid is no longer. */
    void unpaid() {
        paid.decrement();
    }

    /** The ids that {@link #created(NewOrder, long)} was told of. */
    Set<Long> ids() {
        return Set.copyOf(ids);
    }

    Sums sums() {
        return new Sums(orders.sum(), items.sum(), cents.sum(), paid.sum());
    }
}

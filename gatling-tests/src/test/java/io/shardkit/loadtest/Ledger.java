package io.shardkit.loadtest;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what the application acknowledged. Thread-safe; the sums are exact once the last request is answered. A
 * request without an answer is in no sum: it counts as an error elsewhere.
 */
final class Ledger {

    private final LongAdder orders = new LongAdder();
    private final LongAdder items = new LongAdder();
    private final LongAdder cents = new LongAdder();
    private final LongAdder paid = new LongAdder();

    void created(NewOrder order) {
        orders.increment();
        items.add(order.items().size());
        cents.add(order.cents());
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

    Sums sums() {
        return new Sums(orders.sum(), items.sum(), cents.sum(), paid.sum());
    }
}

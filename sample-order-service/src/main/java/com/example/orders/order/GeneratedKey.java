package com.example.orders.order;

/** Takes the key that the database, or the sharding engine, gives to an inserted row. */
class GeneratedKey {

    private long value;

    /** Takes a key that was made here. */
    void set(long made) {
        value = made;
    }

    long value() {
        return value;
    }
}

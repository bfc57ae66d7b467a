package com.example.orders.order;

/** Takes the key that the database, or the sharding engine, gives to an inserted row. */
class GeneratedKey {

    private long value;

    long value() {
        return value;
    }
}

package com.example.orders.order;

/** A user and the number of the user's orders. */
public record FrequentCustomer(long userId, long orders) {}

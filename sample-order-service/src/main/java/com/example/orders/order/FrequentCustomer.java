package com.example.orders.order;

/** A user and how many orders are his or hers. */
public record FrequentCustomer(long userId, long orders) {}

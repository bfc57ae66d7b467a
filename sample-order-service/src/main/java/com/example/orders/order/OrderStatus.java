package com.example.orders.order;

/** How far an order has come. */
public enum OrderStatus {
    NEW,
    PAID,
    SHIPPED,
    CANCELLED
}

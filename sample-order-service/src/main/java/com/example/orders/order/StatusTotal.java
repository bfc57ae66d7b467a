package com.example.orders.order;

import java.math.BigDecimal;

/** The number of orders in a status, and their total amount. */
public record StatusTotal(OrderStatus status, long orders, BigDecimal amount) {}

package com.example.orders.order;

import java.math.BigDecimal;

/** How many orders have a status, and what they amount to. */
public record StatusTotal(OrderStatus status, long orders, BigDecimal amount) {}

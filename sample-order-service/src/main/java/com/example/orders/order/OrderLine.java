package com.example.orders.order;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * One row of an order joined with its items. Public, as MyBatis makes one for each row: of a constructor that is not, it
 * catches an exception each time.
 */
public record OrderLine(
        long orderId,
        long userId,
        String countryCode,
        OrderStatus status,
        BigDecimal totalAmount,
        Instant createdAt,
        long itemId,
        String product,
        int quantity,
        BigDecimal unitPrice) {

    Order order() {
        return new Order(orderId, userId, countryCode, status, totalAmount, createdAt);
    }

    OrderItem item() {
        return new OrderItem(itemId, product, quantity, unitPrice);
    }
}

package com.example.orders.order;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.math.BigDecimal;

/**
 * One position of an order.
 *
 * @param id text in JSON, as the order's
 */
public record OrderItem(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long id, String product, int quantity, BigDecimal unitPrice) {}

package com.example.orders.order;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;

/**
 * One position of an order.
 *
 * @param id text in JSON, as the order's
 */
public record OrderItem(
        @Schema(type = "string") @JsonFormat(shape = JsonFormat.Shape.STRING) long id,
        String product,
        int quantity,
        BigDecimal unitPrice) {}

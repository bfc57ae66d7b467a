package com.example.orders.order;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * An order without its items, as lists show it.
 *
 * @param id text in JSON: generated keys exceed 2^53, and a browser would round such a number
 */
public record Order(
        @Schema(type = "string") @JsonFormat(shape = JsonFormat.Shape.STRING) long id,
        long userId,
        String countryCode,
        OrderStatus status,
        BigDecimal totalAmount,
        Instant createdAt) {}

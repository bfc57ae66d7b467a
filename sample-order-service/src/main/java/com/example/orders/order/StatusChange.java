package com.example.orders.order;

import jakarta.validation.constraints.NotNull;

/** The status that an order is to have from now on. */
record StatusChange(@NotNull OrderStatus status) {}

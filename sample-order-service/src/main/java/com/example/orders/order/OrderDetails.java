package com.example.orders.order;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/** An order with its items; in JSON the items stand beside the order's own fields. */
public record OrderDetails(@JsonUnwrapped Order order, List<OrderItem> items) {

    public OrderDetails {
        items = List.copyOf(items);
    }
}

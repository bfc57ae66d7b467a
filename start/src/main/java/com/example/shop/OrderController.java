package com.example.shop;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class OrderController {

    private final OrderMapper orders;

    public OrderController(OrderMapper orders) {
        this.orders = orders;
    }

    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.CREATED)
    @Transactional
    public Order place(@RequestBody Order order) {
        orders.insert(order);
        return order;
    }

    @GetMapping("/users/{userId}/orders")
    public List<Order> findByUser(@PathVariable long userId) {
        return orders.findByUser(userId);
    }

    @GetMapping("/totals")
    public List<ProductTotal> totals() {
        return orders.totals();
    }
}

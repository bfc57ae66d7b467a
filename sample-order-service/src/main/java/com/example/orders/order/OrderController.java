package com.example.orders.order;

import com.example.orders.web.Page;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import java.net.URI;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Orders")
class OrderController {

    private final OrderService orders;

    OrderController(OrderService orders) {
        this.orders = orders;
    }

    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(summary = "Place an order with its items")
    ResponseEntity<OrderDetails> place(@Valid @RequestBody NewOrder newOrder) {
        OrderDetails placed = orders.place(newOrder);
        Order order = placed.order();
        return ResponseEntity.created(URI.create("/users/" + order.userId() + "/orders/" + order.id()))
                .body(placed);
    }

    @GetMapping("/users/{userId}/orders/{orderId}")
    @Operation(summary = "An order by user and id", description = "Both sharding keys are known: one shard answers.")
    OrderDetails find(
            @Parameter(example = "7") @PathVariable @Positive long userId, @PathVariable @Positive long orderId) {
        return orders.find(userId, orderId);
    }

    @GetMapping("/orders/{orderId}")
    @Operation(summary = "An order by id alone", description = "One table in each database is asked.")
    OrderDetails find(@PathVariable @Positive long orderId) {
        return orders.find(orderId);
    }

    @GetMapping("/users/{userId}/orders")
    @Operation(summary = "A user's orders, newest first", description = "All tables of one database are asked.")
    Page<Order> findByUser(
            @Parameter(example = "7") @PathVariable @Positive long userId,
            @RequestParam(defaultValue = "0") @PositiveOrZero @Max(9_999) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        return orders.findByUser(userId, page, size);
    }

    @GetMapping("/orders")
    @Operation(summary = "All orders of a status, newest first", description = "Every shard is asked.")
    Page<Order> findByStatus(
            @RequestParam OrderStatus status,
            @RequestParam(defaultValue = "0") @PositiveOrZero @Max(9_999) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        return orders.findByStatus(status, page, size);
    }

    @GetMapping("/orders/totals")
    @Operation(summary = "Number and amount of orders by status", description = "Every shard is asked.")
    List<StatusTotal> totalsByStatus() {
        return orders.totalsByStatus();
    }

    @PatchMapping("/users/{userId}/orders/{orderId}")
    @Operation(summary = "Change an order's status")
    OrderDetails changeStatus(
            @Parameter(example = "7") @PathVariable @Positive long userId,
            @PathVariable @Positive long orderId,
            @Valid @RequestBody StatusChange change) {
        return orders.changeStatus(userId, orderId, change.status());
    }

    @DeleteMapping("/users/{userId}/orders/{orderId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Delete an order and its items")
    void delete(@Parameter(example = "7") @PathVariable @Positive long userId, @PathVariable @Positive long orderId) {
        orders.delete(userId, orderId);
    }
}

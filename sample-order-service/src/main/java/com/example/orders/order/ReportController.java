package com.example.orders.order;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Positive;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Reports")
class ReportController {

    private final OrderService orders;

    ReportController(OrderService orders) {
        this.orders = orders;
    }

    @GetMapping("/reports/frequent-customers")
    @Operation(
            summary = "Users with many orders",
            description =
                    "Gathers the rows of all shards in one place; refused (501) where sharding.gather.enabled is false.")
    List<FrequentCustomer> frequentCustomers(@RequestParam(defaultValue = "3") @Positive long minOrders) {
        return orders.frequentCustomers(minOrders);
    }
}

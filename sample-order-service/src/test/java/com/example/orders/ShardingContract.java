package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

/** The contract on sharded tables, where a statement that would not be answered rightly is refused. */
abstract class ShardingContract extends OrderServiceContract {

    @Test
    void refusesToReportFrequentCustomers() {
        String problem = problem(HttpStatus.NOT_IMPLEMENTED, get("/reports/frequent-customers?minOrders=2"));

        assertThat(this.<String>read(problem, "$.code")).isEqualTo("SK-2015");
        assertThat(this.<String>read(problem, "$.detail")).startsWith("HAVING over several shards");
    }
}

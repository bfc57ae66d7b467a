package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

/** The contract on one ordinary DataSource, which answers every statement. */
abstract class JdbcContract extends OrderServiceContract {

    @Test
    void reportsFrequentCustomers() {
        long often = newUser();
        long seldom = newUser();
        place(often, "1.00");
        place(often, "1.00");
        place(seldom, "1.00");

        String customers = body(HttpStatus.OK, get("/reports/frequent-customers?minOrders=2"));

        assertThat(this.<List<Integer>>read(customers, "$[?(@.userId == " + often + ")].orders"))
                .containsExactly(2);
        assertThat(this.<List<Object>>read(customers, "$[?(@.userId == " + seldom + ")]"))
                .isEmpty();
    }
}

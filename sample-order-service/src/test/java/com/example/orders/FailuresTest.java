package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.orders.order.NewOrder;
import com.example.orders.order.OrderService;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.web.servlet.client.RestTestClient;

/** Tests the answer to a request when the database fails. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "sample.seed=false",
            "orders.ds0.url=jdbc:h2:mem:failures;MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE"
        })
@ActiveProfiles("jdbc")
@AutoConfigureRestTestClient
class FailuresTest {

    @Autowired
    RestTestClient client;

    @Autowired
    OrderService orders;

    @Autowired
    JdbcClient database;

    @Test
    void keepsNoOrderWhoseItemsCouldNotBeStored() {
        NewOrder.Item tooLong = new NewOrder.Item("x".repeat(101), 1, BigDecimal.ONE);

        assertThatThrownBy(() -> orders.place(new NewOrder(7L, "DE", List.of(tooLong))))
                .isInstanceOf(DataIntegrityViolationException.class);

        assertThat(orders.count()).isZero();
    }

    @Test
    void showsNothingOfTheInsideWhenAStatementFails() {
        database.sql("ALTER TABLE t_country RENAME TO t_hidden").update();
        try {
            String problem = OrderServiceContract.problem(
                    HttpStatus.INTERNAL_SERVER_ERROR,
                    client.get().uri("/countries").exchange());

            assertThat(problem).doesNotContainIgnoringCase("t_country").doesNotContainIgnoringCase("select");
        } finally {
            database.sql("ALTER TABLE t_hidden RENAME TO t_country").update();
        }
    }
}

package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.client.RestTestClient;

/** The service over HTTP. Whatever the URLs of the data sources, a test gets an embedded database for each. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@AutoConfigureTestDatabase
@AutoConfigureRestTestClient
class ShopApplicationTest {

    @Autowired
    private RestTestClient client;

    /** All databases as one. */
    @Autowired
    private JdbcClient jdbc;

    /** The first one alone, with its actual tables. */
    @Autowired
    @Qualifier("ds0") private DataSource first;

    @BeforeEach
    void deleteOrders() {
        jdbc.sql("DELETE FROM t_order WHERE 1 = 1").update();
    }

    @Test
    void ordersAreFoundByTheirUser() {
        String id = place(7, "Tea", "4.50");
        place(8, "Tea", "4.50");

        client.get()
                .uri("/users/7/orders")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(
                        """
                        [{"orderId": "%s", "userId": 7, "product": "Tea", "price": 4.50}]
                        """
                                .formatted(id));
    }

    @Test
    void totalsCoverAllDatabases() {
        place(7, "Tea", "4.50");
        place(8, "Tea", "5.50");
        place(8, "Coffee", "3.00");

        client.get()
                .uri("/totals")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(
                        """
                        [{"product": "Coffee", "orders": 1, "amount": 3.00}, {"product": "Tea", "orders": 2, "amount": 10.00}]
                        """);
    }

    @Test
    void theUserDecidesTheDatabase() {
        for (long user = 1; user <= 4; user++) {
            place(user, "Tea", "4.50");
        }

        assertThat(JdbcClient.create(first)
                        .sql("SELECT user_id FROM t_order_0 UNION ALL SELECT user_id FROM t_order_1")
                        .query(Long.class)
                        .list())
                .containsExactlyInAnyOrder(2L, 4L);
    }

    private String place(long user, String product, String price) {
        Map<?, ?> placed = client.post()
                .uri("/orders")
                .contentType(MediaType.APPLICATION_JSON)
                .body(Map.of("userId", user, "product", product, "price", new BigDecimal(price)))
                .exchange()
                .expectStatus()
                .isCreated()
                .expectBody(Map.class)
                .returnResult()
                .getResponseBody();
        return placed.get("orderId").toString();
    }
}

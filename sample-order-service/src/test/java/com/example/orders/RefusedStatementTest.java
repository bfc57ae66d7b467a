package com.example.orders;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.web.servlet.client.RestTestClient;

/** Tests the answer for a statement that the sharding engine refuses, here because it may not gather rows. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"sample.seed=false", "sharding.gather.enabled=false"})
@AutoConfigureRestTestClient
@ActiveProfiles({"sharding", "h2"})
class RefusedStatementTest {

    @Autowired
    RestTestClient client;

    @Test
    void isNotImplementedAndSaysWhichCode() {
        client.get()
                .uri("/reports/frequent-customers?minOrders=2")
                .exchange()
                .expectStatus()
                .isEqualTo(HttpStatus.NOT_IMPLEMENTED)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.code")
                .isEqualTo("SK-2015");
    }
}

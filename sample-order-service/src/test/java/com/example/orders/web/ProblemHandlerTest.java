package com.example.orders.web;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

class ProblemHandlerTest {

    private final RestTestClient client = RestTestClient.bindToController(new Failing())
            .configureServer(server -> server.setControllerAdvice(new ProblemHandler()))
            .build();

    @ParameterizedTest
    @EnumSource(names = {"HAVING_OVER_UNITS", "UNSUPPORTED_STATEMENT", "CROSS_SOURCE_REFUSED"})
    void answersARefusedStatementWithItsCode(ErrorCode code) {
        client.get()
                .uri("/fail/" + code)
                .exchange()
                .expectStatus()
                .isEqualTo(HttpStatus.NOT_IMPLEMENTED)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.code")
                .isEqualTo(code.code())
                .jsonPath("$.detail")
                .isEqualTo(code.reason() + ". " + code.action());
    }

    @ParameterizedTest
    @ValueSource(strings = {"KEY_IS_NULL", "COMMIT_INCOMPLETE", "UNPARSABLE"})
    void answersAnyOtherFailureOfTheEngineWithoutDetails(String code) {
        client.get()
                .uri("/fail/" + code)
                .exchange()
                .expectStatus()
                .isEqualTo(HttpStatus.INTERNAL_SERVER_ERROR)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.code")
                .doesNotExist()
                .jsonPath("$.detail")
                .isEqualTo("The request could not be answered; the log says why.");
    }

    @RestController
    static class Failing {

        @GetMapping("/fail/{code}")
        void fail(@PathVariable ErrorCode code) {
            SQLException thrown = ShardingExceptions.of(code, "SELECT secret FROM t_order");
            throw new InvalidDataAccessApiUsageException("as Spring and MyBatis wrap it", new RuntimeException(thrown));
        }
    }
}

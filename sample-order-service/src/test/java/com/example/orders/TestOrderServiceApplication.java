package com.example.orders;

import org.springframework.boot.SpringApplication;

/** Starts the order service with the database servers that its profiles ask for ({@code spring-boot:test-run}). */
public final class TestOrderServiceApplication {

    private TestOrderServiceApplication() {}

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(OrderServiceApplication.class);
        application.addInitializers(new EmbeddedDatabases());
        application.run(args);
    }
}

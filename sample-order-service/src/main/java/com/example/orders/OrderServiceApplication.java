package com.example.orders;

import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.info.Info;
import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;

/** Starts the order service. Profiles choose where its tables live: see {@code application.yml}. */
@SpringBootApplication
@ConfigurationPropertiesScan
@OpenAPIDefinition(
        info =
                @Info(
                        title = "Order service",
                        version = "1",
                        description = "Orders of many customers, sharded by user and order."))
public class OrderServiceApplication {

    public static void main(String[] args) {
        SpringApplication.run(OrderServiceApplication.class, args);
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }
}

package io.shardkit.proxy;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;

/** The server: {@code java -jar sharding-proxy.jar --spring.config.location=file:application.yml}. */
@SpringBootApplication(exclude = DataSourceAutoConfiguration.class)
public class ProxyApplication {

    /** Starts it. */
    public static void main(String[] arguments) {
        application().run(arguments);
    }

    static SpringApplication application() {
        SpringApplication application = new SpringApplication(ProxyApplication.class);
        // Defaults that hold wherever the file of the configuration lies.
        application.setDefaultProperties(
                Map.of("spring.application.name", "sharding-proxy", "server.address", "127.0.0.1"));
        return application;
    }
}

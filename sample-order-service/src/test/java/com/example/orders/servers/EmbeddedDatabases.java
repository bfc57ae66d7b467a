package com.example.orders.servers;

import java.util.Map;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.Profiles;

/**
 * Gives the order service the servers that its profiles ask for: two MariaDB servers, or two databases of one
 * PostgreSQL server. Each is started once per JVM. An initializer and not beans, because the addresses must be in the
 * environment before the first bean definition is read.
 */
public final class EmbeddedDatabases implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final String FIRST = "orders_0";
    private static final String SECOND = "orders_1";
    private static final String UNSHARDED = "orders";

    @Override
    public void initialize(ConfigurableApplicationContext application) {
        ConfigurableEnvironment environment = application.getEnvironment();
        String first = environment.acceptsProfiles(Profiles.of("jdbc")) ? UNSHARDED : FIRST;
        if (environment.acceptsProfiles(Profiles.of("mariadb"))) {
            configure(environment, MariaDb.ZERO, MariaDb.ZERO.url(first), MariaDb.ONE.url(SECOND));
        } else if (environment.acceptsProfiles(Profiles.of("postgresql"))) {
            configure(environment, PostgreSql.ONLY, PostgreSql.ONLY.url(first), PostgreSql.ONLY.url(SECOND));
        }
    }

    private static void configure(
            ConfigurableEnvironment environment, DatabaseServer server, String firstUrl, String secondUrl) {
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "embedded databases",
                        Map.of(
                                "orders.ds0.url",
                                firstUrl,
                                "orders.ds1.url",
                                secondUrl,
                                "orders.username",
                                server.username(),
                                "orders.password",
                                server.password())));
    }

    private static final class MariaDb {

        static final DatabaseServer ZERO = EmbeddedMariaDb.start(UNSHARDED, FIRST);
        static final DatabaseServer ONE = EmbeddedMariaDb.start(SECOND);
    }

    private static final class PostgreSql {

        static final DatabaseServer ONLY = EmbeddedPostgreSql.start(UNSHARDED, FIRST, SECOND);
    }
}

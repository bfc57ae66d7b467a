package com.example.orders;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import java.util.Map;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.Profiles;

/**
 * Gives the order service the servers that its profiles ask for: two MariaDB or MySQL servers, or two databases of one
 * PostgreSQL server. With the profile {@code connector-j} MariaDB is reached by MySQL's driver. Each is started once per JVM. An initializer and not beans, because the addresses must be in the
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
            configure(environment, EmbeddedServers.mariaDb(0), first, EmbeddedServers.mariaDb(1));
        } else if (environment.acceptsProfiles(Profiles.of("mysql"))) {
            configure(environment, EmbeddedServers.mySql(0), first, EmbeddedServers.mySql(1));
        } else if (environment.acceptsProfiles(Profiles.of("postgresql"))) {
            configure(environment, EmbeddedServers.postgres(), first, EmbeddedServers.postgres());
        }
    }

    private static String url(ConfigurableEnvironment environment, String url) {
        return environment.acceptsProfiles(Profiles.of("connector-j"))
                ? url.replace("jdbc:mariadb:", "jdbc:mysql:")
                : url;
    }

    private static void configure(
            ConfigurableEnvironment environment, DatabaseServer one, String first, DatabaseServer other) {
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "embedded databases",
                        Map.of(
                                "orders.ds0.url",
                                url(environment, one.database(first)),
                                "orders.ds1.url",
                                url(environment, other.database(SECOND)),
                                "orders.username",
                                one.username(),
                                "orders.password",
                                one.password())));
    }
}

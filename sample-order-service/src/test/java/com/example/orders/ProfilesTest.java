package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.Environment;

class ProfilesTest {

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withInitializer(new ConfigDataApplicationContextInitializer());

    @ParameterizedTest
    @CsvSource({
        "'',                  h2",
        "sharding,            h2",
        "h2,                  h2",
        "'sharding,h2',       h2",
        "mariadb,             mariadb",
        "'sharding,mariadb',  mariadb",
        "mysql,               mysql",
        "postgresql,          postgresql",
        "'postgresql,sharding', postgresql",
    })
    void shardsOverTwoDatabasesUnlessToldOtherwise(String profiles, String database) {
        application.withPropertyValues("spring.profiles.active=" + profiles).run(context -> {
            Environment environment = context.getEnvironment();
            assertThat(environment.getProperty("spring.sql.init.platform")).isEqualTo(database);
            assertThat(environment.getProperty("sharding.data-sources.ds0.url")).startsWith("jdbc:" + database + ":");
            assertThat(environment.getProperty("sharding.data-sources.ds1.url"))
                    .startsWith("jdbc:" + database + ":")
                    .isNotEqualTo(environment.getProperty("sharding.data-sources.ds0.url"));
            assertThat(environment.getProperty("sharding.enabled")).isNull();
            assertThat(environment.getProperty("spring.datasource.url")).isNull();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc,              h2",
        "'jdbc,h2',         h2",
        "'jdbc,mariadb',    mariadb",
        "'mariadb,jdbc',    mariadb",
        "'jdbc,mysql',      mysql",
        "'jdbc,postgresql', postgresql",
    })
    void usesOneOrdinaryDataSourceWhenTold(String profiles, String database) {
        application.withPropertyValues("spring.profiles.active=" + profiles).run(context -> {
            Environment environment = context.getEnvironment();
            assertThat(environment.getProperty("spring.sql.init.platform")).isEqualTo(database);
            assertThat(environment.getProperty("spring.datasource.url")).startsWith("jdbc:" + database + ":");
            assertThat(environment.getProperty("sharding.enabled")).isEqualTo("false");
            assertThat(environment.getProperty("sharding.data-sources.ds0.url")).isNull();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "by-hand, h2",
        "'by-hand,mariadb', mariadb",
        "'by-hand,mysql', mysql",
        "'postgresql,by-hand', postgresql"
    })
    void usesTwoOrdinaryDataSourcesWhenToldToShardByHand(String profiles, String database) {
        application.withPropertyValues("spring.profiles.active=" + profiles).run(context -> {
            Environment environment = context.getEnvironment();
            assertThat(environment.getProperty("by-hand.ds0.jdbc-url")).startsWith("jdbc:" + database + ":");
            assertThat(environment.getProperty("by-hand.ds1.jdbc-url"))
                    .startsWith("jdbc:" + database + ":")
                    .isNotEqualTo(environment.getProperty("by-hand.ds0.jdbc-url"));
            assertThat(environment.getProperty("sharding.enabled")).isEqualTo("false");
            assertThat(environment.getProperty("sharding.data-sources.ds0.url")).isNull();
            assertThat(environment.getProperty("spring.datasource.url")).isNull();
        });
    }

    @Test
    void takesTheAddressFromTheEnvironment() {
        application
                .withPropertyValues("spring.profiles.active=jdbc,mariadb")
                .withSystemProperties("orders.ds0.url=jdbc:mariadb://db.example/orders")
                .run(context -> assertThat(context.getEnvironment().getProperty("spring.datasource.url"))
                        .isEqualTo("jdbc:mariadb://db.example/orders"));
    }
}

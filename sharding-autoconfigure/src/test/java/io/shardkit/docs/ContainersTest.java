package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Connection details of several containers, as the page on tests shows them, with something in their place. */
class ContainersTest {

    @Test
    void detailsAreForTheDataSourceOfTheirQualifier() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ShardingAutoConfiguration.class))
                .withUserConfiguration(Containers.class)
                .withPropertyValues("sharding.data-sources.ds0.url=", "sharding.data-sources.ds1.url=")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean("ds0", HikariDataSource.class).getJdbcUrl())
                            .endsWith("first");
                    assertThat(context.getBean("ds1", HikariDataSource.class).getJdbcUrl())
                            .endsWith("second");
                });
    }

    private record StartedContainer(String name) implements JdbcConnectionDetails {
        @Override
        public String getUsername() {
            return "sa";
        }

        @Override
        public String getPassword() {
            return "";
        }

        @Override
        public String getJdbcUrl() {
            return "jdbc:h2:mem:containers-test-" + name;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Containers {
        // region: connection-details
        @Bean
        @Qualifier("ds0") JdbcConnectionDetails first() {
            return new StartedContainer("first");
        }

        @Bean
        @Qualifier("ds1") JdbcConnectionDetails second() {
            return new StartedContainer("second");
        }
        // endregion
    }
}

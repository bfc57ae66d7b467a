package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Checks the code of the page on tests, with a substitute for the containers. */
@JdbcTest
@ContextConfiguration(classes = TestingPageTest.Empty.class)
class TestingPageTest {
    private static final HikariConfig first = container("first");
    private static final HikariConfig second = container("second");

    @Autowired
    @Qualifier("ds1") private DataSource ds1;

    // region: containers
    @DynamicPropertySource
    static void shards(DynamicPropertyRegistry registry) {
        registry.add("sharding.data-sources.ds0.url", first::getJdbcUrl);
        registry.add("sharding.data-sources.ds1.url", second::getJdbcUrl);
    }
    // endregion

    private static HikariConfig container(String name) {
        HikariConfig container = new HikariConfig();
        container.setJdbcUrl("jdbc:h2:./target/testing-page-" + name);
        return container;
    }

    @Test
    void databasesOfContainersAreUsed() {
        assertThat(ds1).isInstanceOfSatisfying(HikariDataSource.class, pool -> assertThat(pool.getJdbcUrl())
                .isEqualTo(second.getJdbcUrl()));
    }

    @Configuration(proxyBeanMethods = false)
    static class Empty {}
}

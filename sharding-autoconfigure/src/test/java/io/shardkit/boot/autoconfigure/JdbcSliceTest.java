package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import javax.sql.DataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Tests the beans of a test with {@code @JdbcTest}. */
class JdbcSliceTest {
    @Nested
    @JdbcTest(
            properties = {
                "sharding.data-sources.ds0.url=jdbc:mariadb://127.0.0.1:1/orders_0",
                "sharding.data-sources.ds1.url=jdbc:mariadb://127.0.0.1:1/orders_1",
                "sharding.broadcast-tables=t_started",
                "spring.sql.init.schema-locations=classpath:init.sql"
            })
    @ContextConfiguration(classes = Empty.class)
    class OnRealDatabases {
        @Autowired
        private JdbcTemplate jdbc;

        @Autowired
        @Qualifier("ds1") private DataSource ds1;

        @Test
        void isShardedOverEmbeddedOnes() {
            assertThat(jdbc.getDataSource()).isInstanceOf(ShardingDataSource.class);
            assertThat(ds1).isInstanceOf(EmbeddedDatabase.class);
            // The script ran without being asked to, as it does on Boot's own embedded database
            assertThat(new JdbcTemplate(ds1).queryForObject("SELECT COUNT(*) FROM t_started", Integer.class))
                    .isEqualTo(1);
        }
    }

    @Nested
    @JdbcTest
    @ContextConfiguration(classes = Empty.class)
    class OnDatabasesOfTheTest {
        @DynamicPropertySource
        static void shards(DynamicPropertyRegistry registry) {
            registry.add("sharding.data-sources.ds0.url", () -> "jdbc:h2:./target/slice-0;MODE=MySQL");
            registry.add("sharding.data-sources.ds1.url", () -> "jdbc:h2:./target/slice-1;MODE=MySQL");
        }

        @Autowired
        private DataSource dataSource;

        @Autowired
        @Qualifier("ds1") private DataSource ds1;

        @Test
        void usesThem() {
            assertThat(dataSource).isInstanceOf(ShardingDataSource.class);
            assertThat(ds1).isInstanceOf(HikariDataSource.class);
        }
    }

    @Nested
    @JdbcTest(properties = "sharding.data-sources.ds0.url=jdbc:h2:./target/slice-2;MODE=MySQL")
    @AutoConfigureTestDatabase(replace = AutoConfigureTestDatabase.Replace.NONE)
    @ContextConfiguration(classes = Empty.class)
    class WithoutReplacement {
        @Autowired
        private DataSource dataSource;

        @Autowired
        @Qualifier("ds0") private DataSource ds0;

        @Test
        void usesTheDatabasesOfTheApplication() {
            assertThat(dataSource).isInstanceOf(ShardingDataSource.class);
            assertThat(ds0).isInstanceOf(HikariDataSource.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Empty {}
}

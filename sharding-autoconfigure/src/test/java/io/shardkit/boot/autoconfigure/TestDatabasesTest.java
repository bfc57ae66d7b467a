package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.jdbc.test.autoconfigure.TestDatabaseAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;

/** No test that asked for a test database writes to a real shard, or runs unsharded. */
class TestDatabasesTest {
    private static final String REAL = "jdbc:mariadb://127.0.0.1:1/orders_";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    TestDatabaseAutoConfiguration.class,
                    ShardingAutoConfiguration.class,
                    ShardingCheckAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class))
            .withPropertyValues(
                    "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order_{0..1}",
                    "sharding.unique-keys.without-sharding-column=accept",
                    "sharding.tables.t_order.database-strategy.sharding-column=user_id",
                    "sharding.tables.t_order.database-strategy.algorithm=modulo",
                    "sharding.tables.t_order.table-strategy.sharding-column=order_id",
                    "sharding.tables.t_order.table-strategy.algorithm=modulo",
                    "sharding.algorithms.modulo.type=mod");
    private final ApplicationContextRunner real = runner.withPropertyValues(
            "sharding.data-sources.ds0.url=" + REAL + 0, "sharding.data-sources.ds1.url=" + REAL + 1);
    private final ApplicationContextRunner inMemory = runner.withPropertyValues(
            "sharding.data-sources.ds0.url=" + H2.url(), "sharding.data-sources.ds1.url=" + H2.url());

    @ParameterizedTest
    @ValueSource(strings = {"NON_TEST", "ANY", "AUTO_CONFIGURED"})
    void replacesEachPoolWhenTheDatabasesAreReal(String replace) {
        real.withPropertyValues("spring.test.database.replace=" + replace).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean("ds0")).isInstanceOf(EmbeddedDatabase.class);
            assertThat(context.getBean("ds1")).isInstanceOf(EmbeddedDatabase.class);
            assertThat(context.getBean(DataSource.class)).isInstanceOf(ShardingDataSource.class);
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
            for (int i = 0; i < 8; i++) {
                jdbc.update("INSERT INTO t_order (order_id, user_id) VALUES (?, ?)", i, i / 2);
            }
            assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM t_order", Integer.class))
                    .isEqualTo(8);
            assertThat(new JdbcTemplate(context.getBean("ds1", DataSource.class))
                            .queryForObject("SELECT COUNT(*) FROM t_order_1", Integer.class))
                    .isEqualTo(2);
        });
    }

    @Test
    void isWhatHappensWhenNothingIsSaid() {
        real.run(context -> assertThat(context.getBean("ds0")).isInstanceOf(EmbeddedDatabase.class));
    }

    @Test
    void keepsPoolsInMemoryWhenTheyAreTestDatabasesAlready() {
        inMemory.run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean("ds0")).isInstanceOf(HikariDataSource.class);
            assertThat(context.getBean(DataSource.class)).isInstanceOf(ShardingDataSource.class);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"ANY", "AUTO_CONFIGURED"})
    void replacesPoolsInMemoryWhenAskedTo(String replace) {
        inMemory.withPropertyValues("spring.test.database.replace=" + replace)
                .run(context -> assertThat(context.getBean("ds0")).isInstanceOf(EmbeddedDatabase.class));
    }

    @Test
    void keepsPoolsWhenNothingIsToBeReplaced() {
        inMemory.withPropertyValues("spring.test.database.replace=NONE").run(context -> {
            assertThat(context.getBean("ds0")).isInstanceOf(HikariDataSource.class);
            assertThat(context.getBean(DataSource.class)).isInstanceOf(ShardingDataSource.class);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"NON_TEST", "ANY"})
    void replacesTheApplicationsOwnPoolAsBootDoes(String replace) {
        real.withUserConfiguration(OwnPool.class)
                .withPropertyValues("spring.test.database.replace=" + replace)
                .run(context -> assertThat(context.getBean("ds1")).isInstanceOf(EmbeddedDatabase.class));
    }

    @Test
    void keepsTheApplicationsOwnPoolWhenOnlyAutoConfiguredOnesAreReplaced() {
        runner.withUserConfiguration(OwnPool.class)
                .withPropertyValues(
                        "spring.test.database.replace=AUTO_CONFIGURED",
                        "sharding.data-sources.ds0.url=" + REAL + 0,
                        "sharding.data-sources.ds1.driver-class-name=org.h2.Driver")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean("ds0")).isInstanceOf(EmbeddedDatabase.class);
                    assertThat(context.getBean("ds1")).isInstanceOf(JdbcDataSource.class);
                });
    }

    @Test
    void stopsWhenThereIsNothingToReplaceRealDatabasesBy() {
        real.withClassLoader(new FilteredClassLoader("org.h2", "org.hsqldb", "org.apache.derby"))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("spring.test.database.replace")
                        .hasMessageContaining("there is none on the class path"));
    }

    @Test
    void stopsWhenTheEmbeddedDatabaseCannotBeSharded() {
        real.withPropertyValues("spring.test.database.connection=HSQLDB").run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContaining("HSQLDB is none that can be sharded"));
    }

    @Test
    void leavesBootsOwnReplacementAloneWhenShardingIsOff() {
        real.withPropertyValues("sharding.enabled=false", "spring.datasource.url=" + REAL)
                .run(context -> assertThat(context.getBean(DataSource.class)).isInstanceOf(EmbeddedDatabase.class));
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnPool {
        @Bean(defaultCandidate = false)
        DataSource ds1() {
            JdbcDataSource dataSource = new JdbcDataSource();
            dataSource.setURL(H2.url());
            return dataSource;
        }
    }
}

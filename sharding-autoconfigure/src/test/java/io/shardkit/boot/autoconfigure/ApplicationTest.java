package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.jdbc.ShardingDataSource;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/** An application that does no more than declare the dependency and the properties. */
class ApplicationTest {

    @Test
    void usesTheLogicalDataSourceWhenNothingElseIsDone() {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run("--sharding.data-sources.ds0.url=" + H2.url(), "--sharding.data-sources.ds1.url=" + H2.url())) {
            assertThat(context.getBean("dataSource")).isInstanceOf(ShardingDataSource.class);
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.execute("CREATE TABLE t_note (id INT PRIMARY KEY)");
            context.getBean(TransactionTemplate.class)
                    .executeWithoutResult(status -> jdbc.update("INSERT INTO t_note VALUES (?)", 1));
            assertThat(new JdbcTemplate(context.getBean("ds0", DataSource.class))
                            .queryForObject("SELECT COUNT(*) FROM t_note", Integer.class))
                    .isEqualTo(1);
        }
    }

    @Test
    void placesEachRowOnItsShardWhenATableIsDeclared() {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--sharding.data-sources.ds0.url=" + H2.url(),
                        "--sharding.data-sources.ds1.url=" + H2.url(),
                        "--sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order_{0..1}",
                        "--sharding.tables.t_order.database-strategy.sharding-column=user_id",
                        "--sharding.tables.t_order.database-strategy.algorithm=modulo",
                        "--sharding.tables.t_order.table-strategy.sharding-column=order_id",
                        "--sharding.tables.t_order.table-strategy.algorithm=modulo",
                        "--sharding.tables.t_order.key-generate-strategy.column=order_id",
                        "--sharding.tables.t_order.key-generate-strategy.generator=keys",
                        "--sharding.algorithms.modulo.type=mod",
                        "--sharding.key-generators.keys.type=snowflake",
                        "--sharding.key-generators.keys.props.worker-id=1")) {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
            for (int user = 0; user < 6; user++) {
                jdbc.update("INSERT INTO t_order (user_id) VALUES (?)", user % 3);
            }
            assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM t_order", Integer.class))
                    .isEqualTo(6);
            JdbcTemplate ds1 = new JdbcTemplate(context.getBean("ds1", DataSource.class));
            assertThat(ds1.queryForList(
                            "SELECT user_id FROM t_order_0 UNION ALL SELECT user_id FROM t_order_1", Integer.class))
                    .containsExactly(1, 1);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}

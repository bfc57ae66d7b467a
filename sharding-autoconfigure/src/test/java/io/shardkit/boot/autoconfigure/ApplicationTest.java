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

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}

package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Pastes the settings and the code of README into an application. */
@ExtendWith(OutputCaptureExtension.class)
class ReadmeTest {
    private final Markdown readme = Markdown.of("README.md");

    @Test
    void settingsAndCodeWorkAsTheyStand(CapturedOutput output) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ShardingAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class))
                .withUserConfiguration(Application.class)
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addLast(SnippetsTest.settings("readme", readme.block("yaml", "jdbc:h2:mem:ds0"))))
                .run(context -> {
                    context.getBean(ApplicationRunner.class).run(new DefaultApplicationArguments());
                    assertThat(output.getOut())
                            .contains(readme.block("text", "ORDERS"))
                            .doesNotContain(" WARN ");
                    // As at the second start, on a database that keeps its tables
                    context.getBean(ApplicationRunner.class).run(new DefaultApplicationArguments());
                    assertThat(context.getBean(JdbcTemplate.class).queryForList("SELECT * FROM t_order"))
                            .hasSize(6);
                    // user 7 is odd: its rows are on ds1
                    assertThat(count(context.getBean("ds1", DataSource.class))).isEqualTo(4);
                    assertThat(count(context.getBean("ds0", DataSource.class))).isEqualTo(2);
                });
    }

    private static int count(DataSource shard) {
        JdbcTemplate jdbc = new JdbcTemplate(shard);
        int rows = 0;
        for (int table = 0; table < 4; table++) {
            rows += jdbc.queryForList("SELECT * FROM t_order_" + table).size();
        }
        return rows;
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {
        // region: readme
        @Bean
        ApplicationRunner orders(JdbcTemplate jdbc) {
            return arguments -> {
                jdbc.execute("CREATE TABLE IF NOT EXISTS t_order"
                        + " (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, total INT)");
                jdbc.execute("INSERT INTO t_order (user_id, total) VALUES (7, 30), (7, 12), (8, 5)");
                jdbc.queryForList("SELECT user_id, COUNT(*) AS orders FROM t_order GROUP BY user_id ORDER BY user_id")
                        .forEach(System.out::println);
            };
        }
        // endregion
    }
}

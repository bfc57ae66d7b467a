package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.boot.audit.ShardingAuditAutoConfiguration;
import io.shardkit.boot.audit.ShardingAuditEndpoint;
import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.boot.autoconfigure.ShardingCheckAutoConfiguration;
import io.shardkit.jdbc.ShardingDataSource;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

/** The settings that docs/audit.md shows start an application that is audited. */
class AuditPageTest {
    @TempDir
    private Path folder;

    @Test
    void settingsAuditAnApplication() {
        String settings = Markdown.of("docs/audit.md").block("yaml", "audit:");
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ShardingAutoConfiguration.class,
                        ShardingCheckAutoConfiguration.class,
                        ShardingAuditAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class))
                .withInitializer(context ->
                        context.getEnvironment().getPropertySources().addLast(SnippetsTest.settings("block", settings)))
                .withPropertyValues(
                        "sharding.audit.file=" + folder.resolve("audit"),
                        "management.endpoints.web.exposure.include=shardingaudit")
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean(ShardingDataSource.class);
                    JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
                    jdbc.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
                    jdbc.queryForList("SELECT order_id FROM t_order WHERE user_id = 1 AND order_id = 2");
                    assertThat(context.getBean(ShardingAuditEndpoint.class)
                                    .report()
                                    .ways())
                            .containsEntry("one_unit", 1L);
                });
        assertThat(folder.resolve("audit.md")).isNotEmptyFile();
        assertThat(folder.resolve("audit.json")).isNotEmptyFile();
    }
}

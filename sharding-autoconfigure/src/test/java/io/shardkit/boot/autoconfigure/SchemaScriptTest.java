package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;

/** The script of a schema, as it is used with one database, makes all actual tables. */
@ExtendWith(OutputCaptureExtension.class)
class SchemaScriptTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceInitializationAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class))
            .withPropertyValues(
                    "sharding.data-sources.ds0.url=" + H2.url(),
                    "sharding.data-sources.ds1.url=" + H2.url(),
                    "sharding.binding-tables[0]=t_order, t_order_item",
                    "sharding.broadcast-tables[0]=t_country",
                    "sharding.algorithms.modulo.type=mod",
                    "sharding.key-generators.keys.type=snowflake",
                    "sharding.key-generators.keys.props.worker-id=1",
                    "spring.sql.init.mode=always",
                    "spring.sql.init.schema-locations=classpath:schema-of-a-dump.sql")
            .withPropertyValues(table("t_order"))
            .withPropertyValues(table("t_order_item"))
            .withPropertyValues(
                    "sharding.tables.t_order.key-generate-strategy.column=order_id",
                    "sharding.tables.t_order.key-generate-strategy.generator=keys");
    private final ApplicationContextRunner accepting =
            runner.withPropertyValues("sharding.tables.t_order_item.unique-keys.item_id=accept");

    private static String[] table(String name) {
        String prefix = "sharding.tables." + name + ".";
        return new String[] {
            prefix + "actual-data-nodes=ds{0..1}." + name + "_{0..1}",
            prefix + "database-strategy.sharding-column=user_id",
            prefix + "database-strategy.algorithm=modulo",
            prefix + "table-strategy.sharding-column=order_id",
            prefix + "table-strategy.algorithm=modulo"
        };
    }

    @Test
    void makesEveryActualTableWhenAScriptOfLogicalTablesIsGiven(CapturedOutput output) {
        accepting.run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.update("INSERT INTO t_country VALUES ('DE', 'Germany')");
            jdbc.update("INSERT INTO t_order (user_id, country) VALUES (1, 'DE'), (2, 'DE'), (3, NULL)");
            assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM t_order", Integer.class))
                    .isEqualTo(3);
            for (String shard : new String[] {"ds0", "ds1"}) {
                JdbcTemplate database = new JdbcTemplate(context.getBean(shard, DataSource.class));
                assertThat(database.queryForList(
                                "SELECT table_name FROM information_schema.tables WHERE table_schema = CURRENT_SCHEMA"
                                        + " AND table_name NOT IN ('sharding_rule', 'sharding_member')",
                                String.class))
                        .containsExactlyInAnyOrder(
                                "t_country", "t_order_0", "t_order_1", "t_order_item_0", "t_order_item_1");
            }
            assertThat(output).doesNotContain(": t_order: ").doesNotContain(": t_order_item: ");
        });
    }

    @Test
    void startsNotWhenTheScriptHasAKeyThatMayRepeatAndNothingIsChosen() {
        runner.run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContaining("SK-2061")
                .hasMessageContaining("[item_id]")
                .hasMessageContaining("sharding.tables.t_order_item.unique-keys.item_id: accept"));
    }
}

package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The line in the log that says what has started, and the warning of data sources that no table uses. */
@ExtendWith(OutputCaptureExtension.class)
class StartSummaryTest {
    private static final String[] TABLE = {
        "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order_{0..1}",
        "sharding.tables.t_order.database-strategy.sharding-column=user_id",
        "sharding.tables.t_order.database-strategy.algorithm=modulo",
        "sharding.tables.t_order.table-strategy.sharding-column=order_id",
        "sharding.tables.t_order.table-strategy.algorithm=modulo",
        "sharding.algorithms.modulo.type=mod"
    };

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ShardingAutoConfiguration.class))
            .withPropertyValues(
                    "sharding.data-sources.ds0.url=" + H2.url(), "sharding.data-sources.ds1.url=" + H2.url());

    private static List<String> lines(CapturedOutput output) {
        return output.getOut()
                .lines()
                .filter(line -> line.matches(".* io\\.shardkit +(:|--) .*"))
                .toList();
    }

    @Test
    void saysWhatHasStarted(CapturedOutput output) {
        runner.withPropertyValues(TABLE)
                .withPropertyValues("sharding.broadcast-tables=t_country")
                .withBean("places", StartPlaces.class, () -> () -> List.of("endpoint at /here"))
                .run(context -> assertThat(lines(output))
                        .singleElement()
                        .asString()
                        .contains("INFO")
                        .matches(
                                ".* Shardkit( \\S+)?: 2 data sources \\(ds0, ds1: H2 2\\.[0-9.]+\\), 1 sharded table in"
                                        + " 4 units, 1 broadcast table, transactions best-effort; endpoint at /here"));
    }

    @Test
    void warnsWhenNoTableIsSharded(CapturedOutput output) {
        runner.run(context -> assertThat(lines(output)).hasSize(2).anySatisfy(line -> assertThat(line)
                .contains("WARN")
                .contains("No table is sharded: all are single tables, found on ds0", "ds1 is used by no table")));
    }

    @Test
    void warnsOfADataSourceThatNoTableUses(CapturedOutput output) {
        runner.withPropertyValues(TABLE)
                .withPropertyValues(
                        "sharding.data-sources.ds2.url=" + H2.url(), "sharding.data-sources.ds3.url=" + H2.url())
                .run(context -> assertThat(lines(output)).hasSize(2).anySatisfy(line -> assertThat(line)
                        .contains("WARN", "ds2, ds3 are used by no table")
                        .doesNotContain("No table is sharded")));
    }

    @Test
    void countsSingleTablesAsUse(CapturedOutput output) {
        runner.withPropertyValues("sharding.single-tables=ds1.t_setting")
                .run(context ->
                        assertThat(lines(output)).singleElement().asString().doesNotContain("WARN"));
    }

    @Test
    void saysItWhereBeansAreLazyToo(CapturedOutput output) {
        runner.withPropertyValues("spring.main.lazy-initialization=true")
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> assertThat(lines(output)).hasSize(2));
    }
}

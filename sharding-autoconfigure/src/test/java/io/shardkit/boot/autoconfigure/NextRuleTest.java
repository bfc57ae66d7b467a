package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.membership.Membership;
import io.shardkit.move.Moves;
import io.shardkit.move.WantedTable;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** The wanted rule of {@code sharding.next}, laid over the configured one. */
class NextRuleTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ShardingAutoConfiguration.class))
            .withPropertyValues(
                    "sharding.data-sources.ds0.url=jdbc:h2:mem:" + UUID.randomUUID(),
                    "sharding.data-sources.ds1.url=jdbc:h2:mem:" + UUID.randomUUID(),
                    "sharding.rule-store.poll=1h",
                    "sharding.tables.t_order.actual-data-nodes=ds0.t_order_{0..1}",
                    "sharding.tables.t_order.table-strategy.sharding-column=user_id",
                    "sharding.tables.t_order.table-strategy.algorithm=by-user",
                    "sharding.tables.t_log.actual-data-nodes=ds0.t_log_{0..1}",
                    "sharding.tables.t_log.table-strategy.sharding-column=user_id",
                    "sharding.tables.t_log.table-strategy.algorithm=by-user",
                    "sharding.binding-tables[0]=t_order, t_log",
                    "sharding.broadcast-tables=t_country",
                    "sharding.single-tables=ds0.t_audit",
                    "sharding.algorithms.by-user.type=mod");
    private final ApplicationContextRunner wider = runner.withPropertyValues(
            "sharding.next.tables.t_order.actual-data-nodes=ds0.t_order_{0..1}, ds1.t_order_{2..3}",
            "sharding.next.tables.t_order.table-strategy.sharding-column=shop_id",
            "sharding.next.tables.t_order.table-strategy.algorithm=by-shop",
            "sharding.next.binding-tables=",
            "sharding.next.algorithms.by-shop.type=hash-mod");

    private static ShardMap wanted(ApplicationContext context) throws SQLException {
        return Objects.requireNonNull(context.getBean(ShardingDataSource.class)
                .unwrap(Membership.class)
                .wanted());
    }

    private static Moves moves(ApplicationContext context) {
        return context.getBean(ShardingDataSource.class).moves();
    }

    @Test
    void aTableThatIsNamedReplacesTheWholeTable() {
        wider.run(context -> {
            ShardMap wanted = wanted(context);
            assertThat(Objects.requireNonNull(wanted.shardedTable("t_order")).nodes())
                    .hasSize(4);
            assertThat(wanted.shardedTable("t_order").shardingColumns()).containsExactly("shop_id");
            assertThat(Objects.requireNonNull(wanted.shardedTable("t_log")).nodes())
                    .hasSize(2);
            assertThat(wanted.boundWith(wanted.shardedTable("t_log"))).hasSize(1);
            assertThat(wanted.broadcastTables()).containsExactly("t_country");
            assertThat(wanted.isDeclaredSingle("t_audit")).isTrue();
            ShardingDataSource logical = context.getBean(ShardingDataSource.class);
            assertThat(Objects.requireNonNull(logical.rule().shardedTable("t_order"))
                            .nodes())
                    .hasSize(2);
            logical.join();
            assertThat(moves(context).wantedTables()).map(WantedTable::table).containsExactly("t_order");
            assertThat(moves(context).wanted(List.of()).tables()).containsExactly("t_order");
        });
    }

    @Test
    void aListReplacesTheList() {
        runner.withPropertyValues(
                        "sharding.next.single-tables=ds0.t_audit, ds1.t_log",
                        "sharding.next.binding-tables=",
                        "sharding.next.broadcast-tables=")
                .run(context -> {
                    ShardMap wanted = wanted(context);
                    assertThat(wanted.shardedTable("t_log")).isNull();
                    assertThat(wanted.singleTables()).containsEntry("t_log", "ds1");
                    assertThat(wanted.broadcastTables()).isEmpty();
                    context.getBean(ShardingDataSource.class).join();
                    assertThat(moves(context).wantedTables())
                            .map(WantedTable::table)
                            .contains("t_log")
                            .doesNotContain("t_order");
                });
    }

    @Test
    void aSingleTableThatIsToBeShardedNeedNotBeTakenFromTheList() {
        runner.withPropertyValues(
                        "sharding.next.tables.t_audit.actual-data-nodes=ds0.t_audit_{0..1}",
                        "sharding.next.tables.t_audit.table-strategy.sharding-column=id",
                        "sharding.next.tables.t_audit.table-strategy.algorithm=by-user")
                .run(context -> {
                    ShardMap wanted = wanted(context);
                    assertThat(Objects.requireNonNull(wanted.shardedTable("t_audit"))
                                    .nodes())
                            .hasSize(2);
                    assertThat(wanted.isDeclaredSingle("t_audit")).isFalse();
                    context.getBean(ShardingDataSource.class).join();
                    assertThat(moves(context).wantedTables())
                            .map(WantedTable::table)
                            .containsExactly("t_audit");
                });
    }

    /** The stored rule has four tables of each, and the configuration is still that of before. */
    private ApplicationContextRunner afterReshard() {
        ApplicationContextRunner kept = runner.withPropertyValues(
                "sharding.data-sources.ds0.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                "sharding.data-sources.ds1.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        kept.run(context -> context.getBean(ShardingDataSource.class).join());
        ApplicationContextRunner four = kept.withPropertyValues(
                "sharding.tables.t_order.actual-data-nodes=ds0.t_order_{0..3}",
                "sharding.tables.t_log.actual-data-nodes=ds0.t_log_{0..3}");
        four.run(context -> {
            Matcher hash = Pattern.compile("has the hash (\\w+)").matcher(report(context));
            assertThat(hash.find()).isTrue();
            four.withPropertyValues("sharding.rule-store.accept=" + hash.group(1))
                    .run(accepted -> accepted.getBean(ShardingDataSource.class).join());
        });
        return kept;
    }

    @Test
    void whatIsNamedIsWantedAlsoIfItIsConfiguredAlike() {
        ApplicationContextRunner behind = afterReshard();
        wants(
                behind.withPropertyValues(
                        "sharding.next.tables.t_log.actual-data-nodes=ds0.t_log_{0..1}",
                        "sharding.next.tables.t_log.table-strategy.sharding-column=user_id",
                        "sharding.next.tables.t_log.table-strategy.algorithm=by-user"),
                "t_log");
        wants(behind.withPropertyValues("sharding.next.algorithms.by-user.type=mod"), "t_log", "t_order");
        wants(behind.withPropertyValues("sharding.next.single-tables=ds0.t_audit"));
    }

    private static void wants(ApplicationContextRunner next, String... tables) {
        next.run(context -> {
            context.getBean(ShardingDataSource.class).join();
            assertThat(moves(context).wantedTables()).map(WantedTable::table).containsExactly(tables);
        });
    }

    @Test
    void variablesOfTheEnvironmentNameItAsWell() {
        wider.withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                "systemEnvironment",
                                Map.of("SHARDING_NEXT_TABLES_TORDER_ACTUALDATANODES", "ds1.t_order_{0..2}"))))
                .run(context -> assertThat(
                                Objects.requireNonNull(wanted(context).shardedTable("t_order"))
                                        .nodes())
                        .hasSize(3));
    }

    @Test
    void aDataSourceOfTheTemplateIsKnownByItsName() {
        wider.withPropertyValues(
                        "sharding.data-source-template.url=jdbc:h2:mem:{name}",
                        "sharding.next.tables.t_order.actual-data-nodes=ds0.t_order_{0..1}, ds4.t_order_{2..3}")
                .run(context -> assertThat(wanted(context).dataSources()).contains("ds4"));
    }

    @Test
    void aWrongOneStopsTheStartUnderItsOwnName() {
        fails("sharding.next.tables.t_order.actual-data-nodes=ds0.t_order_{0..1}, ds7.t_order_2", "ds7");
        fails("sharding.next.tables.t_order.table-strategy.algorithm=by-nothing", "by-nothing");
        fails("sharding.next.binding-tables=t_order", "the group has one table");
        fails("sharding.next.algorithms.by-shop.type=mud", "mud");
    }

    private static String report(AssertableApplicationContext context) {
        Throwable failure = context.getStartupFailure();
        for (FailureAnalyzer analyzer : List.of(
                new ShardingConfigurationFailureAnalyzer(new StandardEnvironment()),
                new ShardingPropertyNameFailureAnalyzer())) {
            FailureAnalysis analysis = analyzer.analyze(failure);
            if (analysis != null) {
                return analysis.getDescription() + "\n" + analysis.getAction();
            }
        }
        throw new AssertionError(failure);
    }

    private void fails(String property, String reason) {
        wider.withPropertyValues(property).run(context -> assertThat(report(context))
                .contains("Property: " + property.substring(0, property.indexOf('=')))
                .contains(reason));
    }

    @Test
    void whatDoesNotFitTheConfiguredRestIsSaid() {
        runner.withPropertyValues("sharding.next.single-tables=ds1.t_log").run(context -> assertThat(report(context))
                .contains("Property: sharding.binding-tables[0]", "in the rule that sharding.next asks for"));
    }

    @Test
    void aMisspeltNameIsReported() {
        wider.withPropertyValues("sharding.next.tables.t_order.actual-datanodes2=ds0.t_order_0")
                .run(context -> assertThat(report(context)).contains("sharding.next.tables.t_order.actual-data-nodes"));
        wider.withPropertyValues("sharding.next.tabels.t_order.actual-data-nodes=ds0.t_order_0")
                .run(context -> assertThat(report(context)).contains("sharding.next.tables"));
    }
}

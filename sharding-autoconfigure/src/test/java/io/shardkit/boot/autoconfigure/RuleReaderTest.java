package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ComplexShardingAlgorithm;
import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.keygen.KeyDatabases;
import io.shardkit.keygen.KeyGenerator;
import io.shardkit.keygen.KeyGeneratorFactory;
import io.shardkit.options.CrossSource;
import io.shardkit.options.Limits;
import io.shardkit.options.Settings;
import io.shardkit.options.Upserts;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.MissingTable;
import io.shardkit.rule.PlacedKey;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.rule.UniqueKeyChoices;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.jdbc.core.JdbcTemplate;

/** From properties to the rule. */
@ExtendWith(OutputCaptureExtension.class)
class RuleReaderTest {
    private static final String[] TABLE = {
        "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order_{0..3}",
        "sharding.tables.t_order.database-strategy.sharding-column=user_id",
        "sharding.tables.t_order.database-strategy.algorithm=by-user",
        "sharding.tables.t_order.table-strategy.sharding-column=order_id",
        "sharding.tables.t_order.table-strategy.algorithm=byOrder",
        "sharding.algorithms.by-user.type=mod",
        "sharding.algorithms.byOrder.type=hash-mod"
    };

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(ShardingAutoConfiguration.class));
    private final ApplicationContextRunner sharded = runner.withPropertyValues(
            "sharding.data-sources.ds0.url=" + H2.url(), "sharding.data-sources.ds1.url=" + H2.url());

    @Test
    void algorithmsChooseTargetsByTheirNames() {
        sharded.withPropertyValues(
                        "sharding.tables.t_log.actual-data-nodes=ds0.t_log_{202401,202402}, ds1.t_log_202403",
                        "sharding.tables.t_log.table-strategy.sharding-column=day",
                        "sharding.tables.t_log.table-strategy.algorithm=by-month",
                        "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order_{1..2}",
                        "sharding.tables.t_order.database-strategy.sharding-column=user_id",
                        "sharding.tables.t_order.database-strategy.algorithm=by-user",
                        "sharding.tables.t_order.table-strategy.sharding-column=order_id",
                        "sharding.tables.t_order.table-strategy.algorithm=by-order",
                        "sharding.algorithms.by-month.type=INTERVAL",
                        "sharding.algorithms.by-month.props.datetime-lower=2024-01-01",
                        "sharding.algorithms.by-month.props.datetime-interval-unit=MONTHS",
                        "sharding.algorithms.by-month.props.sharding-suffix-pattern=yyyyMM",
                        "sharding.algorithms.by-user.type=inline",
                        "sharding.algorithms.by-user.props.algorithm-expression=ds$->{user_id % 2}",
                        "sharding.algorithms.by-order.type=inline",
                        "sharding.algorithms.by-order.props.algorithm-expression=t_order_$->{order_id % 2 + 1}",
                        "sharding.algorithms.unused.type=list",
                        "sharding.algorithms.unused.props.values=1=0")
                .run(context -> {
                    ShardingRule rule = context.getBean(ShardingRule.class);
                    ShardedTable order = Objects.requireNonNull(rule.shardedTable("t_order"));
                    assertThat(Objects.requireNonNull(order.databaseStrategy()).algorithm())
                            .isEqualTo(new ModAlgorithm(2));
                    ShardingAlgorithm byOrder =
                            Objects.requireNonNull(order.tableStrategy()).algorithm();
                    assertThat(List.of(byOrder.shard(1), byOrder.shard(2))).containsExactly(1, 0);
                    ShardingAlgorithm byMonth = Objects.requireNonNull(
                                    Objects.requireNonNull(rule.shardedTable("t_log"))
                                            .tableStrategy())
                            .algorithm();
                    assertThat(byMonth.shard(LocalDate.parse("2024-03-31").toEpochDay()))
                            .isEqualTo(2);
                });
    }

    @Test
    void actualTablesMayComeLaterWhenTheyArePeriodsOrAreCreated() {
        sharded.withPropertyValues(TABLE)
                .withPropertyValues(
                        "sharding.tables.t_log.actual-data-nodes=ds0.t_log_{202401..202403}",
                        "sharding.tables.t_log.table-strategy.sharding-column=day",
                        "sharding.tables.t_log.table-strategy.algorithm=by-month",
                        "sharding.tables.t_made.actual-data-nodes=ds0.t_made_{0..1}",
                        "sharding.tables.t_made.auto-create=true",
                        "sharding.tables.t_made.table-strategy.sharding-column=id",
                        "sharding.tables.t_made.table-strategy.algorithm=by-user",
                        "sharding.algorithms.by-month.type=INTERVAL",
                        "sharding.algorithms.by-month.props.datetime-lower=2024-01-01",
                        "sharding.algorithms.by-month.props.datetime-interval-unit=MONTHS",
                        "sharding.algorithms.by-month.props.sharding-suffix-pattern=yyyyMM")
                .run(context -> {
                    ShardingRule rule = context.getBean(ShardingRule.class);
                    assertThat(Stream.of("t_log", "t_made", "t_order")
                                    .map(name -> Objects.requireNonNull(rule.shardedTable(name))
                                            .growth()))
                            .containsExactly(MissingTable.AWAITED, MissingTable.CREATED, MissingTable.FIXED);
                });
        sharded.withPropertyValues(
                        "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order",
                        "sharding.tables.t_order.auto-create=true",
                        "sharding.tables.t_order.database-strategy.sharding-column=user_id",
                        "sharding.tables.t_order.database-strategy.algorithm=by-user",
                        "sharding.algorithms.by-user.type=mod")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("sharding.tables.t_order.auto-create")
                        .hasMessageContaining("no table-strategy"));
    }

    @Test
    void movedTablesWhenTheyLieElsewhere() {
        sharded.withPropertyValues(TABLE)
                .withPropertyValues(
                        "sharding.tables.t_log.actual-data-nodes=ds0.T_log_{0..2}",
                        "sharding.tables.t_log.moved.ds0.T_log_1=ds1",
                        "sharding.tables.t_log.moved.[ds0.T_log_2]=ds1",
                        "sharding.tables.t_log.table-strategy.sharding-column=id",
                        "sharding.tables.t_log.table-strategy.algorithm=by-user")
                .run(context -> assertThat(Objects.requireNonNull(
                                        context.getBean(ShardingRule.class).shardedTable("t_log"))
                                .nodes())
                        .extracting(Object::toString)
                        .containsExactly("ds0.T_log_0", "ds1.T_log_1", "ds1.T_log_2"));
        sharded.withPropertyValues(TABLE)
                .withPropertyValues(
                        "sharding.tables.t_log.actual-data-nodes=ds0.t_log_{0..2}",
                        "sharding.tables.t_log.moved.ds0.t_log_1=ds7",
                        "sharding.tables.t_log.table-strategy.sharding-column=id",
                        "sharding.tables.t_log.table-strategy.algorithm=by-user")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("sharding.tables.t_log.moved.ds0.t_log_1: 'ds7' is not one of"));
    }

    @Test
    void placedKeysWhenTheyAreDeclared() {
        String[] log = {
            "sharding.tables.t_log.actual-data-nodes=ds0.t_log_{0..1}",
            "sharding.tables.t_log.placed-keys[0].key=a.B = [c]/",
            "sharding.tables.t_log.placed-keys[1].key=4711",
            "sharding.tables.t_log.placed-keys[1].unit=ds0.t_log_1",
            "sharding.tables.t_log.table-strategy.sharding-column=id",
            "sharding.tables.t_log.table-strategy.algorithm=by-user"
        };
        sharded.withPropertyValues(TABLE)
                .withPropertyValues(log)
                .withPropertyValues("sharding.tables.t_log.placed-keys[0].unit=ds1.t_log_vip")
                .run(context -> {
                    ShardedTable table = Objects.requireNonNull(
                            context.getBean(ShardingRule.class).shardedTable("t_log"));
                    assertThat(table.placedKeys())
                            .containsExactly(
                                    new PlacedKey("4711", "ds0.t_log_1"), new PlacedKey("a.B = [c]/", "ds1.t_log_vip"));
                    assertThat(table.nodes())
                            .extracting(Object::toString)
                            .containsExactly("ds0.t_log_0", "ds0.t_log_1", "ds1.t_log_vip");
                });
        sharded.withPropertyValues(TABLE).withPropertyValues(log).run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContaining("sharding.tables.t_log.placed-keys[0].unit: it is missing"));
        sharded.withPropertyValues(TABLE)
                .withPropertyValues(log)
                .withPropertyValues("sharding.tables.t_log.placed-keys[0].unit=ds7.t_log_vip")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("sharding.tables.t_log.placed-keys: 'ds7' is not one of"));
    }

    @Test
    void lookupTablesWhenTheyAreDeclared() {
        sharded.withPropertyValues(TABLE)
                .withPropertyValues(
                        "sharding.tables.t_order.lookups.order_no.table=t_order_no",
                        "sharding.tables.t_order.lookups.Invoice.table=T_Invoice",
                        "sharding.tables.t_order.lookups.Invoice.write-only=true",
                        "sharding.single-tables=ds1.t_order_no, ds0.t_invoice")
                .run(context -> {
                    ShardingRule rule = context.getBean(ShardingRule.class);
                    assertThat(rule.lookups("T_ORDER"))
                            .containsExactlyInAnyOrder(
                                    new Lookup("order_no", "t_order_no", false),
                                    new Lookup("invoice", "t_invoice", true));
                });
    }

    @Test
    void choicesForUniqueKeysWhenTheyAreMade() {
        sharded.withPropertyValues(TABLE)
                .withPropertyValues(
                        "sharding.tables.t_order.unique-keys.order_no=check",
                        "sharding.tables.t_order.unique-keys[Tenant, mail]=accept",
                        "sharding.tables.t_order.auto-increment=accept")
                .run(context -> assertThat(choices(context))
                        .isEqualTo(new UniqueKeyChoices(
                                Map.of(
                                        Set.of("order_no"), UniqueKeyChoice.CHECK,
                                        Set.of("mail", "tenant"), UniqueKeyChoice.ACCEPT),
                                true,
                                UniqueKeyChoice.REFUSE)));
        sharded.withPropertyValues(TABLE)
                .run(context -> assertThat(choices(context)).isEqualTo(UniqueKeyChoices.NONE));
        sharded.withPropertyValues(TABLE)
                .withPropertyValues(
                        "sharding.unique-keys.without-sharding-column=accept",
                        "sharding.tables.t_order.auto-increment=refuse")
                .run(context -> assertThat(choices(context))
                        .isEqualTo(new UniqueKeyChoices(Map.of(), false, UniqueKeyChoice.ACCEPT)));
        sharded.withPropertyValues(TABLE)
                .withPropertyValues("sharding.tables.t_order.unique-keys[a,,b]=check")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("sharding.tables.t_order.unique-keys[a,,b]"));
    }

    private static UniqueKeyChoices choices(AssertableApplicationContext context) {
        return Objects.requireNonNull(context.getBean(ShardingRule.class).shardedTable("t_order"))
                .uniqueKeys();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            sharding.tables.t_order.lookups.order_no.write-only=true             | it is missing
            sharding.tables.t_order.lookups.user_id.table=t_other                | needs no lookup table
            sharding.tables.t_order.lookups.order_no.table=t_order               | with lookups cannot be
            sharding.tables.t_order.lookups.order_no.table=t_country             | a broadcast table
            sharding.tables.t_order.lookups.order_no.table=t_apart               | shard it by order_no alone
            """)
    void refusesLookupTablesWhenTheyCannotBeKept(String wrong, String why) {
        String property = wrong.substring(0, wrong.lastIndexOf('.'));
        sharded.withPropertyValues(TABLE)
                .withPropertyValues(
                        wrong,
                        "sharding.broadcast-tables=t_country",
                        "sharding.tables.t_apart.actual-data-nodes=ds{0..1}.t_apart",
                        "sharding.tables.t_apart.database-strategy.sharding-column=user_id",
                        "sharding.tables.t_apart.database-strategy.algorithm=by-user")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining(property)
                        .hasMessageContaining(why));
    }

    @Test
    void algorithmsGetNamesWithoutTheirSchemas() {
        sharded.withPropertyValues(
                        "sharding.tables.t_order.actual-data-nodes=ds0.sales.t_order_{0..1}, ds1.more.t_order_{0..1}",
                        "sharding.tables.t_order.database-strategy.sharding-column=user_id",
                        "sharding.tables.t_order.database-strategy.algorithm=by-user",
                        "sharding.tables.t_order.table-strategy.sharding-column=order_id",
                        "sharding.tables.t_order.table-strategy.algorithm=by-order",
                        "sharding.tables.t_two.actual-data-nodes=ds0.sales.t_two, ds0.more.t_two",
                        "sharding.tables.t_two.table-strategy.sharding-column=order_id",
                        "sharding.tables.t_two.table-strategy.algorithm=by-schema",
                        "sharding.algorithms.by-user.type=mod",
                        "sharding.algorithms.by-order.type=inline",
                        "sharding.algorithms.by-order.props.algorithm-expression=t_order_$->{order_id % 2}",
                        "sharding.algorithms.by-schema.type=list",
                        "sharding.algorithms.by-schema.props.values=1 = more.t_two; 2 = sales.t_two")
                .run(context -> {
                    ShardingRule rule = context.getBean(ShardingRule.class);
                    ShardedTable order = Objects.requireNonNull(rule.shardedTable("t_order"));
                    assertThat(order.nodes().stream().map(Object::toString))
                            .containsExactly(
                                    "ds0.sales.t_order_0",
                                    "ds0.sales.t_order_1",
                                    "ds1.more.t_order_0",
                                    "ds1.more.t_order_1");
                    assertThat(Objects.requireNonNull(order.tableStrategy())
                                    .algorithm()
                                    .shard(3))
                            .isEqualTo(1);
                    ShardedTable two = Objects.requireNonNull(rule.shardedTable("t_two"));
                    assertThat(Objects.requireNonNull(two.tableStrategy())
                                    .algorithm()
                                    .shard(1))
                            .isEqualTo(1);
                });
        sharded.withPropertyValues(
                        "sharding.tables.t_order.actual-data-nodes=ds0.sales.t_order_{0..1}",
                        "sharding.tables.t_order.auto-create=true",
                        "sharding.tables.t_order.table-strategy.sharding-column=user_id",
                        "sharding.tables.t_order.table-strategy.algorithm=by-user",
                        "sharding.algorithms.by-user.type=mod")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("sharding.tables.t_order.auto-create")
                        .hasMessageContaining("in the schema of the connections only"));
    }

    @Test
    void readsTheRuleWhenTablesAreDeclared() {
        sharded.withPropertyValues(TABLE)
                .withPropertyValues(
                        "sharding.broadcast-tables=t_country",
                        "sharding.single-tables=ds1.t_audit",
                        "sharding.default-data-source=ds1")
                .run(context -> {
                    ShardingRule rule = context.getBean(ShardingRule.class);
                    ShardedTable table = Objects.requireNonNull(rule.shardedTable("T_ORDER"));
                    assertThat(table.nodes()).hasSize(8);
                    assertThat(Objects.requireNonNull(table.databaseStrategy()).algorithm())
                            .isEqualTo(new ModAlgorithm(2));
                    assertThat(Objects.requireNonNull(table.tableStrategy()).algorithm())
                            .isEqualTo(new HashModAlgorithm(4));
                    assertThat(rule.broadcastTables()).contains("t_country");
                    assertThat(rule.singleTables()).containsEntry("t_audit", "ds1");
                    assertThat(rule.defaultDataSource()).isEqualTo("ds1");
                });
    }

    @Test
    void countsEachStrategysOwnTargetsWhenShardingCountIsLeftOut() {
        sharded.withPropertyValues(
                        "sharding.algorithms.by-id.type=mod",
                        "sharding.tables.t_a.actual-data-nodes=ds0.t_a_{00..11}, ds1.t_a_{12..23}",
                        "sharding.tables.t_a.table-strategy.sharding-column=id",
                        "sharding.tables.t_a.table-strategy.algorithm=by-id",
                        "sharding.tables.t_b.actual-data-nodes=ds{0,1}.t_b_$->{0..2}_{x,y}",
                        "sharding.tables.t_b.database-strategy.sharding-column=id",
                        "sharding.tables.t_b.database-strategy.algorithm=by-id",
                        "sharding.tables.t_b.table-strategy.sharding-column=id",
                        "sharding.tables.t_b.table-strategy.algorithm=by-id")
                .run(context -> {
                    ShardingRule rule = context.getBean(ShardingRule.class);
                    assertThat(Objects.requireNonNull(rule.shardedTable("t_a"))
                                    .nodes()
                                    .size())
                            .isEqualTo(24);
                    assertThat(Objects.requireNonNull(rule.shardedTable("t_b"))
                                    .nodes()
                                    .size())
                            .isEqualTo(12);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"ds${0..1}.t_a_${0..3}", "ds$->{0..1}.t_a_$->{0..3}", "ds${0..1}.t_a_${0, 1, 2, 3}"})
    void readsRangesAsGroovyHasThem(String nodes) {
        sharded.withPropertyValues(
                        "sharding.algorithms.by-id.type=mod",
                        "sharding.tables.t_a.actual-data-nodes=" + nodes,
                        "sharding.tables.t_a.database-strategy.sharding-column=id",
                        "sharding.tables.t_a.database-strategy.algorithm=by-id",
                        "sharding.tables.t_a.table-strategy.sharding-column=id",
                        "sharding.tables.t_a.table-strategy.algorithm=by-id")
                .run(context -> assertThat(Objects.requireNonNull(
                                        context.getBean(ShardingRule.class).shardedTable("t_a"))
                                .nodes())
                        .extracting(node -> node.dataSourceName() + "." + node.table())
                        .hasSize(8)
                        .startsWith("ds0.t_a_0", "ds0.t_a_1")
                        .endsWith("ds1.t_a_3"));
    }

    @Test
    void readsDataNodesThatAreAList() {
        sharded.withPropertyValues(
                        "sharding.algorithms.by-id.type=mod",
                        "sharding.tables.t_a.actual-data-nodes[0]=ds0.t_a_{0,1}",
                        "sharding.tables.t_a.actual-data-nodes[1]=ds1.t_a_${2..3}",
                        "sharding.tables.t_a.table-strategy.sharding-column=id",
                        "sharding.tables.t_a.table-strategy.algorithm=by-id")
                .run(context -> assertThat(Objects.requireNonNull(
                                        context.getBean(ShardingRule.class).shardedTable("t_a"))
                                .nodes())
                        .extracting(node -> node.dataSourceName() + "." + node.table())
                        .containsExactly("ds0.t_a_0", "ds0.t_a_1", "ds1.t_a_2", "ds1.t_a_3"));
    }

    @Test
    void choosesAmongNamesWhenDataSourcesHaveDifferentTables() {
        sharded.withPropertyValues(BY_NAMES)
                .withPropertyValues("sharding.tables.t_a.actual-data-nodes=ds0.t_a_{0..2}, ds1.t_a_1")
                .run(context -> {
                    RoutedTable table = Objects.requireNonNull(
                            ShardMap.of(context.getBean(ShardingRule.class)).shardedTable("t_a"));
                    assertThat(table.tableShards()).isEqualTo(3);
                    assertThat(table.nodes().get(table.unit(1, 1))).hasToString("ds1.t_a_1");
                    assertThat(table.unit(1, 2)).isEqualTo(-1);
                });
        sharded.withPropertyValues(BY_NAMES)
                .withPropertyValues(
                        "sharding.tables.t_a.actual-data-nodes=ds0.t_a_{0..1}, ds1.t_a_{1..2}",
                        "sharding.rule-store.mode=off")
                .run(context -> {
                    RoutedTable table = Objects.requireNonNull(
                            ShardMap.of(context.getBean(ShardingRule.class)).shardedTable("t_a"));
                    assertThat(table.nodes().get(table.unit(1, 2))).hasToString("ds1.t_a_2");
                });
    }

    @Test
    void stopsWhenANumberIsToChooseAmongDifferentTables() {
        sharded.withPropertyValues(BY_NAMES)
                .withPropertyValues(
                        "sharding.tables.t_a.actual-data-nodes=ds0.t_a_{0..2}, ds1.t_a_1",
                        "sharding.tables.t_a.table-strategy.algorithm=by-user")
                .run(context -> assertThat(context)
                        .hasFailed()
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("sharding.tables.t_a.actual-data-nodes")
                        .hasMessageContaining("ds0 has 3, ds1 has 1")
                        .hasMessageContaining("inline"));
    }

    private static final String[] DEFAULTS = {
        "sharding.defaults.database-strategy.sharding-column=user_id",
        "sharding.defaults.database-strategy.algorithm=by-number",
        "sharding.defaults.table-strategy.sharding-column=id",
        "sharding.defaults.table-strategy.algorithm=by-number",
        "sharding.defaults.key-generate-strategy.column=id",
        "sharding.defaults.key-generate-strategy.generator=uuids",
        "sharding.algorithms.by-number.type=mod",
        "sharding.key-generators.uuids.type=uuid"
    };

    @Test
    void takesTheDefaultsWhenATableHasNoStrategyOfItsOwn() {
        sharded.withPropertyValues(DEFAULTS)
                .withPropertyValues(
                        "sharding.tables.t_a.actual-data-nodes=ds{0..1}.t_a_{0..2}",
                        "sharding.tables.t_b.actual-data-nodes=ds0.t_b_{0..1}, ds1.t_b_{2..3}",
                        "sharding.tables.t_b.database-strategy.type=none",
                        "sharding.tables.t_b.key-generate-strategy.type=none",
                        "sharding.tables.t_c.actual-data-nodes=ds1.t_c",
                        "sharding.tables.t_d.actual-data-nodes=ds{0..1}.t_d",
                        "sharding.tables.t_d.database-strategy.sharding-column=owner",
                        "sharding.tables.t_d.database-strategy.algorithm=by-number")
                .run(context -> {
                    ShardingRule rule = context.getBean(ShardingRule.class);
                    ShardedTable a = Objects.requireNonNull(rule.shardedTable("t_a"));
                    assertThat(Objects.requireNonNull(a.databaseStrategy()).algorithm())
                            .isEqualTo(new ModAlgorithm(2));
                    assertThat(Objects.requireNonNull(a.tableStrategy()).algorithm())
                            .isEqualTo(new ModAlgorithm(3));
                    assertThat(Objects.requireNonNull(a.keyGeneration()).column())
                            .isEqualTo("id");
                    ShardedTable b = Objects.requireNonNull(rule.shardedTable("t_b"));
                    assertThat(b.databaseStrategy()).isNull();
                    assertThat(Objects.requireNonNull(b.tableStrategy()).algorithm())
                            .isEqualTo(new ModAlgorithm(4));
                    assertThat(b.keyGeneration()).isNull();
                    ShardedTable c = Objects.requireNonNull(rule.shardedTable("t_c"));
                    assertThat(c.databaseStrategy()).isNull();
                    assertThat(c.tableStrategy()).isNull();
                    ShardedTable d = Objects.requireNonNull(rule.shardedTable("t_d"));
                    assertThat(d.shardingColumns()).contains("owner").doesNotContain("user_id");
                    assertThat(d.tableStrategy()).isNull();
                });
    }

    @Test
    void namesTheDefaultWhenItIsWrong() {
        String tables = "sharding.tables.t_a.actual-data-nodes=ds{0..1}.t_a";
        sharded.withPropertyValues(tables, "sharding.defaults.database-strategy.algorithm=by-number")
                .run(context -> assertThat(context)
                        .hasFailed()
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("sharding.defaults.database-strategy.sharding-column"));
        sharded.withPropertyValues(DEFAULTS)
                .withPropertyValues(tables, "sharding.defaults.database-strategy.algorithm=missing")
                .run(context -> assertThat(context)
                        .hasFailed()
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("sharding.defaults.database-strategy.algorithm")
                        .hasMessageContaining("'missing'"));
        sharded.withPropertyValues(DEFAULTS)
                .withPropertyValues(
                        tables,
                        "sharding.tables.t_a.database-strategy.type=none",
                        "sharding.tables.t_a.database-strategy.sharding-column=user_id")
                .run(context -> assertThat(context)
                        .hasFailed()
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("sharding.tables.t_a.database-strategy.type"));
    }

    @Test
    void placesRowsBySeveralColumns() {
        String[] table = {
            "sharding.tables.t_a.actual-data-nodes=ds0.t_a_{0..3}",
            "sharding.tables.t_a.table-strategy.algorithm=by-both",
            "sharding.algorithms.by-both.type=complex-inline",
            "sharding.algorithms.by-both.props.algorithm-expression=t_a_$->{(user_id + shop_id) % 4}"
        };
        sharded.withPropertyValues(table)
                .withPropertyValues("sharding.tables.t_a.table-strategy.sharding-columns=USER_ID, shop_id")
                .run(context -> {
                    ShardingStrategy strategy = Objects.requireNonNull(Objects.requireNonNull(
                                    context.getBean(ShardingRule.class).shardedTable("t_a"))
                            .tableStrategy());
                    assertThat(strategy.columns()).containsExactly("user_id", "shop_id");
                    assertThat(((ComplexShardingAlgorithm) strategy.algorithm()).shard(List.of(5L, 2L)))
                            .isEqualTo(3);
                });
        fails(table, "sharding.tables.t_a.table-strategy.sharding-columns=user_id", "'shop_id'");
        fails(table, "sharding.tables.t_a.table-strategy.type=complex", "table-strategy.sharding-columns");
        fails(
                table,
                "sharding.tables.t_a.table-strategy.sharding-columns=user_id, user_id",
                "table-strategy.sharding-columns");
        fails(table, "sharding.tables.t_a.table-strategy.sharding-column=user_id", "'shop_id'");
    }

    @Test
    void leavesTheTableToAHint() {
        String[] table = {
            "sharding.tables.t_a.actual-data-nodes=ds0.t_a_{0..3}",
            "sharding.tables.t_a.table-strategy.type=hint",
            "sharding.tables.t_a.table-strategy.algorithm=by-hint",
            "sharding.algorithms.by-hint.type=hint-inline",
            "sharding.algorithms.by-hint.props.algorithm-expression=t_a_$->{value % 4}"
        };
        sharded.withPropertyValues(table).run(context -> {
            ShardingStrategy strategy = Objects.requireNonNull(
                    Objects.requireNonNull(context.getBean(ShardingRule.class).shardedTable("t_a"))
                            .tableStrategy());
            assertThat(strategy.columns()).isEmpty();
            assertThat(strategy.algorithm().shard(7)).isEqualTo(3);
        });
        fails(table, "sharding.tables.t_a.table-strategy.sharding-column=user_id", "table-strategy.type");
    }

    @Test
    void stopsWhenAnAlgorithmOfOneColumnIsGivenSeveral() {
        fails(
                new String[] {
                    "sharding.tables.t_a.actual-data-nodes=ds0.t_a_{0..3}",
                    "sharding.tables.t_a.table-strategy.algorithm=by-one",
                    "sharding.algorithms.by-one.type=mod"
                },
                "sharding.tables.t_a.table-strategy.sharding-columns=user_id, shop_id",
                "table-strategy.algorithm");
    }

    private void fails(String[] values, String wrong, String named) {
        sharded.withPropertyValues(values)
                .withPropertyValues(wrong)
                .run(context ->
                        assertThat(context).hasFailed().getFailure().rootCause().hasMessageContaining(named));
    }

    private static final String[] BY_NAMES = {
        "sharding.tables.t_a.database-strategy.sharding-column=user_id",
        "sharding.tables.t_a.database-strategy.algorithm=by-user",
        "sharding.tables.t_a.table-strategy.sharding-column=id",
        "sharding.tables.t_a.table-strategy.algorithm=by-id",
        "sharding.algorithms.by-user.type=mod",
        "sharding.algorithms.by-id.type=inline",
        "sharding.algorithms.by-id.props.algorithm-expression=t_a_$->{id % 3}"
    };

    @Test
    void keepsEveryCharacterWhenANameIsInBrackets() {
        sharded.withPropertyValues("sharding.tables[T$Order].actual-data-nodes=ds0.t$order")
                .run(context -> assertThat(context.getBean(ShardingRule.class).shardedTable("t$order"))
                        .isNotNull());
    }

    @Test
    void takesABeanWhenAnAlgorithmNamesOne() {
        sharded.withUserConfiguration(OwnAlgorithm.class)
                .withPropertyValues(
                        "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order",
                        "sharding.tables.t_order.database-strategy.sharding-column=region",
                        "sharding.tables.t_order.database-strategy.algorithm=byRegion",
                        "sharding.tables.t_order.key-generate-strategy.column=id",
                        "sharding.tables.t_order.key-generate-strategy.generator=counter")
                .run(context -> {
                    ShardedTable table = Objects.requireNonNull(
                            context.getBean(ShardingRule.class).shardedTable("t_order"));
                    assertThat(Objects.requireNonNull(table.databaseStrategy()).algorithm())
                            .isSameAs(context.getBean("byRegion"));
                    assertThat(Objects.requireNonNull(table.keyGeneration()).generator())
                            .isSameAs(context.getBean("counter"));
                });
    }

    @Test
    void warnsWhenSnowflakeHasNoWorkerId(CapturedOutput output) {
        sharded.withPropertyValues("sharding.key-generators.keys.type=snowflake")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(output).contains("sharding.key-generators.keys.props.worker-id is not set, 0 is used");
                });
    }

    @Test
    void readsKeyGeneratorsOfEachType() {
        sharded.withUserConfiguration(OwnKeys.class)
                .withPropertyValues(
                        "sharding.default-data-source=ds1",
                        "sharding.key-generators.leased.type=SNOWFLAKE",
                        "sharding.key-generators.leased.props.worker-id=lease",
                        "sharding.key-generators.leased.props.create-table=true",
                        "sharding.key-generators.blocks.type=segment",
                        "sharding.key-generators.blocks.props.create-table=true",
                        "sharding.key-generators.blocks.props.data-source=ds0",
                        "sharding.key-generators.ids.type=uuid",
                        "sharding.key-generators.names.type=nanoid",
                        "sharding.key-generators.own.type=own",
                        "sharding.key-generators.own.props.start=41")
                .run(context -> {
                    KeyGenerators generators = context.getBean(KeyGenerators.class);
                    assertThat(generators.named("leased", "p").nextKey()).isInstanceOf(Long.class);
                    assertThat(generators.named("blocks", "p").nextKey()).isEqualTo(1L);
                    assertThat(generators.named("ids", "p").nextKey()).isInstanceOf(UUID.class);
                    assertThat(generators.named("names", "p").nextKey())
                            .asString()
                            .hasSize(21);
                    assertThat(generators.named("own", "p").nextKey()).isEqualTo(42L);
                    JdbcTemplate ds1 = new JdbcTemplate(context.getBean("ds1", DataSource.class));
                    String held = "SELECT COUNT(*) FROM sharding_worker WHERE expires_at > 0";
                    assertThat(ds1.queryForObject(held, Integer.class)).isOne();
                    generators.close();
                    assertThat(ds1.queryForObject(held, Integer.class)).isZero();
                });
    }

    @Test
    void readsAKeyThatHoldsTheShardOfAnotherColumn() {
        sharded.withPropertyValues(
                        "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order",
                        "sharding.tables.t_order.database-strategy.sharding-column=user_id",
                        "sharding.tables.t_order.database-strategy.also-by=order_id",
                        "sharding.tables.t_order.database-strategy.algorithm=by-user",
                        "sharding.tables.t_order.key-generate-strategy.column=order_id",
                        "sharding.tables.t_order.key-generate-strategy.generator=order-keys",
                        "sharding.algorithms.by-user.type=mod",
                        "sharding.key-generators.order-keys.type=snowflake",
                        "sharding.key-generators.order-keys.props.worker-id=1",
                        "sharding.key-generators.order-keys.props.embed=user_id")
                .run(context -> {
                    ShardedTable order = Objects.requireNonNull(
                            context.getBean(ShardingRule.class).shardedTable("t_order"));
                    assertThat(Objects.requireNonNull(order.databaseStrategy()).alsoBy())
                            .isEqualTo("order_id");
                });
    }

    @Test
    void readsTheKeysOfTablesThatAreNotSharded() {
        sharded.withPropertyValues(
                        "sharding.broadcast-tables=t_country",
                        "sharding.key-generate-strategies.t_country.column=ID",
                        "sharding.key-generate-strategies.t_country.generator=ids",
                        "sharding.key-generate-strategies.t_note.column=id",
                        "sharding.key-generate-strategies.t_note.generator=ids",
                        "sharding.key-generators.ids.type=uuid")
                .run(context -> {
                    ShardingRule rule = context.getBean(ShardingRule.class);
                    assertThat(Objects.requireNonNull(
                                            rule.keyGenerationsOfUnsharded().get("t_country"))
                                    .column())
                            .isEqualTo("id");
                    assertThat(rule.keyGenerationsOfUnsharded().get("t_note")).isNotNull();
                    assertThat(rule.keyGenerationsOfUnsharded().get("t_other")).isNull();
                });
        sharded.withPropertyValues(
                        "sharding.key-generate-strategies.t_country.column=id",
                        "sharding.key-generate-strategies.t_country.generator=id")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("sharding.key-generate-strategies.t_country.generator"));
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnKeys {
        @Bean
        KeyGeneratorFactory ownKeys() {
            return new KeyGeneratorFactory() {
                @Override
                public String type() {
                    return "own";
                }

                @Override
                public String description() {
                    return "Counts";
                }

                @Override
                public List<Setting> settings() {
                    return List.of(new Setting("start", "The number before the first"));
                }

                @Override
                public KeyGenerator create(String name, Settings settings, KeyDatabases databases) {
                    AtomicLong last = new AtomicLong(settings.requiredNumber("start", 0, 100));
                    return last::incrementAndGet;
                }
            };
        }
    }

    @Test
    void doesNotWarnWhenSnowflakeHasAWorkerId(CapturedOutput output) {
        sharded.withPropertyValues(
                        "sharding.key-generators.keys.type=snowflake", "sharding.key-generators.keys.props.worker-id=3")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(output).doesNotContain("worker-id");
                });
    }

    @Test
    void readsEverythingFromTheEnvironmentWhenThereIsNoFile() {
        runner.withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                "systemEnvironment",
                                Map.of(
                                        "SHARDING_DATASOURCES_DS1_URL",
                                        H2.url(),
                                        "SHARDING_DATASOURCES_DS0_URL",
                                        H2.url(),
                                        "SHARDING_BROADCASTTABLES",
                                        "t_country,t_currency",
                                        "SHARDING_UNIQUEKEYS_UPSERTS",
                                        "warn",
                                        "SHARDING_UNIQUEKEYS_WITHOUTSHARDINGCOLUMN",
                                        "check",
                                        "SHARDING_TRANSACTION_CROSSSOURCE",
                                        "refuse",
                                        "SHARDING_TRANSACTION_LOCKTIMEOUT",
                                        "1500ms"))))
                .run(context -> {
                    ShardingRule rule = context.getBean(ShardingRule.class);
                    assertThat(rule.dataSources()).containsExactly("ds0", "ds1");
                    assertThat(rule.broadcastTables()).containsExactlyInAnyOrder("t_country", "t_currency");
                    assertThat(context.getBean(ShardingProperties.class)
                                    .transaction()
                                    .crossSource())
                            .isEqualTo(CrossSource.REFUSE);
                    assertThat(LimitsReader.lockTimeout(context.getBean(ShardingProperties.class)))
                            .isEqualTo(Duration.ofMillis(1500));
                    Limits limits = LimitsReader.limits(context.getBean(ShardingProperties.class));
                    assertThat(limits.upserts()).isEqualTo(Upserts.WARN);
                    assertThat(context.getBean(ShardingProperties.class)
                                    .uniqueKeys()
                                    .withoutShardingColumn())
                            .isEqualTo(UniqueKeyChoice.CHECK);
                });
    }

    @Test
    void ordersDataSourcesByNameWhenOnlyArgumentsOrHashTablesNameThem() {
        List<String> names = List.of("orders", "alpha", "zulu", "ds1", "ds0");
        Map<String, Object> urls = new HashMap<>();
        names.forEach(name -> urls.put("sharding.data-sources." + name + ".url", H2.url()));
        Properties properties = new Properties();
        properties.putAll(urls);
        String[] arguments = urls.entrySet().stream()
                .map(url -> "--" + url.getKey() + "=" + url.getValue())
                .toArray(String[]::new);
        for (PropertySource<?> source : List.of(
                new SimpleCommandLinePropertySource(arguments),
                new MapPropertySource("defaultProperties", urls),
                new PropertiesPropertySource("file", properties))) {
            runner.withInitializer(context ->
                            context.getEnvironment().getPropertySources().addFirst(source))
                    .run(context -> assertThat(
                                    context.getBean(ShardingRule.class).dataSources())
                            .containsExactly("alpha", "ds0", "ds1", "orders", "zulu"));
        }
    }

    @Test
    void keepsTheOrderOfTheFileWhenTheEnvironmentOverrides() {
        sharded.withPropertyValues(TABLE)
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                "systemEnvironment",
                                Map.of(
                                        "SHARDING_DATASOURCES_DS1_USERNAME",
                                        "sa",
                                        "SHARDING_TABLES_T_ORDER_ACTUALDATANODES",
                                        "read by nobody",
                                        "SHARDING_DATASOURCES_DS_1_PASSWORD",
                                        "read by nobody",
                                        "SHARDING_TABLES_TORDER_ACTUALDATANODES",
                                        "ds{0..1}.t_order_{0..1}",
                                        "SHARDING_ALGORITHMS_BYORDER_PROPS_SHARDINGCOUNT",
                                        "2"))))
                .run(context -> {
                    ShardingRule rule = context.getBean(ShardingRule.class);
                    assertThat(rule.dataSources()).containsExactly("ds0", "ds1");
                    assertThat(rule.shardedTable("torder")).isNull();
                    assertThat(Objects.requireNonNull(rule.shardedTable("t_order"))
                                    .nodes()
                                    .size())
                            .isEqualTo(4);
                    assertThat(context.getBean("ds1", HikariDataSource.class).getUsername())
                            .isEqualTo("sa");
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnAlgorithm {
        @Bean
        ShardingAlgorithm byRegion() {
            return new ByRegion();
        }

        @Bean
        KeyGenerator counter() {
            return () -> 1L;
        }
    }

    static final class ByRegion implements ShardingAlgorithm {
        @Override
        public int shardCount() {
            return 2;
        }

        @Override
        public boolean accepts(KeyType type) {
            return type == KeyType.TEXT;
        }

        @Override
        public int shard(long key) {
            throw new IllegalArgumentException();
        }

        @Override
        public int shard(String key) {
            return key.startsWith("EU") ? 0 : 1;
        }
    }
}

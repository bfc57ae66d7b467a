package io.shardkit.boot.autoconfigure;

import static io.shardkit.boot.autoconfigure.ExampleYaml.GOOD_TABLE;
import static io.shardkit.boot.autoconfigure.ExampleYaml.TWO_SOURCES;
import static io.shardkit.boot.autoconfigure.ExampleYaml.config;
import static io.shardkit.boot.autoconfigure.ExampleYaml.table;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A rule that does not hold together stops the start: the property, its value, its place, and what would be right. */
@ExtendWith(OutputCaptureExtension.class)
class ShardingFailureTest {
    @Test
    void explainsWhenDataNodesHoldAListAsGroovyHasIt(CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(config("    t_order: { actual-data-nodes: \"ds0.t_${['a', 'b']}\" }\n"), output);
        assertThat(failure.description()).contains("{['a','b']} is written {a,b}");
    }

    @Test
    void explainsWhenDataNodesHoldAPlaceholderThatIsNotSet(CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(config("    t_order: { actual-data-nodes: [ \"ds0.t_${orders.range}\" ] }\n"), output);
        assertThat(failure.description())
                .contains("Property: sharding.tables.t_order.actual-data-nodes[0]\n", "application.yml] - 11:")
                .contains("${orders.range} is not set; if it is to count, write a range as in ds{0..1}.t_{0..3}");
    }

    @Test
    void explainsWhenADataNodeNamesAnUnknownDataSource(CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(config(table("T_Order", "ds{0..2}.t_order_{0..3}", "by-user", "by-order")), output);
        assertThat(failure.description())
                .contains("Property: sharding.tables.T_Order.actual-data-nodes")
                .contains("Value: \"ds{0..2}.t_order_{0..3}\"")
                .containsPattern("Origin: .*application\\.yml\\] - 12:26")
                .contains("Reason: SK-1001", "'ds2' is not one of the data sources [ds0, ds1]");
        assertThat(failure.action())
                .contains("Name one of sharding.data-sources")
                .endsWith("Did you mean ds0?");
    }

    @Test
    void explainsWhenTheDefaultDataSourceIsUnknown(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  default-data-source: db1\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.default-data-source", "Value: \"db1\"", "SK-1001");
        assertThat(failure.action()).endsWith("Did you mean ds1?");
    }

    @Test
    void explainsWhenASingleTableIsOnAnUnknownDataSource(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  single-tables: [ ds0.t_a, dsl.t_b ]\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.single-tables[1]", "Value: \"dsl.t_b\"", "SK-1001");
        assertThat(failure.action()).contains("Did you mean ds");
    }

    @Test
    void explainsWhenASingleTableIsAPattern(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  single-tables: [ ds0.t_a, ds0.* ]\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.single-tables[1]", "Value: \"ds0.*\"", "'*' names no table");
    }

    @Test
    void explainsWhenASingleTableHasNoDataSource(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  single-tables: t_audit\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.single-tables[0]", "'t_audit' is not of the form data-source.table");
    }

    @Test
    void explainsWhenAnAlgorithmIsUnknown(CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(config(table("t_order", "ds{0..1}.t_order_{0..3}", "by-usr", "by-order")), output);
        assertThat(failure.description())
                .contains("Property: sharding.tables.t_order.database-strategy.algorithm", "Value: \"by-usr\"")
                .contains("SK-1002", "there are [by-order, by-user]");
        assertThat(failure.action()).contains("sharding.algorithms").endsWith("Did you mean by-user?");
    }

    @Test
    void explainsWhenAStrategyNamesNoAlgorithm(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                config(
                        """
                            t_order:
                              actual-data-nodes: ds0.t_order_{0..3}
                              table-strategy: { sharding-column: order_id }
                        """),
                output);
        assertThat(failure.description())
                .contains("Property: sharding.tables.t_order.table-strategy.algorithm", "SK-1002", "it is missing");
    }

    @Test
    void explainsWhenAKeyGeneratorIsUnknown(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                config(GOOD_TABLE, "      key-generate-strategy: { column: order_id, generator: snowflak }\n"), output);
        assertThat(failure.description())
                .contains("Property: sharding.tables.t_order.key-generate-strategy.generator", "Value: \"snowflak\"")
                .contains("SK-1003");
        assertThat(failure.action()).endsWith("Did you mean snowflake?");
    }

    @Test
    void explainsWhenAPatternExpandsToNothing(CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(config(table("t_order", "ds{0..1}.t_order_{3..0}", "by-user", "by-order")), output);
        assertThat(failure.description())
                .contains("Property: sharding.tables.t_order.actual-data-nodes", "SK-1004")
                .contains("{3..0} counts down; write {0..3}");
        assertThat(failure.action()).contains("ds{0..1}.t_order_{0..3}");
    }

    @Test
    void explainsWhenTheDataSourcesOfAPatternExpandToNothing(CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(config(table("t_order", "ds{1..0}.t_order_{0..3}", "by-user", "by-order")), output);
        assertThat(failure.description())
                .contains("Property: sharding.tables.t_order.actual-data-nodes", "SK-1004")
                .containsPattern("Origin: .*application\\.yml\\] - 12:26")
                .contains("{1..0} counts down; write {0..1}");
        assertThat(failure.action()).contains("ds{0..1}.t_order_{0..3}");
    }

    @Test
    void explainsThePatternBeforeTheAlgorithmThatTakesItsCount(CapturedOutput output) {
        String yaml = config(table("t_order", "ds{0..1}.t_order_{3..0}", "by-user", "by-order"))
                .replace("by-order: { type: mod, props: { sharding-count: 4 } }", "by-order: { type: mod }");
        assertThat(StartFailure.of(yaml, output).description())
                .contains("Property: sharding.tables.t_order.actual-data-nodes", "{3..0} counts down; write {0..3}");
    }

    @Test
    void explainsWhenATableHasNoPattern(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                config("    t_order:\n      table-strategy: { sharding-column: id, algorithm: by-order }\n"), output);
        assertThat(failure.description())
                .contains("Property: sharding.tables.t_order.actual-data-nodes", "SK-1004", "it is missing");
    }

    @Test
    void explainsWhenBindingTablesDiffer(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                config(GOOD_TABLE, table("t_item", "ds{0..1}.t_item_{0..1}", "by-user", "by-user"))
                        + "  binding-tables: [ \"t_order, t_item\" ]\n",
                output);
        assertThat(failure.description())
                .contains("Property: sharding.binding-tables", "SK-1005", "t_order and t_item differ in");
        assertThat(failure.action()).contains("Give bound tables the same data sources");
    }

    @Test
    void explainsWhenABindingGroupNamesAnUnknownTable(CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(config(GOOD_TABLE) + "  binding-tables: [ \"t_order, t_ordr\" ]\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.binding-tables[0]", "Value: \"t_order, t_ordr\"", "'t_ordr'");
        assertThat(failure.action()).endsWith("Did you mean t_order?");
    }

    @Test
    void explainsWhenABindingGroupFallsApartIntoSingleTables(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                config(GOOD_TABLE, table("t_item", "ds{0..1}.t_item_{0..3}", "by-user", "by-order"))
                        + "  binding-tables: t_order, t_item\n",
                output);
        assertThat(failure.description()).contains("sharding.binding-tables", "SK-1005", "the group has one table");
    }

    @Test
    void explainsWhenAStrategyHasNoShardingColumn(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                config(
                        """
                            t_order:
                              actual-data-nodes: ds0.t_order_{0..3}
                              table-strategy: { algorithm: by-order }
                        """),
                output);
        assertThat(failure.description())
                .contains("Property: sharding.tables.t_order.table-strategy.sharding-column", "SK-1006");
        assertThat(failure.action()).contains("sharding-column and an algorithm");
    }

    @Test
    void explainsWhenATableWithSeveralTargetsHasNoStrategy(CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(config("    T_Order:\n      actual-data-nodes: ds0.t_order_{0..3}\n"), output);
        assertThat(failure.description()).contains("Property: sharding.tables.T_Order.table-strategy", "SK-1006");
    }

    @Test
    void explainsWhenTheShardCountDiffers(CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(config(table("t_order", "ds{0..1}.t_order_{0..7}", "by-user", "by-order")), output);
        assertThat(failure.description())
                .contains("Property: sharding.tables.t_order.table-strategy", "SK-1007")
                .contains("the algorithm has 4 shards, and there are 8 targets");
        assertThat(failure.action()).contains("Set sharding-count to the number of data sources or tables");
    }

    @Test
    void explainsWhenATableIsDeclaredTwice(CapturedOutput output) {
        StartFailure failure = StartFailure.of(config(GOOD_TABLE) + "  broadcast-tables: [ T_ORDER ]\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.broadcast-tables[0]", "SK-1008")
                .contains("'T_ORDER' is declared already, as 't_order' under sharding.tables");
        assertThat(failure.action()).contains("Declare each table once");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "broadcast-tables: [ t_x, T_X ] | broadcast-tables[1] | T_X | t_x | broadcast-tables",
                "single-tables: [ ds0.T_ORDER ] | single-tables[0] | T_ORDER | t_order | tables",
                "single-tables: [ ds0.t_x, ds1.T_x ] | single-tables[1] | T_x | t_x | single-tables",
                "single-tables: [ ds0.t_order ] | single-tables[0] | t_order | t_order | tables",
            })
    void explainsWhereATableIsDeclaredTwice(
            String more, String property, String written, String before, String place, CapturedOutput output) {
        StartFailure failure = StartFailure.of(config(GOOD_TABLE) + "  " + more + "\n", output);
        assertThat(failure.description())
                .contains("Property: sharding." + property, "Origin: ", "SK-1008")
                .contains("'" + written + "' is declared already, as '" + before + "' under sharding." + place);
    }

    @Test
    void explainsWhenTheKeysOfTwoTablesDifferInCaseOnly(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                config(
                        table("t_order", "ds{0..1}.t_order_{0..3}", "by-user", "by-order"),
                        table("T_ORDER", "ds{0..1}.x_order_{0..3}", "by-user", "by-order")),
                output);
        assertThat(failure.description()).contains("'t_order' and 'T_ORDER' are the same name to Spring Boot");
    }

    @Test
    void explainsWhenTwoTablesAreOnePropertyName(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                config(
                        table("t_1_1", "ds{0..1}.t_1_1_{0..3}", "by-user", "by-order"),
                        table("t_11", "ds{0..1}.t_11_{0..3}", "by-user", "by-order")),
                output);
        assertThat(failure.description()).contains("'t_1_1' and 't_11' are the same name to Spring Boot");
    }
}

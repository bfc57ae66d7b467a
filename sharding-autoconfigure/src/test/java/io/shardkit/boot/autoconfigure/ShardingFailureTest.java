package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Every wrong setting stops the start with one message: the property, its value, its place, and what would be right. */
@ExtendWith(OutputCaptureExtension.class)
class ShardingFailureTest {
    private static final String TWO_SOURCES =
            """
            sharding:
              data-sources:
                ds0: { url: "%s", username: sa }
                ds1: { url: "%s", username: sa }
            """
                    .formatted(H2.url(), H2.url());
    private static final String ALGORITHMS =
            """
              algorithms:
                by-user: { type: mod, props: { sharding-count: 2 } }
                by-order: { type: mod, props: { sharding-count: 4 } }
              key-generators:
                snowflake: { type: snowflake, props: { worker-id: 7 } }
            """;
    private static final String GOOD_TABLE = table("t_order", "ds{0..1}.t_order_{0..3}", "by-user", "by-order");

    private static String table(String name, String nodes, String databaseAlgorithm, String tableAlgorithm) {
        return """
                %s:
                  actual-data-nodes: "%s"
                  database-strategy: { sharding-column: user_id, algorithm: %s }
                  table-strategy: { sharding-column: order_id, algorithm: %s }
            """
                .formatted(name, nodes, databaseAlgorithm, tableAlgorithm)
                .indent(0);
    }

    private static String config(String... parts) {
        return TWO_SOURCES + ALGORITHMS + "  tables:\n" + String.join("", parts);
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
                .contains("{3..0} expands to nothing");
        assertThat(failure.action()).contains("ds{0..1}.t_order_{0..3}");
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
                .contains("Property: sharding.tables.t_order", "SK-1008", "'t_order' is declared more than once");
        assertThat(failure.action()).contains("Declare each table once");
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

    @Test
    void explainsWhenAnAlgorithmTypeIsUnknown(CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(TWO_SOURCES + "  algorithms: { by-user: { type: hash_mode } }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.algorithms.by-user.type", "Value: \"hash_mode\"", "SK-1009")
                .contains("'hash_mode' is not one of the types [mod, hash-mod]");
        assertThat(failure.action()).endsWith("Did you mean hash-mod?");
    }

    @Test
    void explainsWhenAnAlgorithmHasNoType(CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(TWO_SOURCES + "  algorithms: { by-user: { props: { sharding-count: 2 } } }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.algorithms.by-user.type", "it is missing; the types are [mod, hash-mod]");
    }

    @Test
    void explainsWhenAKeyGeneratorTypeIsUnknown(CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(TWO_SOURCES + "  key-generators: { keys: { type: snowflakes } }\n", output);
        assertThat(failure.description()).contains("Property: sharding.key-generators.keys.type", "SK-1009");
        assertThat(failure.action()).endsWith("Did you mean snowflake?");
    }

    @Test
    void explainsWhenAShardingCountIsNoNumber(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                TWO_SOURCES + "  algorithms: { by-user: { type: mod, props: { sharding-count: two } } }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.algorithms.by-user.props.sharding-count", "Value: \"two\"")
                .contains("SK-1009", "'two' is not a whole number");
    }

    @Test
    void explainsWhenAShardingCountIsZero(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                TWO_SOURCES + "  algorithms: { by-user: { type: hash-mod, props: { sharding-count: 0 } } }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.algorithms.by-user.props.sharding-count", "0 is less than 1");
    }

    @Test
    void explainsWhenASettingOfAnAlgorithmIsMisspelled(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                TWO_SOURCES + "  algorithms: { by-user: { type: mod, props: { shard-count: 2 } } }\n", output);
        assertThat(failure.description()).contains("Property: sharding.algorithms.by-user.props.shard-count");
        assertThat(failure.action()).endsWith("Did you mean sharding-count?");
    }

    @Test
    void explainsWhenAWorkerIdIsOutOfRange(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                TWO_SOURCES + "  key-generators: { keys: { type: snowflake, props: { worker-id: 1024 } } }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.key-generators.keys.props.worker-id", "1024 is not between 0 and 1023");
    }

    @Test
    void explainsWhenADataSourceCannotBeReached(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                """
                sharding:
                  data-sources:
                    ds0: { url: "%s" }
                    ds1: { url: "jdbc:h2:tcp://localhost:1/gone;IFEXISTS=TRUE;PASSWORD=hush", password: hush }
                """
                        .formatted(H2.url()),
                output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.ds1.url", "Value: \"jdbc:h2:tcp://localhost:1/gone\"")
                .contains("SK-1012")
                .doesNotContain("hush");
        assertThat(failure.action()).contains("Check the URL, the credentials and that the database is running");
    }

    @Test
    void explainsWhenTheDataSourcesAreOfDifferentKinds(CapturedOutput output) throws IOException {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            StartFailure failure = StartFailure.of(
                    """
                    sharding:
                      data-sources:
                        ds0: { url: "%s" }
                        ds1: { url: "%s", username: postgres }
                    """
                            .formatted(H2.url(), postgres.getJdbcUrl("postgres", "postgres")),
                    output);
            assertThat(failure.description())
                    .contains("Property: sharding.data-sources.ds1.url", "SK-1010", "ds1 is POSTGRESQL, and ds0 is H2");
            assertThat(failure.action()).contains("Use one kind of database");
        }
    }

    @Test
    void explainsWhenTwoDataSourcesAreOneDatabase(CapturedOutput output) {
        String url = H2.url();
        StartFailure failure = StartFailure.of(
                "sharding.data-sources:\n  ds0: { url: \"" + url + "\" }\n  ds1: { url: \"" + url + "\" }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.ds1.url", "the same database as sharding.data-sources.ds0");
    }

    @Test
    void explainsWhenAUrlIsMissing(CapturedOutput output) {
        StartFailure failure = StartFailure.of("sharding.data-sources.ds0.username: sa\n", output);
        assertThat(failure.description()).contains("Property: sharding.data-sources.ds0.url", "it is missing");
    }

    @Test
    void explainsWhenAnEmptyDataSourceHasNoBean(CapturedOutput output) {
        StartFailure failure = StartFailure.of("sharding.data-sources.ds0: {}\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.ds0.url", "there is no bean of the name 'ds0'");
    }

    @Test
    void explainsWhenATextStandsInPlaceOfSettings(CapturedOutput output) {
        StartFailure failure = StartFailure.of("sharding.data-sources.ds0: \"jdbc:h2:mem:x\"\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.ds0\n", "its settings are expected below it");
    }

    @Test
    void explainsWhenATableHasNoSettings(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  tables: { t_order: {} }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.tables.t_order.actual-data-nodes", "it is missing");
    }

    @Test
    void explainsWhenAStrategyIsWrittenAsText(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                config("    t_order: { actual-data-nodes: \"ds0.t_{0..1}\", table-strategy: by-order }\n"), output);
        assertThat(failure.description())
                .contains("Property: sharding.tables.t_order.table-strategy\n", "Value: \"by-order\"")
                .contains("its settings are expected below it");
    }

    @Test
    void explainsWhenAUrlIsSetAndABeanHasTheName(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES, output, OwnPool.class);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.ds1.url", "the application defines a bean 'ds1'");
    }

    @Test
    void explainsWhenAUrlIsNoJdbcUrl(CapturedOutput output) {
        StartFailure failure = StartFailure.of("sharding.data-sources.ds0.url: h2:mem:test\n", output);
        assertThat(failure.description()).contains("Property: sharding.data-sources.ds0.url", "jdbc:");
    }

    @Test
    void explainsWhenTheDriverIsMissing(CapturedOutput output) {
        StartFailure failure = StartFailure.of("sharding.data-sources.ds0.url: jdbc:oracle:thin:@//db/x\n", output);
        assertThat(failure.description())
                .contains("oracle.jdbc.OracleDriver, is not on the class path; add it to the dependencies");
    }

    @Test
    void explainsWhenADataSourceHasTheNameOfTheLogicalOne(CapturedOutput output) {
        StartFailure failure = StartFailure.of("sharding.data-sources.dataSource.url: \"" + H2.url() + "\"\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.dataSource", "give the data source another name");
    }

    @Test
    void explainsWhenAHikariPropertyIsUnknown(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  hikari: { maximum-pool-sizes: 3 }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.hikari.maximum-pool-sizes", "there is no such property");
        assertThat(failure.action()).endsWith("Did you mean sharding.hikari.maximum-pool-size?");
    }

    @Test
    void explainsWhenAHikariPropertyOfOneDataSourceIsUnknown(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                "sharding.data-sources.ds0: { url: \"" + H2.url() + "\", hikari: { minimum-idl: 3 } }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.ds0.hikari.minimum-idl", "there is no such property");
        assertThat(failure.action()).endsWith("Did you mean sharding.data-sources.ds0.hikari.minimum-idle?");
    }

    @Test
    void explainsWhenAHikariValueIsRefused(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  hikari: { maximum-pool-size: 0 }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.hikari.maximum-pool-size", "maxPoolSize cannot be less than 1");
    }

    @Test
    void explainsWhenCrossSourceIsNoneOfItsValues(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  transaction: { cross-source: best-efort }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.transaction.cross-source", "Value: \"best-efort\"")
                .contains("Reason: the value is not one of [best-effort, refuse]");
        assertThat(failure.action()).endsWith("Did you mean best-effort?");
    }

    @Test
    void explainsWhenANumberIsNone(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  plan-cache: { maximum-size: many }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.plan-cache.maximum-size", "the value is not a whole number");
    }

    @Test
    void explainsWhenThePlanCacheIsEmpty(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  plan-cache: { maximum-size: 0 }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.plan-cache.maximum-size", "Value: \"0\"", "0 is less than 1");
    }

    @Test
    void explainsWhenAPlaceholderIsNotSet(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                "sharding.data-sources.ds0: { url: \"" + H2.url() + "\", password: \"${NOWHERE_SET}\" }\n", output);
        assertThat(failure.description())
                .contains(
                        "Property: sharding.data-sources.ds0.password\n",
                        "Reason: SK-1009",
                        "${NOWHERE_SET} is not set");
    }

    @Test
    void explainsWhenAPropertyIsMisspelled(CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(config(GOOD_TABLE.replace("actual-data-nodes", "actual-data-node")), output);
        assertThat(failure.description())
                .contains("Property: sharding.tables.t_order.actual-data-node\n")
                .containsPattern("Origin: .*application\\.yml\\] - 12:25")
                .contains("there is no such property");
        assertThat(failure.action()).endsWith("Did you mean sharding.tables.t_order.actual-data-nodes?");
    }

    @Test
    void explainsWhenATopLevelPropertyIsMisspelled(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  broadcast-table: [ t_country ]\n", output);
        assertThat(failure.description()).contains("Property: sharding.broadcast-table[0]");
        assertThat(failure.action()).endsWith("Did you mean sharding.broadcast-tables?");
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnPool {
        @Bean(defaultCandidate = false)
        DataSource ds1() {
            return new JdbcDataSource();
        }
    }
}

package io.shardkit.boot.autoconfigure;

import static io.shardkit.boot.autoconfigure.ExampleYaml.GOOD_TABLE;
import static io.shardkit.boot.autoconfigure.ExampleYaml.TWO_SOURCES;
import static io.shardkit.boot.autoconfigure.ExampleYaml.config;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.support.SpringApplicationJsonEnvironmentPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A name that does not exist and a value that cannot be read stop the start. */
@ExtendWith(OutputCaptureExtension.class)
class PropertyFailureTest {
    @Test
    void explainsWhenAnAlgorithmTypeIsUnknown(CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(TWO_SOURCES + "  algorithms: { by-user: { type: hash_mode } }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.algorithms.by-user.type", "Value: \"hash_mode\"", "SK-1009")
                .contains("'hash_mode' is not one of the types [mod, hash-mod, ");
        assertThat(failure.action()).endsWith("Did you mean hash-mod?");
    }

    @Test
    void explainsWhenAnAlgorithmHasNoType(CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(TWO_SOURCES + "  algorithms: { by-user: { props: { sharding-count: 2 } } }\n", output);
        assertThat(failure.description())
                .contains(
                        "Property: sharding.algorithms.by-user.type", "it is missing; the types are [mod, hash-mod, ");
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
    void explainsWhenCrossSourceIsNoneOfItsValues(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  transaction: { cross-source: best-efort }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.transaction.cross-source", "Value: \"best-efort\"")
                .contains("Reason: the value is not one of [best-effort, refuse, atomic, xa]");
        assertThat(failure.action()).endsWith("Did you mean best-effort?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "cross-source: xa, atomic: { enabled: false };enabled;cross-source is atomic",
                "atomic: { table: 'a b' };table;is not a plain name",
                "atomic: { recover-after: 10ms };recover-after;not between a second and an hour",
                "atomic: { recover-after: 1h };recover-after;not between a second and an hour"
            })
    void explainsWhatAtomicCommitsCannotBe(String settings, String name, String why, CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  transaction: { " + settings + " }\n", output);
        assertThat(failure.description()).contains("Property: sharding.transaction.atomic." + name, why);
    }

    @Test
    void explainsWhenUpsertsIsNoneOfItsValues(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  unique-keys: { upserts: chek }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.unique-keys.upserts", "Value: \"chek\"")
                .contains("Reason: the value is not one of [check, refuse, warn]");
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

    @ParameterizedTest
    @CsvSource({
        "driver-class, driver-class-name",
        "hikari.maximum-pool, hikari.maximum-pool-size",
        "hikari.max-pool-size, hikari.maximum-pool-size",
        "hikari.url, url",
        "jdbc-url, url",
        "user, username",
        "maximum-pool-size, hikari.maximum-pool-size"
    })
    void explainsWhenAPropertyOfADataSourceIsCutShort(String name, String meant, CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "sharding.data-sources.ds0." + name + ": 9\n", output);
        assertThat(failure.description()).contains("Property: sharding.data-sources.ds0." + name + "\n");
        assertThat(failure.action()).endsWith("Did you mean sharding.data-sources.ds0." + meant + "?");
    }

    @Test
    void explainsWhenASettingIsCutShort(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  plan-cache: { max-size: 9 }\n", output);
        assertThat(failure.action()).endsWith("Did you mean sharding.plan-cache.maximum-size?");
    }

    /** As ShardingSphere has it, one level too high or too deep, or below a list. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "cross-source: refuse;transaction.cross-source",
                "max-units: 3;guard.max-units",
                "default-database-strategy.sharding-column: a;defaults.database-strategy",
                "algorithms.a.sharding-count: 2;algorithms.a.props.sharding-count",
                "algorithms.a.properties.sharding-count: 2;algorithms.a.props.sharding-count",
                "tables.t_order.table-strategy.standard.sharding-column: a;tables.t_order.table-strategy.sharding-column",
                "tables.t_order.table-strategy.sharding-algorithm-name: a;tables.t_order.table-strategy.algorithm"
            })
    void explainsWhereASettingHasItsPlace(String line, String meant, CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "sharding." + line + "\n", output);
        assertThat(failure.description()).contains("Property: sharding." + line.replaceAll(":.*", "") + "\n");
        assertThat(failure.action()).endsWith("Did you mean sharding." + meant + "?");
    }

    @Test
    void tellsOnceOfAGroupThatDoesNotExist(CapturedOutput output) {
        StartFailure failure = StartFailure.of(config(GOOD_TABLE).replace("  tables:", "  table:"), output);
        assertThat(failure.description())
                .containsOnlyOnce("Property: ")
                .endsWith("there is no such property; 4 more below table");
        assertThat(failure.action()).endsWith("Did you mean sharding.tables?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "algorithms: [ { name: a, type: mod } ];sharding.algorithms is not a list",
                "tables: [ { name: t, actual-data-nodes: ds0.t } ];sharding.tables is not a list",
                "binding-tables: { a: 't, u' };sharding.binding-tables is a list",
                "broadcast-tables: { t_country: {} };sharding.broadcast-tables is a list",
                "defaults: { table-strategy: { sharding-columns: a, user_id } };put that value in quotes",
                "algorithms: { a: { type: mod, props: x } };its settings are expected below it",
                "rule-store: true;its settings are expected below it: [mode, data-source,",
                "hikari: { connection-timeout: 30s };'not a whole number; HikariCP takes milliseconds'",
                "hikari: { maximum-pool-size: '${POOL}' };'not a whole number; ${POOL} is not set'",
                "data-source-template: { url: 'jdbc:h2:mem:${name}' };{name} is written without a dollar",
                "data-source-template: { url: 'jdbc:h2:tcp://${HOST}/{name}' };${HOST} is not set"
            })
    void explainsWhenSettingsHaveAnotherForm(String line, String why, CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  " + line + "\n", output);
        assertThat(failure.description()).contains("Property: sharding." + line.replaceAll(":.*", ""), why);
    }

    /** A name that nothing has made would be taken as it is, and no row found by it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "user_id;\"${COLUMN}\";sharding-column;${COLUMN} is not set",
                "user_id;no;sharding-column;YAML reads no, off, yes and on as false and true",
                "t_order:;no:;tables[false];YAML reads no, off, yes and on as false and true"
            })
    void explainsWhenANameIsNone(String right, String wrong, String property, String why, CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(config(GOOD_TABLE).replaceFirst(right, Matcher.quoteReplacement(wrong)), output);
        assertThat(failure.description()).contains(property + "\n", why).contains("application.yml] - ");
    }

    @Test
    void takesANameThatAPlaceholderStandsFor(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                config(GOOD_TABLE).replaceFirst("by-user }", "\"\\${of.user}\" }") + "of.user: by-usr\n", output);
        assertThat(failure.description())
                .contains("Value: \"${of.user}\"", "'by-usr' is neither an algorithm", "; ${of.user} is 'by-usr'");
        assertThat(failure.action()).endsWith("Did you mean by-user?");
    }

    @Test
    void tellsTheLineOfTheGroupWhereASettingIsMissing(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                TWO_SOURCES + "  algorithms:\n    by-month: { type: interval, props: { datetime-upper: \"2026\" } }\n",
                output);
        assertThat(failure.description())
                .contains("Property: sharding.algorithms.by-month.props.datetime-lower\n    Origin: near ")
                .contains("application.yml] - 6:");
        assertThat(failure.action()).isEqualTo("Set the property.");
    }

    @Test
    void namesThePropertyInsideTheVariableOfSpring() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(ShardingAutoConfiguration.class, ShardingCheckAutoConfiguration.class))
                .withInitializer(context -> {
                    ConfigurableEnvironment environment = context.getEnvironment();
                    environment
                            .getPropertySources()
                            .addFirst(new SystemEnvironmentPropertySource(
                                    "systemEnvironment",
                                    Map.of(
                                            "SPRING_APPLICATION_JSON",
                                            "{\"sharding\": {\"data-sources\": {\"ds0\": {\"url\": \"jdbc:h2:mem:x\"}},"
                                                    + " \"verificaton\": \"off\"}}")));
                    new SpringApplicationJsonEnvironmentPostProcessor()
                            .postProcessEnvironment(environment, new SpringApplication());
                })
                .run(context -> assertThat(StartFailure.analysed(
                                        context.getStartupFailure(), new ShardingPropertyNameFailureAnalyzer())
                                .description())
                        .contains("Property: sharding.verificaton\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pasword: s3cr3t",
                "passwd: s3cr3t",
                "pw: s3cr3t",
                "hikari: { pasword: s3cr3t }",
                "hikari: { passphrase: s3cr3t }",
                "hikari: { data-source-propertys: { key: s3cr3t } }",
                "hikary: { password: s3cr3t }",
                "auth: { user: s3cr3t }"
            })
    void showsNoValueOfAMisspeltPropertyOfADataSource(String property, CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                "sharding:\n  data-sources:\n    ds0:\n      url: \"jdbc:h2:mem:misspelt\"\n      " + property + "\n",
                output);
        assertThat(failure.description()).contains("Property: sharding.data-sources.ds0.");
        assertThat(output.getAll()).doesNotContain("s3cr3t");
    }

    /** Of the proxy, whose settings are not known here. */
    @ParameterizedTest
    @CsvSource({"pasword, true", "app.pasword, true", "app.max-connections, false", "app, true"})
    void hidesWhatMayBeThePasswordOfAClient(String name, boolean hidden) {
        assertThat(KnownProperties.mayBeSecret(ConfigurationPropertyName.of("sharding.proxy.users." + name)))
                .isEqualTo(hidden);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:nobody://app:s3cr3t@db/orders",
                "jdbc:nobody://app:s3@cr3t/s3cr3t@db/orders",
                "jdbc:nobody:app/s3cr3t@db",
                "jdbc:nobody://db/orders?user=app&password=s3cr3t",
                "jdbc:nobody://db/orders;pwd=s3cr3t",
                "jdbc:nobody:db:accessToken=s3cr3t",
                "nobody://app:s3cr3t@db/orders"
            })
    void showsNoSecretOfAUrlWithoutDriver(String url, CapturedOutput output) {
        StartFailure failure =
                StartFailure.of("sharding:\n  data-sources:\n    ds0: { url: \"" + url + "\" }\n", output);
        assertThat(failure.description()).contains("Property: sharding.data-sources.ds0.url");
        assertThat(output.getAll()).doesNotContain("s3cr3t");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:nobody://app:s3cr3t@db/orders",
                "jdbc:nobody:app/s3cr3t@db",
                "jdbc:nobody://db/orders?pwd=s3cr3t",
                "jdbc:nobody://db/orders;accessToken=s3cr3t",
                "nobody://app:s3cr3t@db/orders",
                "jdbc:postgresql://app:s3cr3t@db/orders"
            })
    void showsNoSecretOfAUrlThatTheNamedDriverDoesNotTake(String url, CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                "sharding:\n  data-sources:\n    ds0: { url: \"" + url + "\", driver-class-name: org.h2.Driver }\n",
                output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.ds0.driver-class-name", "does not take the URL");
        assertThat(output.getAll()).doesNotContain("s3cr3t");
    }

    @Test
    void explainsWhenThePlanCacheMayOccupyTooLittle(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  plan-cache: { maximum-weight: 10KB }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.plan-cache.maximum-weight", "Value: \"10KB\"", "is less than 1MB");
    }
}

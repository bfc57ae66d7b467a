package io.shardkit.boot.autoconfigure;

import static io.shardkit.boot.autoconfigure.ExampleYaml.GOOD_TABLE;
import static io.shardkit.boot.autoconfigure.ExampleYaml.TWO_SOURCES;
import static io.shardkit.boot.autoconfigure.ExampleYaml.config;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

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
        "hikari.url, hikari.jdbc-url"
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

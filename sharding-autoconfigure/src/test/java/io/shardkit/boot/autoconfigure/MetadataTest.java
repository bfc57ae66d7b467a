package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.AlgorithmFactory;
import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.keygen.KeyGeneratorFactory;
import io.shardkit.keygen.KeyGeneratorRegistry;
import io.shardkit.options.AfterWrite;
import io.shardkit.options.CrossSource;
import io.shardkit.options.LoadBalance;
import io.shardkit.options.ShardingOptions;
import io.shardkit.options.Start;
import io.shardkit.options.Upserts;
import io.shardkit.options.Verification;
import io.shardkit.options.WithoutReplica;
import io.shardkit.rule.UniqueKeyChoice;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MetadataTest {

    @Test
    void namesEveryProperty() {
        assertThat(Metadata.properties().keySet())
                .filteredOn(name -> !name.startsWith("sharding.next."))
                .containsExactlyInAnyOrder(
                        "sharding.enabled",
                        "sharding.data-source-template.url",
                        "sharding.data-source-template.username",
                        "sharding.data-source-template.password",
                        "sharding.data-source-template.driver-class-name",
                        "sharding.data-source-template.hikari",
                        "sharding.data-sources",
                        "sharding.data-sources.*.url",
                        "sharding.data-sources.*.username",
                        "sharding.data-sources.*.password",
                        "sharding.data-sources.*.driver-class-name",
                        "sharding.data-sources.*.hikari",
                        "sharding.data-sources.*.primary.url",
                        "sharding.data-sources.*.primary.username",
                        "sharding.data-sources.*.primary.password",
                        "sharding.data-sources.*.primary.driver-class-name",
                        "sharding.data-sources.*.primary.hikari",
                        "sharding.data-sources.*.primary.name",
                        "sharding.data-sources.*.replicas",
                        "sharding.data-sources.*.replicas[*].url",
                        "sharding.data-sources.*.replicas[*].username",
                        "sharding.data-sources.*.replicas[*].password",
                        "sharding.data-sources.*.replicas[*].driver-class-name",
                        "sharding.data-sources.*.replicas[*].hikari",
                        "sharding.data-sources.*.replicas[*].name",
                        "sharding.data-sources.*.replicas[*].weight",
                        "sharding.data-sources.*.load-balancer",
                        "sharding.replicas.after-write",
                        "sharding.replicas.after-write-for",
                        "sharding.replicas.wait-timeout",
                        "sharding.replicas.max-lag",
                        "sharding.replicas.check-interval",
                        "sharding.replicas.warm-up",
                        "sharding.replicas.without-replica",
                        "sharding.hikari",
                        "sharding.tables",
                        "sharding.tables.*.actual-data-nodes",
                        "sharding.tables.*.auto-create",
                        "sharding.tables.*.moved",
                        "sharding.tables.*.placed-keys",
                        "sharding.tables.*.placed-keys[*].key",
                        "sharding.tables.*.placed-keys[*].unit",
                        "sharding.tables.*.auto-increment",
                        "sharding.tables.*.unique-keys",
                        "sharding.tables.*.lookups",
                        "sharding.tables.*.lookups.*.table",
                        "sharding.tables.*.lookups.*.write-only",
                        "sharding.tables.*.database-strategy.type",
                        "sharding.tables.*.database-strategy.sharding-column",
                        "sharding.tables.*.database-strategy.sharding-columns",
                        "sharding.tables.*.database-strategy.algorithm",
                        "sharding.tables.*.database-strategy.also-by",
                        "sharding.tables.*.table-strategy.type",
                        "sharding.tables.*.table-strategy.sharding-column",
                        "sharding.tables.*.table-strategy.sharding-columns",
                        "sharding.tables.*.table-strategy.algorithm",
                        "sharding.tables.*.table-strategy.also-by",
                        "sharding.tables.*.key-generate-strategy.type",
                        "sharding.tables.*.key-generate-strategy.column",
                        "sharding.tables.*.key-generate-strategy.generator",
                        "sharding.defaults.database-strategy.type",
                        "sharding.defaults.database-strategy.sharding-column",
                        "sharding.defaults.database-strategy.sharding-columns",
                        "sharding.defaults.database-strategy.algorithm",
                        "sharding.defaults.database-strategy.also-by",
                        "sharding.defaults.table-strategy.type",
                        "sharding.defaults.table-strategy.sharding-column",
                        "sharding.defaults.table-strategy.sharding-columns",
                        "sharding.defaults.table-strategy.algorithm",
                        "sharding.defaults.table-strategy.also-by",
                        "sharding.defaults.key-generate-strategy.type",
                        "sharding.defaults.key-generate-strategy.column",
                        "sharding.defaults.key-generate-strategy.generator",
                        "sharding.key-generate-strategies",
                        "sharding.key-generate-strategies.*.type",
                        "sharding.key-generate-strategies.*.column",
                        "sharding.key-generate-strategies.*.generator",
                        "sharding.binding-tables",
                        "sharding.broadcast-tables",
                        "sharding.single-tables",
                        "sharding.default-data-source",
                        "sharding.algorithms",
                        "sharding.algorithms.*.type",
                        "sharding.algorithms.*.props",
                        "sharding.key-generators",
                        "sharding.key-generators.*.type",
                        "sharding.key-generators.*.props",
                        "sharding.transaction.cross-source",
                        "sharding.transaction.lock-timeout",
                        "sharding.transaction.commit-fence",
                        "sharding.transaction.atomic.enabled",
                        "sharding.transaction.atomic.table",
                        "sharding.transaction.atomic.create-table",
                        "sharding.transaction.atomic.recover-after",
                        "sharding.transaction.jta",
                        "sharding.gather.enabled",
                        "sharding.gather.max-bytes",
                        "sharding.gather.max-rows",
                        "sharding.unique-keys.upserts",
                        "sharding.unique-keys.without-sharding-column",
                        "sharding.guard.max-units",
                        "sharding.guard.max-merged-rows",
                        "sharding.guard.max-offset",
                        "sharding.guard.writes-without-condition",
                        "sharding.guard.moving-updates",
                        "sharding.guard.timeout",
                        "sharding.guard.max-waiting",
                        "sharding.hint.comments",
                        "sharding.plan-cache.maximum-size",
                        "sharding.plan-cache.maximum-weight",
                        "sharding.verification",
                        "sharding.start",
                        "sharding.rule-store.accept",
                        "sharding.rule-store.create-tables",
                        "sharding.rule-store.data-source",
                        "sharding.rule-store.instance",
                        "sharding.rule-store.member-table",
                        "sharding.rule-store.mode",
                        "sharding.rule-store.pause",
                        "sharding.rule-store.poll",
                        "sharding.rule-store.rule-table",
                        "sharding.heat.enabled",
                        "sharding.heat.hash-values",
                        "sharding.heat.interval",
                        "sharding.heat.keys",
                        "sharding.heat.sample",
                        "sharding.heat.table",
                        "sharding.metrics.histograms",
                        "sharding.statements.enabled",
                        "sharding.statements.interval",
                        "sharding.statements.shapes",
                        "sharding.statements.table",
                        "sharding.proxy",
                        "sharding.endpoint.explain",
                        "sharding.audit.enabled",
                        "sharding.audit.file",
                        "sharding.log.slow",
                        "sharding.log.wide",
                        "sharding.log.statements",
                        "sharding.log.values",
                        "management.endpoint.sharding.access",
                        "management.endpoint.sharding.cache.time-to-live",
                        "management.endpoint.shardingaudit.access",
                        "management.endpoint.shardingaudit.cache.time-to-live",
                        "management.endpoint.shardingexport.access",
                        "management.endpoint.shardingheat.access",
                        "management.endpoint.shardingheat.cache.time-to-live",
                        "management.endpoint.shardingmoves.access",
                        "management.endpoint.shardingmoves.cache.time-to-live",
                        "management.endpoint.shardingstatements.access",
                        "management.endpoint.shardingstatements.cache.time-to-live",
                        "sharding.import");
    }

    /** Tables and algorithms that are wanted have all settings of those that are configured. */
    @Test
    void namesThePropertiesOfTheWantedRule() {
        List<String> parts = List.of(
                "tables",
                "defaults",
                "binding-tables",
                "broadcast-tables",
                "single-tables",
                "key-generate-strategies",
                "algorithms");
        assertThat(Metadata.properties().keySet())
                .filteredOn(name -> name.startsWith("sharding.next."))
                .map(name -> name.replace("sharding.next.", "sharding."))
                .containsExactlyInAnyOrderElementsOf(Metadata.properties().keySet().stream()
                        .filter(name ->
                                parts.stream().anyMatch(part -> name.matches("sharding\\." + part + "(\\..*)?")))
                        .toList());
    }

    @Test
    void describesEveryProperty() {
        assertThat(Metadata.properties().values()).allSatisfy(property -> assertThat(property.description())
                .as(property.name())
                .isNotBlank()
                .endsWith("."));
    }

    @Test
    void givesTheDefaults() {
        assertThat(defaultOf("sharding.enabled")).isEqualTo(true);
        assertThat(defaultOf("sharding.transaction.cross-source")).isEqualTo("best-effort");
        assertThat(defaultOf("sharding.transaction.lock-timeout"))
                .isEqualTo(ShardingOptions.builder().build().lockTimeout().toSeconds() + "s");
        assertThat(defaultOf("sharding.unique-keys.upserts")).isEqualTo("check");
        assertThat(defaultOf("sharding.verification")).isEqualTo("fast");
        assertThat(((Number) Objects.requireNonNull(defaultOf("sharding.plan-cache.maximum-size"))).intValue())
                .isEqualTo(2048);
    }

    @Test
    void hintsAtTheValuesThatTheCodeKnows() {
        assertThat(values("sharding.transaction.cross-source"))
                .isEqualTo(Arrays.stream(CrossSource.values())
                        .map(value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                        .toList());
        assertThat(values("sharding.verification"))
                .isEqualTo(Arrays.stream(Verification.values())
                        .map(value -> value.name().toLowerCase(Locale.ROOT))
                        .toList());
        assertThat(values("sharding.start"))
                .isEqualTo(Arrays.stream(Start.values())
                        .map(value -> value.name().toLowerCase(Locale.ROOT))
                        .toList());
        assertThat(values("sharding.unique-keys.upserts"))
                .isEqualTo(Arrays.stream(Upserts.values())
                        .map(value -> value.name().toLowerCase(Locale.ROOT))
                        .toList());
        assertThat(values("sharding.unique-keys.without-sharding-column")).isEqualTo(written(UniqueKeyChoice.values()));
        assertThat(values("sharding.data-sources.*.load-balancer")).isEqualTo(written(LoadBalance.values()));
        assertThat(values("sharding.replicas.after-write")).isEqualTo(written(AfterWrite.values()));
        assertThat(values("sharding.replicas.without-replica")).isEqualTo(written(WithoutReplica.values()));
        assertThat(Metadata.values("sharding.algorithms.*.type"))
                .map(Metadata.Value::toString)
                .isEqualTo(AlgorithmRegistry.builtIn().factories().stream()
                        .map(MetadataTest::described)
                        .map(Metadata.Value::toString)
                        .toList());
        assertThat(Metadata.values("sharding.key-generators.*.type"))
                .map(Metadata.Value::toString)
                .isEqualTo(KeyGeneratorRegistry.builtIn().factories().stream()
                        .map(MetadataTest::described)
                        .map(Metadata.Value::toString)
                        .toList());
    }

    private static List<String> written(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }

    private static Metadata.Value described(AlgorithmFactory type) {
        String settings = type.settings().stream()
                .map(setting -> setting.name() + " (" + setting.description() + ")")
                .collect(Collectors.joining(", "));
        return new Metadata.Value(type.type(), type.description() + ". Settings: " + settings + ".");
    }

    private static Metadata.Value described(KeyGeneratorFactory type) {
        String settings = type.settings().stream()
                .map(setting -> setting.name() + " (" + setting.description() + ")")
                .collect(Collectors.joining(", "));
        return new Metadata.Value(type.type(), type.description() + ". Settings: " + settings + ".");
    }

    private static List<String> values(String property) {
        return Metadata.values(property).stream().map(Metadata.Value::value).toList();
    }

    private static Object defaultOf(String property) {
        return Objects.requireNonNull(
                Objects.requireNonNull(Metadata.properties().get(property), property)
                        .defaultValue(),
                property);
    }
}

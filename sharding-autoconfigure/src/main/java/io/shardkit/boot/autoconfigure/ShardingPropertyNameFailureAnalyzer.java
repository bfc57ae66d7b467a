package io.shardkit.boot.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.annotation.Order;

/** Says which name under {@code sharding} does not exist. Stands before Boot's own, which knows no right name. */
@Order(0)
final class ShardingPropertyNameFailureAnalyzer
        extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {
    private static final ConfigurationPropertyName SHARDING = ConfigurationPropertyName.of("sharding");

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
        List<String> problems = new ArrayList<>();
        List<String> meant = new ArrayList<>();
        for (ConfigurationProperty property : cause.getUnboundProperties()) {
            if (!SHARDING.isAncestorOf(property.getName())) {
                return null;
            }
            problems.add(ConfigurationFailure.problem(
                    WrittenProperty.of(property, property.getName().toString()), reason(property.getName())));
            String nearest = KnownProperties.nearest(property.getName());
            if (nearest != null && !meant.contains(nearest)) {
                meant.add(nearest);
            }
        }
        return new FailureAnalysis(
                ConfigurationFailure.description(problems),
                ConfigurationFailure.action(
                        "Correct the name, or remove it.", meant.isEmpty() ? null : String.join(", ", meant)),
                cause);
    }

    private static String reason(ConfigurationPropertyName name) {
        return KnownProperties.isQualifiedTable(name)
                ? "there is no such property; a table is declared by its name alone, without a schema"
                : "there is no such property";
    }
}

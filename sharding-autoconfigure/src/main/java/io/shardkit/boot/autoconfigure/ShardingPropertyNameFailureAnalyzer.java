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

/**
 * Says which name under {@code sharding} does not exist, and which one should stand there. Stands before Boot's own, which
 * knows no right name.
 */
@Order(0)
final class ShardingPropertyNameFailureAnalyzer
        extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {
    private static final ConfigurationPropertyName SHARDING = ConfigurationPropertyName.of("sharding");

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
        List<String> problems = new ArrayList<>();
        List<String> meant = new ArrayList<>();
        for (ConfigurationProperty property : cause.getUnboundProperties()) {
            MisplacedProperty misplaced = MisplacedProperty.of(property.getName());
            if (misplaced == null && !SHARDING.isAncestorOf(property.getName())) {
                return null;
            }
            WrittenProperty written =
                    WrittenProperty.of(property, property.getName().toString());
            MisplacedProperty.Correction correction =
                    misplaced == null ? correction(property.getName()) : misplaced.correction(written.name());
            problems.add(ConfigurationFailure.problem(written, correction.reason()));
            String nearest = correction.name();
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

    private static MisplacedProperty.Correction correction(ConfigurationPropertyName name) {
        return new MisplacedProperty.Correction(
                KnownProperties.isQualifiedTable(name)
                        ? "there is no such property; a table is declared by its name alone, without a schema"
                        : "there is no such property",
                KnownProperties.nearest(name));
    }
}

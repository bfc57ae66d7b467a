package io.shardkit.boot.autoconfigure;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
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
        Map<ConfigurationPropertyName, String> problems = new LinkedHashMap<>();
        Map<ConfigurationPropertyName, Integer> below = new LinkedHashMap<>();
        Set<String> meant = new LinkedHashSet<>();
        for (ConfigurationProperty property : cause.getUnboundProperties()) {
            MisplacedProperty misplaced = MisplacedProperty.of(property.getName());
            if (misplaced == null && !SHARDING.isAncestorOf(property.getName())) {
                return null;
            }
            WrittenProperty written =
                    WrittenProperty.of(property, property.getName().toString());
            String nearest;
            if (misplaced == null) {
                UnknownProperty unknown = UnknownProperty.of(property.getName());
                problems.putIfAbsent(
                        unknown.wrong(),
                        ConfigurationFailure.problem(written, unknown.reason() + commaHint(property, unknown)));
                below.merge(unknown.wrong(), 1, Integer::sum);
                nearest = unknown.right();
            } else {
                MisplacedProperty.Correction correction = misplaced.correction(written.name());
                problems.put(property.getName(), ConfigurationFailure.problem(written, correction.reason()));
                nearest = correction.name();
            }
            if (nearest != null) {
                meant.add(nearest);
            }
        }
        below.forEach((wrong, count) -> {
            if (count > 1) {
                problems.merge(
                        wrong,
                        "; " + (count - 1) + " more below " + wrong.getLastElement(Form.ORIGINAL),
                        String::concat);
            }
        });
        return new FailureAnalysis(
                ConfigurationFailure.description(List.copyOf(problems.values())),
                ConfigurationFailure.action(
                        "Correct the name, or remove it.", meant.isEmpty() ? null : String.join(", ", meant)),
                cause);
    }

    /** The second half of a value that a comma has split is a name without a value. */
    private static String commaHint(ConfigurationProperty property, UnknownProperty unknown) {
        return String.valueOf(property.getValue()).isEmpty()
                        && unknown.right() == null
                        && unknown.wrong().equals(property.getName())
                ? "; if it belongs to the value before it, put that value in quotes, as a comma ends it inside { }"
                : "";
    }
}

package io.shardkit.boot.autoconfigure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The phrases that all failure analyses share. */
final class ConfigurationFailure {
    private ConfigurationFailure() {}

    static String description(List<String> problems) {
        return "The sharding configuration cannot be used:\n" + String.join("\n", problems);
    }

    static String problem(WrittenProperty property, String reason) {
        StringBuilder text = new StringBuilder("\n    Property: ").append(property.name());
        if (property.value() != null) {
            text.append("\n    Value: \"").append(property.value()).append('"');
        }
        if (property.origin() != null) {
            text.append("\n    Origin: ").append(property.origin());
        }
        return text.append("\n    Reason: ").append(reason).toString();
    }

    static String action(String action, @Nullable String meant) {
        return meant == null ? action : action + " Did you mean " + meant + "?";
    }
}

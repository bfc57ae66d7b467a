package io.shardkit.algorithm;

import io.shardkit.options.Settings;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Lists of values and their targets, written as {@code a, b = 0; c = t_order_1}. */
final class ValueLists {
    private ValueLists() {}

    /** The target's number by value. */
    static Map<String, Integer> read(Settings settings, String name, Targets targets) {
        Map<String, String> written = new LinkedHashMap<>();
        for (String group : settings.required(name).split(";", -1)) {
            if (group.isBlank()) {
                continue;
            }
            int equals = group.lastIndexOf('=');
            if (equals < 0) {
                throw settings.invalid(name, "'" + group.strip() + "' is not of the form values = target");
            }
            String target = group.substring(equals + 1).strip();
            for (String value : group.substring(0, equals).split(",", -1)) {
                if (value.isBlank()) {
                    throw settings.invalid(name, "'" + group.strip() + "' has an empty value");
                }
                if (written.put(value.strip(), target) != null) {
                    throw settings.invalid(name, "'" + value.strip() + "' occurs twice");
                }
            }
        }
        return resolve(settings, name, written, targets);
    }

    /** The target's number by value, of targets that are named or numbered. */
    static Map<String, Integer> resolve(Settings settings, String name, Map<String, String> written, Targets targets) {
        if (written.isEmpty()) {
            throw settings.invalid(name, "it has no values");
        }
        Map<String, Integer> shards = new HashMap<>();
        written.forEach((value, target) -> shards.put(value, target(settings, name, target, targets)));
        return shards;
    }

    /** The target of all other values, or {@link ShardingAlgorithm#NOWHERE}. */
    static int others(Settings settings, Targets targets) {
        return settings.text("default")
                .map(text -> target(settings, "default", text, targets))
                .orElse(ShardingAlgorithm.NOWHERE);
    }

    /** The target that a number or a name says. */
    static int target(Settings settings, String setting, String text, Targets targets) {
        int named = targets.names().indexOf(text);
        if (named >= 0) {
            return named;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= 0 && number < targets.count()) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw settings.invalid(setting, "'" + text + "' is neither a number nor one of " + targets.names());
        }
        throw settings.invalid(setting, text + " is not between 0 and " + (targets.count() - 1));
    }
}

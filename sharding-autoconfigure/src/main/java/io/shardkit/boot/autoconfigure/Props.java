package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The settings of an algorithm or a key generator. Names are compared as Spring Boot compares property names.
 *
 * @param property the property under which they stand
 * @param values by name as written
 */
record Props(String property, Map<String, String> values) {

    /** Refuses any setting that is not one of these. */
    void allowOnly(String type, List<String> known) {
        for (String name : values.keySet()) {
            if (known.stream().noneMatch(candidate -> same(candidate, name))) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING,
                        property + "." + name,
                        "'" + name + "' is not a setting of type " + type + "; its settings are " + known);
            }
        }
    }

    /** The whole number of that name, if it is set. */
    OptionalLong number(String name) {
        for (Map.Entry<String, String> entry : values.entrySet()) {
            if (same(name, entry.getKey())) {
                return OptionalLong.of(parse(property + "." + entry.getKey(), entry.getValue()));
            }
        }
        return OptionalLong.empty();
    }

    private static long parse(String path, String value) {
        try {
            return Long.parseLong(value.trim());
        } catch (NumberFormatException e) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, path, "'" + value + "' is not a whole number", e);
        }
    }

    private static boolean same(String a, String b) {
        return uniform(a).equals(uniform(b));
    }

    private static String uniform(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}

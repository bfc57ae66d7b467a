package io.shardkit.options;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings of an algorithm or a key generator, as written. Names are compared without regard to case, dashes and
 * underscores, as Spring Boot compares property names. Immutable.
 *
 * @param property the property under which they stand; messages name it
 * @param values by name as written
 */
public record Settings(String property, Map<String, String> values) {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    public Settings {
        values = Map.copyOf(values);
    }

    /** Refuses any setting that is not one of these. */
    public void allowOnly(String type, List<String> known) {
        for (String name : values.keySet()) {
            if (known.stream().noneMatch(candidate -> same(candidate, name))) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING,
                        property + "." + name,
                        "'" + name + "' is not a setting of type " + type + "; its settings are " + known);
            }
        }
    }

    /** The text of that name without blanks around it, if it is set and not blank. */
    public Optional<String> text(String name) {
        for (Map.Entry<String, String> entry : values.entrySet()) {
            if (same(name, entry.getKey()) && !entry.getValue().isBlank()) {
                return Optional.of(entry.getValue().strip());
            }
        }
        return Optional.empty();
    }

    /** The text of that name; refused if it is missing. */
    public String required(String name) {
        return text(name).orElseThrow(() -> invalid(name, "it is missing"));
    }

    /** The whole number of that name, if it is set. */
    public OptionalLong number(String name) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text.get()));
        } catch (NumberFormatException e) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, path(name), "'" + text.get() + "' is not a whole number", e);
        }
    }

    /** The whole number of that name; refused if it is missing or not within the bounds. */
    public long requiredNumber(String name, long least, long greatest) {
        required(name);
        return checked(name, number(name).orElseThrow(), least, greatest);
    }

    /** The whole number of that name, or another one if it is not set; refused if it is not within the bounds. */
    public long number(String name, long otherwise, long least, long greatest) {
        return checked(name, number(name).orElse(otherwise), least, greatest);
    }

    private long checked(String name, long number, long least, long greatest) {
        if (number < least) {
            throw invalid(name, number + " is less than " + least);
        }
        if (number > greatest) {
            throw invalid(name, number + " is greater than " + greatest);
        }
        return number;
    }

    /** The time of that name, such as 500ms, 30s, 5m, 1h or 1d, or another one if it is not set. */
    public Duration duration(String name, Duration otherwise) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        Matcher parts = DURATION.matcher(text.get().toLowerCase(Locale.ROOT));
        if (!parts.matches()) {
            throw invalid(name, "'" + text.get() + "' is not a time such as 500ms, 30s or 5m");
        }
        long amount = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            case "d" -> Duration.ofDays(amount);
            default -> Duration.ofSeconds(amount);
        };
    }

    /** Returns the exception for a wrong value of the setting of that name. */
    public ShardingConfigurationException invalid(String name, String why) {
        return new ShardingConfigurationException(ErrorCode.INVALID_SETTING, path(name), why);
    }

    /** The property of a setting, with its name as written if it is set. */
    private String path(String name) {
        return property + "."
                + values.keySet().stream()
                        .filter(each -> same(each, name))
                        .findFirst()
                        .orElse(name);
    }

    private static boolean same(String a, String b) {
        return uniform(a).equals(uniform(b));
    }

    private static String uniform(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}

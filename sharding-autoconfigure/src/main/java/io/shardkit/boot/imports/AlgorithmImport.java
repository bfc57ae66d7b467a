package io.shardkit.boot.imports;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sharding algorithms: each becomes one that puts every row where ShardingSphere put it, or is a problem. */
final class AlgorithmImport {
    private static final String SECTION = "algorithms";
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private final Translation translation;
    private final Problems problems;
    private final Predicate<String> isSet;

    /** The number of tables of an automatic table, by the name of its algorithm in lower case. */
    private final Map<String, Long> amounts = new HashMap<>();

    /** The names as they are declared, by name in lower case. */
    private final Map<String, String> declared = new HashMap<>();

    /** @param isSet whether the application sets a property itself */
    AlgorithmImport(Translation translation, Problems problems, Predicate<String> isSet) {
        this.translation = translation;
        this.problems = problems;
        this.isSet = isSet;
    }

    void read(Part.Block algorithms) {
        algorithms.parts().forEach((name, part) -> {
            declared.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
            if (isSet.test("sharding." + SECTION + "." + name + ".type")) {
                return;
            }
            if (part instanceof Part.Block block) {
                read(name, new Fields(block, "shardingAlgorithms." + name, problems));
            } else {
                problems.add(part.origin(), "shardingAlgorithms." + name, "type and props are expected below it");
            }
        });
    }

    /** The name as it is declared: references to it are compared without case. */
    String declared(String reference) {
        return declared.getOrDefault(reference.toLowerCase(Locale.ROOT), reference);
    }

    /**
     * Returns the number of tables of an automatic table of the algorithm, or null if the algorithm is not for such
     * tables.
     */
    @Nullable Long amount(String algorithm) {
        return amounts.get(algorithm.toLowerCase(Locale.ROOT));
    }

    private void read(String name, Fields fields) {
        Part.Scalar type = fields.scalar("type");
        Fields props = new Fields(fields.block("props"), fields.path("props"), problems);
        fields.end("it is not a part of an algorithm");
        if (type == null) {
            fields.problem(null, "type", "it is missing");
            return;
        }
        switch (String.valueOf(type.text()).strip().toUpperCase(Locale.ROOT)) {
            case "INLINE" -> inline(name, type, props);
            case "COMPLEX_INLINE" -> complexInline(name, type, props);
            case "HINT_INLINE" -> hintInline(name, type, props);
            case "MOD" -> {
                put(name, type, "mod");
                number(name, count(name, props));
                copy(name, props, "start-offset", "stop-offset", "zero-padding");
            }
            case "HASH_MOD" -> {
                put(name, type, "hash-mod");
                number(name, count(name, props));
                // An Integer and a Long of one negative number lie apart, and a stored number does not tell which it
                // was.
                translation.put("refuse", type.origin(), SECTION, name, "props", "negative-keys");
            }
            case "VOLUME_RANGE" -> volumeRange(name, type, props);
            case "BOUNDARY_RANGE" -> boundaryRange(name, type, props);
            case "AUTO_INTERVAL" -> autoInterval(name, type, props);
            case "INTERVAL" -> new IntervalImport(translation).read(name, type, props);
            case "CLASS_BASED" -> {
                notTaken(fields, type, classBased(name, props));
                // The others are those of the class.
                props.ignore(props.names().toArray(new String[0]));
            }
            case "COSID_MOD" -> {
                // Of negative keys CosId finds no table, so that there are no rows of them.
                put(name, type, "mod");
                Part.Scalar divisor = required(props, "mod");
                if (number(props, "mod", divisor) != null && divisor != null) {
                    set(name, divisor, "sharding-count");
                }
                number(name, divisor);
                props.ignore("logic-name-prefix");
            }
            case "COSID_INTERVAL" -> new IntervalImport(translation).readCosId(name, type, props);
            case "COSID_INTERVAL_SNOWFLAKE" -> {
                props.ignore(props.names().toArray(new String[0]));
                notTaken(
                        fields,
                        type,
                        "it reads the time from the bits of a key, which no type here does. Such keys grow with time:"
                                + " set sharding.algorithms." + name
                                + ".type to range-file, with the first and the last"
                                + " key of each period and its table, and this one is passed over");
            }
            default -> {
                props.ignore(props.names().toArray(new String[0]));
                notTaken(fields, type, "'" + type.text() + "' is not one of ShardingSphere's types; " + advice(name));
            }
        }
        props.end("it is not a setting of type " + type.text());
    }

    private static String advice(String name) {
        return "set sharding.algorithms." + name
                + ".type to a type that places rows alike, and this one is passed over";
    }

    /** Returns the advice for a user's class that implements one of ShardingSphere's three interfaces. */
    private static String classBased(String name, Fields props) {
        Part.Scalar strategy = props.scalar("strategy");
        Part.Scalar written = props.scalar("algorithmClassName");
        String className = written == null ? "the class" : String.valueOf(written.text());
        boolean isComplex = strategy != null
                && "complex".equalsIgnoreCase(String.valueOf(strategy.text()).strip());
        boolean isHint = strategy != null
                && "hint".equalsIgnoreCase(String.valueOf(strategy.text()).strip());
        String method = isComplex
                ? "ComplexShardingAlgorithm, whose shard(List) gets the keys of all columns in their order"
                : isHint
                        ? "ShardingAlgorithm, whose shard(..) gets the value of the ShardingHint"
                        : "ShardingAlgorithm, whose shard(..) gets one key and whose shards(KeyRange) a range";
        return className + " has an interface of ShardingSphere, which is not here; write it as an"
                + " io.shardkit.algorithm." + method + ", and answers with the position of the target."
                + " Make it a bean called '" + name + "' and remove the class here, or let an"
                + " io.shardkit.algorithm.AlgorithmFactory make it and set sharding.algorithms." + name
                + ".type to its type";
    }

    private static void notTaken(Fields fields, Part type, String why) {
        fields.problem(type, "type", why);
    }

    private void put(String name, Part.Scalar type, String ours) {
        translation.put(ours, type.origin(), SECTION, name, "type");
    }

    private void set(String name, Part.Scalar setting, String ours) {
        translation.put(String.valueOf(setting.text()).strip(), setting.origin(), SECTION, name, "props", ours);
    }

    private void copy(String name, Fields props, String... settings) {
        for (String setting : settings) {
            Part.Scalar value = props.scalar(setting);
            if (value != null) {
                set(name, value, setting);
            }
        }
    }

    /** Says that shards are found by the numbers at the ends of names. */
    private void number(String name, Part.@Nullable Scalar decisive) {
        translation.put("true", decisive == null ? null : decisive.origin(), SECTION, name, "props", "numbered");
    }

    private Part.@Nullable Scalar count(String name, Fields props) {
        Part.Scalar count = required(props, "sharding-count");
        Long number = number(props, "sharding-count", count);
        if (count != null && number != null) {
            set(name, count, "sharding-count");
            amount(name, number);
        }
        return count;
    }

    private void amount(String algorithm, long amount) {
        amounts.put(algorithm.toLowerCase(Locale.ROOT), amount);
    }

    private static Part.@Nullable Scalar required(Fields props, String name) {
        Part.Scalar value = props.scalar(name);
        if (value == null) {
            props.problem(null, name, "it is missing");
        }
        return value;
    }

    private static @Nullable Long number(Fields props, String name, Part.@Nullable Scalar value) {
        if (value == null) {
            return null;
        }
        try {
            return Long.valueOf(String.valueOf(value.text()).strip());
        } catch (NumberFormatException e) {
            props.problem(value, name, "'" + value.text() + "' is not a whole number");
            return null;
        }
    }

    private void inline(String name, Part.Scalar type, Fields props) {
        put(name, type, "inline");
        expression(name, required(props, "algorithm-expression"), false);
        // Ranges go to all targets, which is what the setting allows.
        props.ignore("allow-range-query-with-inline-sharding");
    }

    private void complexInline(String name, Part.Scalar type, Fields props) {
        put(name, type, "complex-inline");
        Part.Scalar columns = props.scalar("sharding-columns");
        if (columns != null) {
            set(name, columns, "sharding-columns");
        }
        expression(name, required(props, "algorithm-expression"), false);
        props.ignore("allow-range-query-with-inline-sharding");
    }

    private void hintInline(String name, Part.Scalar type, Fields props) {
        put(name, type, "hint-inline");
        Part.Scalar expression = props.scalar("algorithm-expression");
        expression(name, expression == null ? new Part.Scalar("${value}", type.origin()) : expression, true);
    }

    /** In the form that Spring does not take for a placeholder. */
    private void expression(String name, Part.@Nullable Scalar expression, boolean isHint) {
        if (expression != null) {
            String text = String.valueOf(expression.text()).strip().replaceFirst("^<GROOVY>", "");
            translation.put(
                    text.replace("${", "$->{"), expression.origin(), SECTION, name, "props", "algorithm-expression");
            if ((text.contains("hashCode") || text.contains(">>>")) && !isHint) {
                // As with HASH_MOD.
                translation.put("refuse", expression.origin(), SECTION, name, "props", "negative-keys");
            }
        }
    }

    private void volumeRange(String name, Part.Scalar type, Fields props) {
        put(name, type, "volume-range");
        number(name, type);
        Part.Scalar[] settings = Stream.of("range-lower", "range-upper", "sharding-volume")
                .map(setting -> required(props, setting))
                .toArray(Part.Scalar[]::new);
        Long lower = number(props, "range-lower", settings[0]);
        Long upper = number(props, "range-upper", settings[1]);
        Long volume = number(props, "sharding-volume", settings[2]);
        if (lower == null || upper == null || volume == null) {
            return;
        }
        if (volume < 1 || upper - lower < volume) {
            props.problem(settings[1], "range-upper", "the range is smaller than the volume");
            return;
        }
        set(name, settings[0], "range-lower");
        set(name, settings[1], "range-upper");
        set(name, settings[2], "sharding-volume");
        amount(name, (upper - lower + volume - 1) / volume + 2);
    }

    /** ShardingSphere sorts the bounds and passes over what is no number. */
    private void boundaryRange(String name, Part.Scalar type, Fields props) {
        put(name, type, "boundary-range");
        number(name, type);
        Part.Scalar ranges = required(props, "sharding-ranges");
        if (ranges == null) {
            return;
        }
        TreeSet<Long> bounds = new TreeSet<>();
        for (String part : String.valueOf(ranges.text()).split(",", -1)) {
            try {
                if (!bounds.add(Long.valueOf(part.strip()))) {
                    props.problem(ranges, "sharding-ranges", part.strip() + " occurs twice");
                }
            } catch (NumberFormatException e) {
                props.problem(ranges, "sharding-ranges", "'" + part.strip() + "' is not a whole number");
            }
        }
        translation.put(
                bounds.stream().map(String::valueOf).collect(Collectors.joining(", ")),
                ranges.origin(),
                SECTION,
                name,
                "props",
                "sharding-ranges");
        amount(name, bounds.size() + 1L);
    }

    private void autoInterval(String name, Part.Scalar type, Fields props) {
        put(name, type, "auto-interval");
        number(name, type);
        Part.Scalar lower = required(props, "datetime-lower");
        Part.Scalar upper = required(props, "datetime-upper");
        Part.Scalar seconds = required(props, "sharding-seconds");
        LocalDateTime from = instant(props, "datetime-lower", lower);
        LocalDateTime to = instant(props, "datetime-upper", upper);
        Long length = number(props, "sharding-seconds", seconds);
        if (lower == null || upper == null || seconds == null || from == null || to == null || length == null) {
            return;
        }
        if (length < 1 || to.isBefore(from)) {
            props.problem(seconds, "sharding-seconds", "there is no interval of that length between the two ends");
            return;
        }
        set(name, lower, "datetime-lower");
        set(name, upper, "datetime-upper");
        set(name, seconds, "sharding-seconds");
        amount(name, Duration.between(from, to).toSeconds() / length + 2);
    }

    private static @Nullable LocalDateTime instant(Fields props, String name, Part.@Nullable Scalar value) {
        if (value == null) {
            return null;
        }
        try {
            return LocalDateTime.parse(String.valueOf(value.text()).strip(), SECONDS);
        } catch (DateTimeException e) {
            props.problem(value, name, "'" + value.text() + "' is not of the form 2024-01-01 00:00:00");
            return null;
        }
    }
}

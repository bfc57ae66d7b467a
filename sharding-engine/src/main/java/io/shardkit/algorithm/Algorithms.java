package io.shardkit.algorithm;

import io.shardkit.algorithm.AlgorithmRegistry.FactorySpec;
import io.shardkit.options.Settings;
import io.shardkit.options.TypedSettings;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The built-in sharding algorithms, for rules that are written in Java. Shards are counted from 0, in the order of the
 * table's data nodes, and their number is that of the data sources or tables to choose from, unless one is given here.
 * Parameters are checked when the rule is built, together with the nodes of the table.
 *
 * <p>Each is what its type does in a configuration: a row is placed alike by both.
 */
public final class Algorithms {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final Pattern SEPARATORS = Pattern.compile("[,;=]");
    private static final String COUNT = "sharding-count";
    private static final String NUMBERED = "numbered";
    private static final String NEGATIVE = "negative-keys";
    private static final String EXPRESSION = "algorithm-expression";

    private Algorithms() {}

    /** Takes an algorithm of the application's own, which has as many shards as the table has targets. */
    public static AlgorithmSpec of(ShardingAlgorithm algorithm) {
        return new Made(algorithm);
    }

    /**
     * Takes an algorithm by the name of its type, as a configuration does; an {@link AlgorithmFactory} that
     * {@link java.util.ServiceLoader} finds is known by that, too.
     *
     * @param type such as {@code hash-mod}; upper case and underscores are read as lower case and dashes
     * @param settings by name, as under {@code props} of a configuration
     * @throws io.shardkit.error.ShardingConfigurationException if the type or a setting is not known
     */
    public static AlgorithmSpec ofType(String type, Map<String, String> settings) {
        return AlgorithmRegistry.builtIn().spec(type, type, settings);
    }

    /** Places whole numbers, and dates by their days since 1970-01-01, by the remainder, which is never negative. */
    public static Mod mod() {
        return new Mod(Map.of());
    }

    /** Places by the remainder of a division by this number, at least 1, which has to be the number of targets. */
    public static Mod mod(int shards) {
        return new Mod(Map.of(COUNT, Integer.toString(shards)));
    }

    /** Places keys by the absolute value of Java's hash, {@link Long#hashCode(long)} or {@link String#hashCode()}. */
    public static HashMod hashMod() {
        return new HashMod(Map.of());
    }

    /** Places by Java's hash on this number of shards, at least 1, which has to be the number of targets. */
    public static HashMod hashMod(int shards) {
        return new HashMod(Map.of(COUNT, Integer.toString(shards)));
    }

    /** Places strings by the CRC-32 of their bytes in UTF-8, and whole numbers by the CRC-32 of their digits. */
    public static AlgorithmSpec crc32Mod() {
        return new Plain("crc32-mod", Map.of());
    }

    /** Places strings, and whole numbers by their digits, by Java's hash of all characters. */
    public static AlgorithmSpec stringHash() {
        return new Plain("string-hash", Map.of());
    }

    /**
     * Places strings, and whole numbers by their digits, by Java's hash of a part: keys with the same part are together.
     *
     * @param from where the part begins, from 0; a negative number counts from the end; -10,000 to 10,000
     * @param length how many characters the part has at most, at least 1
     */
    public static AlgorithmSpec stringHash(int from, int length) {
        return new Plain("string-hash", Map.of("from", Integer.toString(from), "length", Integer.toString(length)));
    }

    /** Places strings, and the digits of whole numbers, by their prefix; the longest prefix decides. */
    public static Listed prefix() {
        return new Listed("prefix", Map.of(), null);
    }

    /** Places values, whole numbers or strings, by a list. */
    public static Listed list() {
        return new Listed("list", Map.of(), null);
    }

    /**
     * Places whole numbers in ranges of one width between two bounds, with a shard below and one from the upper bound on.
     *
     * @param lower the least key of the second shard
     * @param upper the least key of the last shard, greater than {@code lower}
     * @param volume how many keys each shard between them has, at least 1
     */
    public static Numbered volumeRange(long lower, long upper, long volume) {
        return new Numbered(
                "volume-range",
                Map.of(
                        "range-lower", Long.toString(lower),
                        "range-upper", Long.toString(upper),
                        "sharding-volume", Long.toString(volume)));
    }

    /**
     * Places whole numbers in ranges between bounds, so that there is one shard more than bounds.
     *
     * @param bounds at least one, in ascending order; each is the least key of the next shard
     */
    public static Numbered boundaryRange(long... bounds) {
        return new Numbered(
                "boundary-range",
                Map.of(
                        "sharding-ranges",
                        LongStream.of(bounds).mapToObj(Long::toString).collect(Collectors.joining(","))));
    }

    /**
     * Places whole numbers by a file with a line for each range, such as {@code 0-2000000=0}; both ends are in it.
     *
     * @param file {@code classpath:name}, or a path
     */
    public static Ranges rangeFile(String file) {
        return new Ranges(Map.of("file", file));
    }

    /**
     * Places whole numbers by ranges, both ends of which are in them.
     *
     * @param lines such as {@code 0-999=0; 1000-1999=1}, separated by semicolons or line breaks
     */
    public static Ranges ranges(String lines) {
        return new Ranges(Map.of("ranges", lines));
    }

    /**
     * Places dates and times by periods, each of which has a table whose name ends in a suffix. Tables of periods may be
     * created later: until then they have no rows.
     *
     * @param lower the first day of the first period
     * @param unit what periods consist of
     * @param suffix a pattern of {@link DateTimeFormatter} for the first day of a period, such as {@code yyyyMM}
     */
    public static Interval interval(LocalDate lower, PeriodUnit unit, String suffix) {
        return new Interval(Map.of(
                "datetime-lower", lower.toString(),
                "datetime-interval-unit", unit.name(),
                "sharding-suffix-pattern", suffix));
    }

    /**
     * Places dates and times in intervals of one length, with a shard before the first and one after the last. Tables of
     * intervals may be created later: until then they have no rows.
     *
     * @param lower where the intervals begin, in whole seconds
     * @param upper where they end, not before {@code lower}, in whole seconds
     * @param length of an interval, in whole seconds, at least one
     */
    public static Numbered autoInterval(LocalDateTime lower, LocalDateTime upper, Duration length) {
        return new Numbered(
                "auto-interval",
                Map.of(
                        "datetime-lower", seconds(lower),
                        "datetime-upper", seconds(upper),
                        "sharding-seconds",
                                length.equals(Duration.ofSeconds(length.toSeconds()))
                                        ? Long.toString(length.toSeconds())
                                        : length.toString()));
    }

    /** Returns a time as a setting; a time with a fraction of a second is left as it is, to be refused. */
    private static String seconds(LocalDateTime time) {
        return time.equals(time.truncatedTo(ChronoUnit.SECONDS)) ? SECONDS.format(time) : time.toString();
    }

    /** Places keys on a ring of points: another shard takes its share of the keys and leaves all others in place. */
    public static ConsistentHash consistentHash() {
        return new ConsistentHash(Map.of());
    }

    /**
     * Places keys by the name of the target, put together from the key.
     *
     * @param template such as {@code t_order_${order_id % 4}}
     */
    public static Inline inline(String template) {
        return new Inline("inline", Map.of(EXPRESSION, template));
    }

    /**
     * Places rows by the name of the target, put together from the values of several columns.
     *
     * @param template such as {@code t_order_${(user_id + shop_id) % 4}}
     */
    public static Inline complexInline(String template) {
        return new Inline("complex-inline", Map.of(EXPRESSION, template));
    }

    /** Takes the value of a hint for the name of the target. */
    public static AlgorithmSpec hintInline() {
        return new Plain("hint-inline", Map.of());
    }

    /**
     * Places by the name of the target, put together from the value of a hint.
     *
     * @param template such as {@code t_order_${value % 4}}
     */
    public static AlgorithmSpec hintInline(String template) {
        return new Plain("hint-inline", Map.of(EXPRESSION, template));
    }

    private record Made(ShardingAlgorithm algorithm) implements AlgorithmSpec {
        @Override
        public ShardingAlgorithm over(Targets targets) {
            return algorithm;
        }

        @Override
        public boolean ignoresTargets() {
            return true;
        }
    }

    /** A built-in type with settings. */
    private abstract static class BuiltIn implements AlgorithmSpec {
        private final String type;
        private final Map<String, String> settings;

        private BuiltIn(String type, Map<String, String> settings) {
            this.type = type;
            this.settings = settings;
        }

        Map<String, String> with(String name, Object value) {
            Map<String, String> more = new LinkedHashMap<>(settings);
            more.put(name, value.toString());
            return more;
        }

        private FactorySpec spec() {
            return new FactorySpec(BuiltInTypes.named(type), new Settings(type, settings));
        }

        String type() {
            return type;
        }

        @Override
        public ShardingAlgorithm over(Targets targets) {
            return spec().over(targets);
        }

        @Override
        public boolean isOfPeriods() {
            return spec().isOfPeriods();
        }

        @Override
        @API(status = API.Status.INTERNAL)
        public TypedSettings written() {
            return spec().written();
        }

        @Override
        @API(status = API.Status.INTERNAL)
        public boolean isWrittenWhole() {
            return spec().isWrittenWhole();
        }

        @Override
        public String toString() {
            return type + " " + settings;
        }
    }

    private static final class Plain extends BuiltIn {
        private Plain(String type, Map<String, String> settings) {
            super(type, settings);
        }
    }

    /** Remainders. Immutable: each method returns another one. */
    public static final class Mod extends BuiltIn {
        private Mod(Map<String, String> settings) {
            super("mod", settings);
        }

        /** Takes the target whose name ends in the remainder, wherever it stands, as ShardingSphere does. */
        public Mod numbered() {
            return new Mod(with(NUMBERED, true));
        }

        /**
         * Cuts characters off a number's digits, or a text of digits, before the division, as ShardingSphere does; only
         * together with {@link #numbered()}.
         *
         * @param start how many at the beginning, 0 to 10,000
         * @param stop how many at the end, 0 to 10,000
         */
        public Mod cut(int start, int stop) {
            return new Mod(new Mod(with("start-offset", start)).with("stop-offset", stop));
        }

        /** Fills the numbers at the ends of names with zeros; only together with {@link #numbered()}. */
        public Mod zeroPadding() {
            return new Mod(with("zero-padding", true));
        }
    }

    /** Remainders of hashes. Immutable: each method returns another one. */
    public static final class HashMod extends BuiltIn {
        private HashMod(Map<String, String> settings) {
            super("hash-mod", settings);
        }

        /** Takes the target whose name ends in the remainder, wherever it stands, as ShardingSphere does. */
        public HashMod numbered() {
            return new HashMod(with(NUMBERED, true));
        }

        /** Says how negative numbers of 32 bits were hashed; {@link NegativeKeys#AS_LONG} if not called. */
        public HashMod negativeKeys(NegativeKeys negative) {
            return new HashMod(with(NEGATIVE, negative.written()));
        }
    }

    /** Shards that may be found by the numbers at the ends of names. Immutable: each method returns another one. */
    public static final class Numbered extends BuiltIn {
        private Numbered(String type, Map<String, String> settings) {
            super(type, settings);
        }

        /** Takes the target whose name ends in the shard's number, wherever it stands, as ShardingSphere does. */
        public Numbered numbered() {
            return new Numbered(type(), with(NUMBERED, true));
        }
    }

    /** Values or prefixes with their targets. Immutable: each method returns another one. */
    public static final class Listed implements AlgorithmSpec {
        private final String type;
        private final Map<String, String> targets;
        private final @Nullable String others;

        private Listed(String type, Map<String, String> targets, @Nullable String others) {
            this.type = type;
            this.targets = targets;
            this.others = others;
        }

        /**
         * Places values on a target.
         *
         * @param target the name of a data source or an actual table, or a number from 0
         * @param values whole numbers or strings
         */
        public Listed put(String target, Object... values) {
            Map<String, String> more = new LinkedHashMap<>(targets);
            for (Object value : values) {
                if (more.put(value.toString(), target) != null) {
                    throw settings().invalid("values", "'" + value + "' occurs twice");
                }
            }
            return new Listed(type, more, others);
        }

        /** Places values on the target of this number, from 0. */
        public Listed put(int target, Object... values) {
            return put(Integer.toString(target), values);
        }

        /** Places all other values on a target, by name or number; if not called, a row with one is refused. */
        public Listed others(String target) {
            return new Listed(type, targets, target);
        }

        /** Places all other values on the target of this number, from 0. */
        public Listed others(int target) {
            return others(Integer.toString(target));
        }

        private Settings settings() {
            return new Settings(type, Map.of());
        }

        @Override
        public ShardingAlgorithm over(Targets from) {
            Map<String, Integer> shards = ValueLists.resolve(settings(), "values", targets, from);
            int rest =
                    others == null ? ShardingAlgorithm.NOWHERE : ValueLists.target(settings(), "default", others, from);
            return new ByValueAlgorithm(from.count(), shards, rest, !type.equals("list"));
        }

        /** Null if a value has a character that separates values in a configuration. */
        @Override
        @API(status = API.Status.INTERNAL)
        public @Nullable TypedSettings written() {
            Map<String, List<String>> byTarget = new TreeMap<>();
            for (Map.Entry<String, String> each : new TreeMap<>(targets).entrySet()) {
                String value = each.getKey();
                if (!value.equals(value.strip())
                        || value.isEmpty()
                        || SEPARATORS.matcher(value).find()) {
                    return null;
                }
                byTarget.computeIfAbsent(each.getValue(), target -> new ArrayList<>())
                        .add(value);
            }
            Map<String, String> written = new TreeMap<>();
            written.put(
                    type.equals("list") ? "values" : "prefixes",
                    byTarget.entrySet().stream()
                            .map(each -> String.join(", ", each.getValue()) + " = " + each.getKey())
                            .collect(Collectors.joining("; ")));
            if (others != null) {
                written.put("default", others);
            }
            return new TypedSettings(type, written);
        }
    }

    /** Ranges of whole numbers. Immutable: each method returns another one. */
    public static final class Ranges extends BuiltIn {
        private Ranges(Map<String, String> settings) {
            super("range-file", settings);
        }

        /** Places all other keys on a target, by name or number; if not called, a row with one is refused. */
        public Ranges others(String target) {
            return new Ranges(with("default", target));
        }

        /** Places all other keys on the target of this number, from 0. */
        public Ranges others(int target) {
            return others(Integer.toString(target));
        }
    }

    /** Periods. Immutable: each method returns another one. */
    public static final class Interval extends BuiltIn {
        private Interval(Map<String, String> settings) {
            super("interval", settings);
        }

        /** Sets how many units a period has, 1 to 10,000; 1 if not called. */
        public Interval amount(int units) {
            return new Interval(with("datetime-interval-amount", units));
        }

        /** Sets a day of the last period; if not called, the last table decides. */
        public Interval upper(LocalDate day) {
            return new Interval(with("datetime-upper", day));
        }

        /**
         * Reads days from a column of whole numbers.
         *
         * @param pattern {@code yyyyMMdd}, {@code yyyyMM} or {@code yyyy}
         */
        public Interval keyPattern(String pattern) {
            return new Interval(with("key-pattern", pattern));
        }
    }

    /** A ring of points. Immutable: each method returns another one. */
    public static final class ConsistentHash extends BuiltIn {
        private ConsistentHash(Map<String, String> settings) {
            super("consistent-hash", settings);
        }

        /** Sets how many points a shard of weight 1 has, 1 to 10,000; 160 if not called. */
        public ConsistentHash virtualNodes(int points) {
            return new ConsistentHash(with("virtual-nodes", points));
        }

        /** Sets the weight of each shard, 1 to 1,000, one for each target; 1 each if not called. */
        public ConsistentHash weights(int... ofShards) {
            List<String> texts =
                    IntStream.of(ofShards).mapToObj(Integer::toString).toList();
            return new ConsistentHash(with("weights", String.join(",", texts)));
        }
    }

    /** Templates of names. Immutable: each method returns another one. */
    public static final class Inline extends BuiltIn {
        private Inline(String type, Map<String, String> settings) {
            super(type, settings);
        }

        /** Says how negative numbers of 32 bits were hashed; {@link NegativeKeys#AS_LONG} if not called. */
        public Inline negativeKeys(NegativeKeys negative) {
            return new Inline(type(), with(NEGATIVE, negative.written()));
        }
    }
}

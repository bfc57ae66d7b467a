package io.shardkit.algorithm;

import io.shardkit.algorithm.SegmentAlgorithm.Segment;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.options.Settings;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The types that come with the engine: what each is called, its settings, and how an algorithm is made of them. */
final class BuiltInTypes {
    private static final String COUNT = "sharding-count";
    private static final String EXPRESSION = "algorithm-expression";
    private static final String NEGATIVE = "negative-keys";
    private static final Setting COUNT_SETTING =
            new Setting(COUNT, "The number of shards; the number of targets if not set");
    private static final Setting NEGATIVE_SETTING = new Setting(
            NEGATIVE,
            "The hashCode() of negative numbers of 32 bits: as-long, as-int, or refuse for statements by one;"
                    + " default as-long");
    private static final Setting DEFAULT_SETTING =
            new Setting("default", "The target of all other values, by number or name; if not set, they are refused");
    private static final String NUMBERED = "numbered";
    private static final Setting NUMBERED_SETTING = new Setting(
            NUMBERED,
            "true if a shard is the target whose name ends in its number, as in ShardingSphere; default false: the"
                    + " target at that position");
    private static final long GREATEST = Long.MAX_VALUE;

    private BuiltInTypes() {}

    /** A setting, in fewer words. */
    private record Setting(String name, String description) {
        AlgorithmFactory.Setting published() {
            return new AlgorithmFactory.Setting(name, description);
        }
    }

    /** A factory that is described by data. */
    private record Type(
            String type,
            String description,
            List<AlgorithmFactory.Setting> settings,
            BiFunction<Settings, Targets, ShardingAlgorithm> maker)
            implements AlgorithmFactory {
        @Override
        public ShardingAlgorithm create(Settings given, Targets targets) {
            return maker.apply(given, targets);
        }
    }

    private static Type type(
            String type,
            String description,
            BiFunction<Settings, Targets, ShardingAlgorithm> maker,
            Setting... settings) {
        return new Type(
                type, description, Stream.of(settings).map(Setting::published).toList(), maker);
    }

    /** Returns true if a factory is that of a type here, and not one that replaces it. */
    static boolean isOne(AlgorithmFactory factory) {
        return factory instanceof Type;
    }

    static AlgorithmFactory named(String type) {
        return all().stream()
                .filter(each -> each.type().equals(type))
                .findFirst()
                .orElseThrow();
    }

    static List<AlgorithmFactory> all() {
        return List.of(
                type(
                        "mod",
                        "The remainder of a whole number, or of the days since 1970-01-01 of a date; never negative",
                        BuiltInTypes::mod,
                        COUNT_SETTING,
                        NUMBERED_SETTING,
                        new Setting(
                                "start-offset",
                                "The number of digits cut off at the beginning; only numbered; strings of digits are"
                                        + " taken then as well"),
                        new Setting("stop-offset", "The number of digits cut off at the end; only numbered"),
                        new Setting(
                                "zero-padding",
                                "true if the numbers of targets are filled with zeros; only numbered; default false")),
                type(
                        "hash-mod",
                        "The absolute value of Java's hash of the key, by the number of shards",
                        BuiltInTypes::hashMod,
                        COUNT_SETTING,
                        NUMBERED_SETTING,
                        new Setting(
                                NEGATIVE,
                                "The hash of negative numbers of 32 bits: as-long, as-int, or refuse for statements by"
                                        + " one; default as-long")),
                type(
                        "crc32-mod",
                        "The CRC-32 of a text in UTF-8, or of a number's digits, by the number of shards",
                        (settings, targets) -> new Crc32ModAlgorithm(count(settings, targets)),
                        COUNT_SETTING),
                type(
                        "string-hash",
                        "Java's hash of a part of a text, or of a number's digits, by the number of shards",
                        (settings, targets) -> new StringHashAlgorithm(
                                count(settings, targets), (int) settings.number("from", 0, -10_000, 10_000), (int)
                                        settings.number("length", Integer.MAX_VALUE, 1, Integer.MAX_VALUE)),
                        COUNT_SETTING,
                        new Setting("from", "Where the part begins, from 0; negative counts from the end; default 0"),
                        new Setting("length", "How many characters it has at most; default all")),
                type(
                        "prefix",
                        "The beginning of a string, or of the digits of a number; the longest prefix decides",
                        (settings, targets) -> new ByValueAlgorithm(
                                targets.count(),
                                ValueLists.read(settings, "prefixes", targets),
                                ValueLists.others(settings, targets),
                                true),
                        new Setting("prefixes", "Prefixes and their targets, such as CN, TW = 0; DE = 1"),
                        DEFAULT_SETTING),
                type(
                        "list",
                        "Values, whole numbers or strings, each with its target",
                        (settings, targets) -> new ByValueAlgorithm(
                                targets.count(),
                                ValueLists.read(settings, "values", targets),
                                ValueLists.others(settings, targets),
                                false),
                        new Setting("values", "Values and their targets, such as 10, 11 = 0; 20 = 1"),
                        DEFAULT_SETTING),
                type(
                        "volume-range",
                        "Ranges of the same width between two bounds, one below them and one from the upper one on",
                        (settings, targets) -> numbered(volumeRange(settings, targets), settings, targets),
                        NUMBERED_SETTING,
                        new Setting("range-lower", "The least key of the second shard"),
                        new Setting("range-upper", "The least key of the last shard"),
                        new Setting("sharding-volume", "How many keys each shard between them has, at least 1")),
                type(
                        "boundary-range",
                        "Ranges between bounds, each of which is the least key of the next shard",
                        (settings, targets) -> numbered(boundaryRange(settings), settings, targets),
                        NUMBERED_SETTING,
                        new Setting("sharding-ranges", "The bounds in ascending order, such as 1000, 5000")),
                type(
                        "range-file",
                        "Ranges from a file, a line for each, such as 0-2000000=0; K is 1,000, M is 10,000, 2M1 is 20,001",
                        RangeFile::read,
                        new Setting("file", "The file: classpath:name, or a path"),
                        new Setting("ranges", "The lines themselves, instead of a file"),
                        DEFAULT_SETTING),
                type(
                        "interval",
                        "Days, weeks, months, quarters or years; a table's name ends in the suffix of its period",
                        BuiltInTypes::interval,
                        new Setting("datetime-lower", "The first day of the first period, such as 2024-01-01"),
                        new Setting("datetime-upper", "A day of the last period; if not set, the last table decides"),
                        new Setting("sharding-suffix-pattern", "The suffix, as DateTimeFormatter has it: yyyyMM"),
                        new Setting("datetime-interval-unit", "DAYS, WEEKS, MONTHS, QUARTERS or YEARS; default DAYS"),
                        new Setting("datetime-interval-amount", "How many of them a period has; default 1"),
                        new Setting("key-pattern", "Of a whole-number column, how it writes a day: yyyyMMdd")),
                type(
                        "auto-interval",
                        "Intervals of so many seconds, one before them and one after them; dates count from midnight",
                        (settings, targets) -> numbered(AutoIntervalAlgorithm.read(settings), settings, targets),
                        NUMBERED_SETTING,
                        new Setting("datetime-lower", "Where the intervals begin, such as 2024-01-01 00:00:00"),
                        new Setting("datetime-upper", "Where they end, such as 2025-01-01 00:00:00"),
                        new Setting("sharding-seconds", "How many seconds an interval has")),
                type(
                        "consistent-hash",
                        "A ring of points; a shard more takes its share of the keys and leaves all others in place",
                        BuiltInTypes::consistentHash,
                        new Setting(
                                "virtual-nodes", "How many points a shard of weight 1 has; 1 to 10000, default 160"),
                        new Setting("weights", "The weight of each shard, such as 1, 1, 2; default 1 each")),
                type(
                        "inline",
                        "The name of the target, put together from the key, such as t_order_$->{order_id % 4}",
                        BuiltInTypes::inline,
                        new Setting(
                                EXPRESSION,
                                "The template of the name; $->{..} and ${..} are the same, but Spring takes ${..} in its"
                                        + " files for a placeholder; #{..} is one in the Spring Expression Language, experimental"),
                        NEGATIVE_SETTING),
                type(
                        "hint-inline",
                        "The name of the target, put together from the value of a hint, such as t_order_$->{value % 4}",
                        BuiltInTypes::hintInline,
                        new Setting(EXPRESSION, "The template of the name; the value itself if not set")),
                type(
                        "complex-inline",
                        "The name of the target, put together from the values of several columns",
                        BuiltInTypes::complexInline,
                        new Setting(
                                EXPRESSION, "The template of the name, such as t_order_$->{(user_id + shop_id) % 4}"),
                        new Setting(
                                "sharding-columns", "The columns, if they are to be checked; those of the strategy"),
                        NEGATIVE_SETTING));
    }

    private static ShardingAlgorithm hintInline(Settings settings, Targets targets) {
        return inline(settings, settings.text(EXPRESSION).orElse("${value}"), targets);
    }

    private static ShardingAlgorithm complexInline(Settings settings, Targets targets) {
        String template = settings.required(EXPRESSION);
        List<String> columns = targets.columns();
        Set<String> named = settings.text("sharding-columns").stream()
                .flatMap(text -> Stream.of(text.split(",", -1)))
                .map(column -> column.strip().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        if (!named.isEmpty() && !named.equals(Set.copyOf(columns))) {
            throw settings.invalid("sharding-columns", named + " are not the columns of the strategy, " + columns);
        }
        try {
            return ComplexInlineAlgorithm.of(template, targets.names(), columns, negative(settings));
        } catch (InlineParser.NotUnderstood e) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    settings.property() + "." + EXPRESSION,
                    String.valueOf(e.getMessage()),
                    e);
        }
    }

    private static int count(Settings settings, Targets targets) {
        return (int) settings.number(COUNT, targets.count(), 1, Integer.MAX_VALUE);
    }

    private static boolean flag(Settings settings, String name) {
        String text = settings.text(name).orElse("false").toLowerCase(Locale.ROOT);
        if (!text.equals("true") && !text.equals("false")) {
            throw settings.invalid(name, "'" + text + "' is neither true nor false");
        }
        return text.equals("true");
    }

    private static ShardingAlgorithm numbered(ShardingAlgorithm algorithm, Settings settings, Targets targets) {
        return flag(settings, NUMBERED) ? byNumber(algorithm, 0, settings, targets) : algorithm;
    }

    private static ShardingAlgorithm byNumber(
            ShardingAlgorithm algorithm, int digits, Settings settings, Targets targets) {
        ShardingAlgorithm made = NumberedAlgorithm.of(algorithm, digits, targets);
        if (made instanceof NumberedAlgorithm numbered
                && numbered.withoutTarget().size() == algorithm.shardCount()) {
            throw settings.invalid(
                    NUMBERED,
                    "none of the targets " + targets.names() + " ends in a number from 0 to "
                            + (algorithm.shardCount() - 1));
        }
        return made;
    }

    private static ShardingAlgorithm mod(Settings settings, Targets targets) {
        int count = count(settings, targets);
        int start = (int) settings.number("start-offset", 0, 0, 10_000);
        int stop = (int) settings.number("stop-offset", 0, 0, 10_000);
        boolean padded = flag(settings, "zero-padding");
        if (flag(settings, NUMBERED)) {
            int digits = padded ? Integer.toString(count - 1).length() : 0;
            return byNumber(new DigitsModAlgorithm(count, start, stop), digits, settings, targets);
        }
        for (String name : List.of("start-offset", "stop-offset", "zero-padding")) {
            if (settings.text(name).isPresent()) {
                throw settings.invalid(name, "it needs numbered to be true");
            }
        }
        return new ModAlgorithm(count);
    }

    private static NegativeKeys negative(Settings settings) {
        String text = settings.text(NEGATIVE).orElse("as-long");
        NegativeKeys negative = NegativeKeys.of(text);
        if (negative == null) {
            throw settings.invalid(NEGATIVE, "'" + text + "' is not one of as-long, as-int and refuse");
        }
        return negative;
    }

    private static ShardingAlgorithm hashMod(Settings settings, Targets targets) {
        int count = count(settings, targets);
        NegativeKeys negative = negative(settings);
        boolean typed = settings.text(NEGATIVE).isPresent() || flag(settings, NUMBERED);
        return numbered(
                typed ? new TypedHashAlgorithm(count, negative) : new HashModAlgorithm(count), settings, targets);
    }

    private static ShardingAlgorithm volumeRange(Settings settings, Targets targets) {
        long lower = settings.requiredNumber("range-lower", Long.MIN_VALUE + 1, GREATEST);
        long upper = settings.requiredNumber("range-upper", Long.MIN_VALUE + 1, GREATEST);
        long volume = settings.requiredNumber("sharding-volume", 1, GREATEST);
        if (upper <= lower) {
            throw settings.invalid("range-upper", upper + " is not greater than range-lower, " + lower);
        }
        List<Long> bounds = new ArrayList<>();
        for (long bound = lower; bound < upper && bounds.size() <= targets.count(); bound += volume) {
            bounds.add(bound);
            if (bound > GREATEST - volume) {
                break;
            }
        }
        bounds.add(upper);
        return between(bounds);
    }

    private static ShardingAlgorithm boundaryRange(Settings settings) {
        List<Long> bounds = new ArrayList<>();
        for (String part : settings.required("sharding-ranges").split(",", -1)) {
            try {
                bounds.add(Long.valueOf(part.strip()));
            } catch (NumberFormatException e) {
                throw settings.invalid("sharding-ranges", "'" + part.strip() + "' is not a whole number");
            }
            int size = bounds.size();
            if (size > 1 && bounds.get(size - 1) <= bounds.get(size - 2)) {
                throw settings.invalid(
                        "sharding-ranges", bounds.get(size - 1) + " is not greater than " + bounds.get(size - 2));
            }
        }
        return between(bounds);
    }

    /** A shard below the first bound, one between each two, and one from the last on. */
    private static ShardingAlgorithm between(List<Long> bounds) {
        List<Segment> segments = new ArrayList<>();
        long from = Long.MIN_VALUE;
        for (int shard = 0; shard < bounds.size(); shard++) {
            long bound = bounds.get(shard);
            // Nothing is below the least of all keys, and the shard of that has none.
            if (bound > Long.MIN_VALUE) {
                segments.add(new Segment(from, bound - 1, shard));
            }
            from = bound;
        }
        segments.add(new Segment(from, GREATEST, bounds.size()));
        return new SegmentAlgorithm(KeyType.INTEGER, bounds.size() + 1, segments, ShardingAlgorithm.NOWHERE);
    }

    private static ShardingAlgorithm interval(Settings settings, Targets targets) {
        LocalDate lower = date(settings, "datetime-lower");
        LocalDate upper = settings.text("datetime-upper").isEmpty() ? null : date(settings, "datetime-upper");
        String unitName = settings.text("datetime-interval-unit").orElse("DAYS");
        PeriodUnit unit = PeriodUnit.of(unitName);
        if (unit == null) {
            throw settings.invalid(
                    "datetime-interval-unit", "'" + unitName + "' is not one of " + List.of(PeriodUnit.values()));
        }
        if (!unit.begins(lower)) {
            throw settings.invalid(
                    "datetime-lower",
                    lower + " is not the first day of one of the " + unit.name().toLowerCase(Locale.ROOT));
        }
        long amount = settings.number("datetime-interval-amount", 1, 1, 10_000);
        boolean ofDates = settings.text("key-pattern").isEmpty();
        ToLongFunction<LocalDate> keyOf = ofDates ? LocalDate::toEpochDay : numbers(settings);
        KeyType type = ofDates ? KeyType.DATE : KeyType.INTEGER;
        try {
            List<Segment> segments = new Periods(lower, upper, unit, amount)
                    .segments(targets, pattern(settings, "sharding-suffix-pattern"), type, keyOf);
            return new SegmentAlgorithm(type, targets.count(), segments, ShardingAlgorithm.NOWHERE);
        } catch (DateTimeException e) {
            throw settings.invalid("sharding-suffix-pattern", String.valueOf(e.getMessage()));
        }
    }

    /** Writes a day as a number; whole numbers keep the order of days only if the year comes first. */
    private static ToLongFunction<LocalDate> numbers(Settings settings) {
        String pattern = settings.required("key-pattern");
        if (!List.of("yyyyMMdd", "uuuuMMdd", "yyyyMM", "uuuuMM", "yyyy", "uuuu").contains(pattern)) {
            throw settings.invalid("key-pattern", "'" + pattern + "' is not one of yyyyMMdd, yyyyMM and yyyy");
        }
        DateTimeFormatter formatter = pattern(settings, "key-pattern");
        return day -> Long.parseLong(formatter.format(day));
    }

    private static DateTimeFormatter pattern(Settings settings, String name) {
        try {
            return DateTimeFormatter.ofPattern(withYears(settings.required(name)), Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw settings.invalid(name, String.valueOf(e.getMessage()));
        }
    }

    /** The pattern with u, the year, for y, the year of an era; what stands in quotes stays. */
    private static String withYears(String pattern) {
        StringBuilder years = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            quoted = quoted != (c == '\'');
            years.append(c == 'y' && !quoted ? 'u' : c);
        }
        return years.toString();
    }

    /** A day, of which a time of day is no part unless it is midnight. */
    private static LocalDate date(Settings settings, String name) {
        String text = settings.required(name).replaceFirst("[ T]00:00(:00(\\.0+)?)?$", "");
        try {
            return LocalDate.parse(text, DateTimeFormatter.ISO_LOCAL_DATE.withResolverStyle(ResolverStyle.STRICT));
        } catch (DateTimeException e) {
            throw settings.invalid(name, "'" + text + "' is not a day such as 2024-01-01");
        }
    }

    private static ShardingAlgorithm consistentHash(Settings settings, Targets targets) {
        int virtualNodes = (int) settings.number("virtual-nodes", 160, 1, 10_000);
        List<Integer> weights = new ArrayList<>();
        for (String part :
                settings.text("weights").map(text -> text.split(",", -1)).orElse(new String[0])) {
            try {
                weights.add(Integer.parseInt(part.strip()));
            } catch (NumberFormatException e) {
                throw settings.invalid("weights", "'" + part.strip() + "' is not a whole number");
            }
            if (weights.get(weights.size() - 1) < 1 || weights.get(weights.size() - 1) > 1000) {
                throw settings.invalid("weights", part.strip() + " is not between 1 and 1000");
            }
        }
        while (settings.text("weights").isEmpty() && weights.size() < targets.count()) {
            weights.add(1);
        }
        return new ConsistentHashAlgorithm(weights, virtualNodes);
    }

    private static ShardingAlgorithm inline(Settings settings, Targets targets) {
        return inline(settings, settings.required(EXPRESSION), targets);
    }

    private static ShardingAlgorithm inline(Settings settings, String template, Targets targets) {
        try {
            return InlineAlgorithm.of(template, targets, negative(settings));
        } catch (InlineParser.NotUnderstood e) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    settings.property() + "." + EXPRESSION,
                    String.valueOf(e.getMessage()),
                    e);
        }
    }
}

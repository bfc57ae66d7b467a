package io.shardkit.boot.imports;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** ShardingSphere's INTERVAL: periods from a first instant on, whose tables' names end in their suffixes. */
final class IntervalImport {
    /** Patterns of columns that hold dates as whole numbers; other patterns are of dates and times. */
    private static final Set<String> OF_NUMBERS = Set.of("yyyyMMdd", "uuuuMMdd", "yyyyMM", "uuuuMM", "yyyy", "uuuu");

    private static final Pattern OF_TIMES = Pattern.compile("[yu]{4}-MM-dd([ T']+HH:mm(:ss)?([.]S+)?)?'?");
    private static final Pattern SUFFIX = Pattern.compile("([yuMdQq_.-]|'[^']*')+");
    private static final Map<String, String> UNITS =
            Map.of("days", "DAYS", "weeks", "WEEKS", "months", "MONTHS", "years", "YEARS", "decades", "YEARS");

    /** As long as anybody's tables are in use, where the suffixes come round and no last period is named. */
    private static final int YEARS = 100;

    private final Translation translation;

    IntervalImport(Translation translation) {
        this.translation = translation;
    }

    void read(String name, Part.Scalar type, Fields props) {
        put(name, null, type, "interval");
        Part.Scalar pattern = required(props, "datetime-pattern");
        Part.Scalar lower = required(props, "datetime-lower");
        Part.Scalar suffix = required(props, "sharding-suffix-pattern");
        Part.Scalar upper = props.scalar("datetime-upper");
        Part.Scalar unit = props.scalar("datetime-interval-unit");
        Part.Scalar amount = props.scalar("datetime-interval-amount");
        if (pattern == null || lower == null || suffix == null) {
            return;
        }
        String written = String.valueOf(pattern.text()).strip();
        if (OF_NUMBERS.contains(written)) {
            put(name, "key-pattern", pattern, written);
        } else if (!OF_TIMES.matcher(written).matches()) {
            props.problem(
                    pattern,
                    "datetime-pattern",
                    "'" + written + "' is not one of yyyy-MM-dd HH:mm:ss, yyyy-MM-dd"
                            + " and their like, yyyyMMdd, yyyyMM and yyyy");
            return;
        }
        LocalDate first = day(props, "datetime-lower", lower, written, true);
        LocalDate last = upper == null ? null : day(props, "datetime-upper", upper, written, false);
        if (first == null || (upper != null && last == null)) {
            return;
        }
        put(name, "datetime-lower", lower, first.toString());
        String suffixText = String.valueOf(suffix.text()).strip();
        if (!SUFFIX.matcher(suffixText).matches()) {
            props.problem(
                    suffix,
                    "sharding-suffix-pattern",
                    "of '" + suffixText + "' only years, quarters, months and"
                            + " days are understood (y, Q, M and d)");
        }
        String letters = suffixText.replaceAll("'[^']*'", "");
        boolean comesRound = letters.indexOf('y') < 0 && letters.indexOf('u') < 0;
        if (last != null) {
            put(name, "datetime-upper", upper, last.toString());
        } else if (comesRound) {
            put(name, "datetime-upper", suffix, first.plusYears(YEARS).toString());
        }
        put(name, "sharding-suffix-pattern", suffix, suffixText);
        unit(name, props, unit, amount);
    }

    /**
     * CosId's COSID_INTERVAL: one table for each period between two times. It brings dates, instants and timestamps into a
     * time zone, which the column of the database does not know; where that is the zone of the process, as drivers take
     * it, a date stays what the database shows.
     */
    void readCosId(String name, Part.Scalar type, Fields props) {
        put(name, null, type, "interval");
        Part.Scalar lower = required(props, "datetime-lower");
        Part.Scalar upper = required(props, "datetime-upper");
        Part.Scalar suffix = required(props, "sharding-suffix-pattern");
        Part.Scalar unit = required(props, "datetime-interval-unit");
        Part.Scalar amount = props.scalar("datetime-interval-amount");
        Part.Scalar zone = props.scalar("zone-id");
        props.refuse("ts-unit", "timestamps in numbers have no periods here; make the column one of dates or times");
        props.ignore("logic-name-prefix");
        if (zone != null && !isZoneOfProcess(String.valueOf(zone.text()).strip())) {
            props.problem(
                    zone,
                    "zone-id",
                    "rows of instants lie where a clock of '" + zone.text() + "' has them, and this process runs in "
                            + ZoneId.systemDefault()
                            + "; set the JVM's user.timezone to it, and the drivers to the JVM's");
        }
        if (amount != null && !String.valueOf(amount.text()).strip().equals("1")) {
            props.problem(amount, "datetime-interval-amount", "periods of several units are counted otherwise here");
        }
        if (lower == null || upper == null || suffix == null || unit == null) {
            return;
        }
        LocalDate first = day(props, "datetime-lower", lower, "yyyy-MM-dd HH:mm:ss", true);
        LocalDate last = day(props, "datetime-upper", upper, "yyyy-MM-dd HH:mm:ss", false);
        String suffixText = String.valueOf(suffix.text()).strip();
        if (!SUFFIX.matcher(suffixText).matches()) {
            props.problem(
                    suffix,
                    "sharding-suffix-pattern",
                    "of '" + suffixText + "' only years, quarters, months and days are understood (y, Q, M and d)");
        }
        if (first == null || last == null) {
            return;
        }
        put(name, "datetime-lower", lower, first.toString());
        put(name, "datetime-upper", upper, last.toString());
        put(name, "sharding-suffix-pattern", suffix, suffixText);
        unit(name, props, unit, null);
    }

    private static boolean isZoneOfProcess(String name) {
        try {
            return ZoneId.of(name).getRules().equals(ZoneId.systemDefault().getRules());
        } catch (DateTimeException unknown) {
            return false;
        }
    }

    private void unit(String name, Fields props, Part.@Nullable Scalar unit, Part.@Nullable Scalar amount) {
        String text =
                unit == null ? "days" : String.valueOf(unit.text()).strip().toLowerCase(Locale.ROOT);
        String ours = UNITS.get(text);
        if (ours == null) {
            props.problem(
                    unit,
                    "datetime-interval-unit",
                    "'" + text + "' is not one of Days, Weeks, Months, Years and" + " Decades");
            return;
        }
        if (unit != null) {
            put(name, "datetime-interval-unit", unit, ours);
        }
        String times = amount == null ? "1" : String.valueOf(amount.text()).strip();
        if (!times.matches("[1-9]\\d{0,3}")) {
            props.problem(amount, "datetime-interval-amount", "'" + times + "' is not a whole number of 1 to 9999");
        } else if (text.equals("decades")) {
            put(name, "datetime-interval-amount", unit, times + "0");
        } else if (amount != null) {
            put(name, "datetime-interval-amount", amount, times);
        }
    }

    private static @Nullable LocalDate day(
            Fields props, String name, Part.Scalar value, String pattern, boolean midnight) {
        String text = String.valueOf(value.text()).strip();
        try {
            DateTimeFormatter formatter = new DateTimeFormatterBuilder()
                    .appendPattern(pattern.replace('y', 'u'))
                    .parseDefaulting(ChronoField.DAY_OF_MONTH, 1)
                    .parseDefaulting(ChronoField.MONTH_OF_YEAR, 1)
                    .toFormatter(Locale.ROOT);
            TemporalAccessor parsed = formatter.parse(text);
            LocalTime time = parsed.query(TemporalQueries.localTime());
            if (midnight && time != null && !time.equals(LocalTime.MIDNIGHT)) {
                props.problem(value, name, "'" + text + "' does not begin at midnight");
                return null;
            }
            return LocalDate.from(parsed);
        } catch (DateTimeException e) {
            props.problem(value, name, "'" + text + "' is not of the form " + pattern);
            return null;
        }
    }

    private static Part.@Nullable Scalar required(Fields props, String name) {
        Part.Scalar value = props.scalar(name);
        if (value == null) {
            props.problem(null, name, "it is missing");
        }
        return value;
    }

    private void put(String algorithm, @Nullable String setting, Part.@Nullable Scalar place, String value) {
        List<String> path = setting == null
                ? List.of("algorithms", algorithm, "type")
                : List.of("algorithms", algorithm, "props", setting);
        translation.put(value, place == null ? null : place.origin(), path.toArray(new String[0]));
    }
}

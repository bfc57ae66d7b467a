package io.shardkit.boot.imports;

import io.shardkit.boot.imports.NodeExpression.NotUnderstood;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names of tables with times between two ends, as ShardingSphere's {@code <INTERVAL>} has them: {@code
 * P=ds_0.t_order_;SP=yyyy_MM;DIA=1;DIU=Months;DL=2023_10;DU=2023_12}.
 */
final class IntervalNames {
    /** A year that has all days. */
    private static final int LEAP_YEAR = 2000;

    private IntervalNames() {}

    static List<String> of(String expression) throws NotUnderstood {
        Map<String, String> settings = new HashMap<>();
        for (String each : expression.split(";")) {
            String[] pair = each.split("=", 2);
            if (pair.length < 2 || settings.put(pair[0].strip().toUpperCase(Locale.ROOT), pair[1]) != null) {
                throw new NotUnderstood("'" + each + "' is not one setting of <INTERVAL>, such as DL=2023_10");
            }
        }
        String prefix = take(settings, "P", null);
        String pattern = take(settings, "SP", null);
        String lower = take(settings, "DL", null);
        String upper = take(settings, "DU", null);
        String amount = take(settings, "DIA", "1").strip();
        String unit = take(settings, "DIU", "Days").strip();
        String calendar = take(settings, "C", "ISO").strip();
        if (!settings.isEmpty() || !calendar.equalsIgnoreCase("ISO")) {
            throw new NotUnderstood("of <INTERVAL>, P, SP, DIA, DIU, DL and DU of the ISO calendar are understood");
        }
        try {
            return between(prefix, formatter(pattern), lower, upper, Integer.parseInt(amount), unit(unit));
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new NotUnderstood("<INTERVAL> is not understood: " + e.getMessage());
        }
    }

    private static List<String> between(
            String prefix, DateTimeFormatter formatter, String lower, String upper, int amount, ChronoUnit unit) {
        LocalDateTime end = LocalDateTime.parse(upper, formatter);
        LocalDateTime time = LocalDateTime.parse(lower, formatter);
        if (amount < 1 || end.isBefore(time)) {
            throw new IllegalArgumentException("there is no time between DL and DU");
        }
        List<String> names = new ArrayList<>();
        for (; !time.isAfter(end); time = time.plus(amount, unit)) {
            names.add(prefix + formatter.format(time));
            if (names.size() > NodeExpression.MOST) {
                throw new IllegalArgumentException("it has more than " + NodeExpression.MOST + " names");
            }
        }
        return names;
    }

    private static DateTimeFormatter formatter(String pattern) {
        DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().appendPattern(pattern.replace('y', 'u'));
        Map.of(
                        ChronoField.YEAR, LEAP_YEAR,
                        ChronoField.MONTH_OF_YEAR, 1,
                        ChronoField.DAY_OF_MONTH, 1,
                        ChronoField.HOUR_OF_DAY, 0,
                        ChronoField.MINUTE_OF_HOUR, 0,
                        ChronoField.SECOND_OF_MINUTE, 0)
                .forEach(builder::parseDefaulting);
        return builder.toFormatter(Locale.ROOT);
    }

    private static ChronoUnit unit(String name) {
        for (ChronoUnit unit : ChronoUnit.values()) {
            if (unit.toString().equalsIgnoreCase(name)) {
                return unit;
            }
        }
        throw new IllegalArgumentException("'" + name + "' is not a unit such as Days or Months");
    }

    private static String take(Map<String, String> settings, String name, @Nullable String otherwise)
            throws NotUnderstood {
        String value = settings.getOrDefault(name, otherwise);
        settings.remove(name);
        if (value == null) {
            throw new NotUnderstood("<INTERVAL> has no " + name);
        }
        return value;
    }
}

package io.shardkit.algorithm.types;

import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.Targets;
import io.shardkit.algorithm.types.SegmentAlgorithm.Segment;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Periods of days, months, quarters or years, each of which has an actual table that is named after it. */
final class Periods {
    /** More than all days that one can have tables for. */
    private static final int MOST = 200_000;

    /** What a period consists of. */
    enum Unit {
        DAYS,
        WEEKS,
        MONTHS,
        QUARTERS,
        YEARS;

        LocalDate plus(LocalDate date, long amount) {
            return switch (this) {
                case DAYS -> date.plusDays(amount);
                case WEEKS -> date.plusWeeks(amount);
                case MONTHS -> date.plusMonths(amount);
                case QUARTERS -> date.plusMonths(3 * amount);
                case YEARS -> date.plusYears(amount);
            };
        }

        /** Whether a period may begin on the day, so that each day is in one period only. */
        boolean begins(LocalDate date) {
            return switch (this) {
                case DAYS, WEEKS -> true;
                case MONTHS -> date.getDayOfMonth() == 1;
                case QUARTERS -> date.getDayOfMonth() == 1 && date.getMonthValue() % 3 == 1;
                case YEARS -> date.getDayOfYear() == 1;
            };
        }

        static @Nullable Unit of(String text) {
            String upper = text.toUpperCase(Locale.ROOT);
            for (Unit unit : values()) {
                if (unit.name().equals(upper) || unit.name().equals(upper + "S")) {
                    return unit;
                }
            }
            return null;
        }
    }

    private final LocalDate lower;
    private final @Nullable LocalDate upper;
    private final Unit unit;
    private final long amount;

    /**
     * @param lower the first day of the first period
     * @param upper a day of the last period, or null if the last actual table decides
     * @param amount how many units a period has, at least 1
     */
    Periods(LocalDate lower, @Nullable LocalDate upper, Unit unit, long amount) {
        this.lower = lower;
        this.upper = upper;
        this.unit = unit;
        this.amount = amount;
    }

    /**
     * The segments of the keys, each with the target whose name ends in the period's suffix.
     *
     * @param suffix writes the first day of a period as the ending of a name
     * @param keyOf the key of a day; it grows with the day
     * @throws DateTimeException if the suffixes do not tell the targets apart; the message says which
     */
    List<Segment> segments(Targets targets, DateTimeFormatter suffix, KeyType type, ToLongFunction<LocalDate> keyOf) {
        int longest = targets.names().stream().mapToInt(String::length).max().orElse(0);
        List<String> left = new ArrayList<>(targets.names());
        List<Segment> segments = new ArrayList<>();
        for (int i = 0; i < MOST && !left.isEmpty(); i++) {
            LocalDate from = unit.plus(lower, i * amount);
            if (upper != null && from.isAfter(upper)) {
                break;
            }
            String ending = suffix.format(from);
            if (ending.length() > longest) {
                break;
            }
            List<String> named =
                    left.stream().filter(name -> name.endsWith(ending)).toList();
            if (named.size() > 1) {
                throw new DateTimeException("the suffix " + ending + " fits " + named);
            }
            if (!named.isEmpty()) {
                LocalDate next = unit.plus(lower, (i + 1) * amount);
                // A number such as 20261131, which is no date, lies between two that are.
                long last = type == KeyType.DATE ? next.toEpochDay() - 1 : keyOf.applyAsLong(next) - 1;
                long first = keyOf.applyAsLong(from);
                if (last < first) {
                    throw new DateTimeException("a key does not tell " + from + " from " + next);
                }
                segments.add(new Segment(first, last, targets.names().indexOf(named.get(0))));
                left.remove(named.get(0));
            }
        }
        if (!left.isEmpty()) {
            throw new DateTimeException(
                    "no period from " + lower + " on has a suffix that " + left.get(0) + " ends in");
        }
        return segments;
    }
}

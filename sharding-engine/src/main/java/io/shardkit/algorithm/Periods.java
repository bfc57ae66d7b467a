package io.shardkit.algorithm;

import io.shardkit.algorithm.SegmentAlgorithm.Segment;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Periods of days, months, quarters or years, each of which has an actual table that is named after it. */
final class Periods {
    /** More than all days that one can have tables for. */
    private static final int MOST = 200_000;

    private final LocalDate lower;
    private final @Nullable LocalDate upper;
    private final PeriodUnit unit;
    private final long amount;

    /**
     * @param lower the first day of the first period
     * @param upper a day of the last period, or null if the last actual table decides
     * @param amount how many units a period has, at least 1
     */
    Periods(LocalDate lower, @Nullable LocalDate upper, PeriodUnit unit, long amount) {
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
        List<String> names = targets.names();
        int longest = names.stream().mapToInt(String::length).max().orElse(0);
        List<String> left = new ArrayList<>(names);
        List<Segment> segments = new ArrayList<>();
        String ending = "";
        for (int i = 0; i < MOST; i++) {
            LocalDate from = unit.plus(lower, i * amount);
            String before = ending;
            ending = suffix.format(from);
            // Several periods may have one suffix: days that are kept by month, or months that come round.
            boolean isLast = upper == null ? left.isEmpty() && !ending.equals(before) : from.isAfter(upper);
            if (isLast || ending.length() > longest) {
                break;
            }
            int target = target(names, ending);
            if (target >= 0) {
                LocalDate next = unit.plus(lower, (i + 1) * amount);
                // A number such as 20261131, which is no date, lies between two that are.
                long last = type == KeyType.DATE ? next.toEpochDay() - 1 : keyOf.applyAsLong(next) - 1;
                long first = keyOf.applyAsLong(from);
                if (last < first) {
                    throw new DateTimeException("a key does not tell " + from + " from " + next);
                }
                add(segments, new Segment(first, last, target));
                left.remove(names.get(target));
            }
        }
        if (!left.isEmpty()) {
            throw new DateTimeException(
                    "no period from " + lower + " on has a suffix that " + left.get(0) + " ends in");
        }
        return segments;
    }

    /** Adds a segment, or makes the last one longer by it. */
    private static void add(List<Segment> segments, Segment next) {
        int end = segments.size() - 1;
        Segment before = end < 0 ? null : segments.get(end);
        if (before != null && before.shard() == next.shard() && before.last() + 1 == next.first()) {
            segments.set(end, new Segment(before.first(), next.last(), next.shard()));
        } else {
            segments.add(next);
        }
    }

    /** The target whose name ends in a suffix, or a negative number. */
    private static int target(List<String> names, String ending) {
        int found = -1;
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).endsWith(ending)) {
                if (found >= 0) {
                    throw new DateTimeException(
                            "the suffix " + ending + " fits " + names.get(found) + " and " + names.get(i));
                }
                found = i;
            }
        }
        return found;
    }
}

package io.shardkit.export;

import io.shardkit.algorithm.KeyRange;
import io.shardkit.algorithm.KeyType;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Between which values of a sharding column all rows of an actual table lie, one end of which may be open. Immutable.
 *
 * @param column the name of the column
 * @param type {@link KeyType#INTEGER}, {@link KeyType#DATE} or {@link KeyType#DATETIME}
 * @param from the least canonical key, or null
 * @param below the canonical key that all are less than, or null
 */
record ExportedBound(String column, KeyType type, @Nullable Long from, @Nullable Long below) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);
    private static final int MICROS = 1_000_000;
    private static final long MICROS_OF_DAY = 86_400L * MICROS;
    private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();
    private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();

    /** Returns the bound of keys in a range, or null if no end of it has a literal. */
    static @Nullable ExportedBound of(String column, KeyType type, KeyRange keys) {
        Long from = written(keys.lower(), type);
        Long below = keys.upper() == null ? null : written(keys.upper() + 1, type);
        return from == null && below == null ? null : new ExportedBound(column, type, from, below);
    }

    /** Returns a key, or null if it has no literal. */
    private static @Nullable Long written(@Nullable Long key, KeyType type) {
        if (key == null || type == KeyType.INTEGER) {
            return key;
        }
        long day = type == KeyType.DATE ? key : Math.floorDiv(key, MICROS_OF_DAY);
        return day < FIRST_DAY || day > LAST_DAY ? null : key;
    }

    /** Returns the bound as a condition, in SQL that the databases and the engines read alike. */
    String condition(UnaryOperator<String> quotes) {
        List<String> ends = new ArrayList<>();
        addEnd(ends, quotes.apply(column) + " >= ", from);
        addEnd(ends, quotes.apply(column) + " < ", below);
        return String.join(" AND ", ends);
    }

    private void addEnd(List<String> ends, String comparison, @Nullable Long key) {
        if (key != null) {
            ends.add(comparison + literal(key));
        }
    }

    private String literal(long key) {
        return switch (type) {
            case DATE -> "DATE '" + LocalDate.ofEpochDay(key) + "'";
            case DATETIME -> "TIMESTAMP '" + TIME.format(time(key)) + "'";
            default -> Long.toString(key);
        };
    }

    private static LocalDateTime time(long micros) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1_000, ZoneOffset.UTC);
    }
}

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
 * Between which values of a sharding column all rows of an actual table lie. Immutable.
 *
 * @param column the name of the column
 * @param type {@link KeyType#INTEGER}, {@link KeyType#DATE} or {@link KeyType#DATETIME}
 * @param keys the least and the greatest canonical key, at least one of which is not null
 */
record ExportedBound(String column, KeyType type, KeyRange keys) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);
    private static final int MICROS = 1_000_000;

    /** Returns the bound as a condition, in SQL that the databases and the engines read alike. */
    String condition(UnaryOperator<String> quotes) {
        List<String> ends = new ArrayList<>();
        addEnd(ends, quotes.apply(column) + " >= ", keys.lower());
        addEnd(ends, quotes.apply(column) + " <= ", keys.upper());
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

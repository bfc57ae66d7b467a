package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.ResultColumn;
import io.shardkit.proxy.wire.FieldType;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes times, with dates and without, as the server does. As strings, MariaDB's driver gives those with one to five
 * digits of a second's fraction wrongly: 59.021 becomes 59.21000.
 */
final class DateTimes {
    private static final int TO_SECONDS = 19;
    private static final int MICROS = 6;
    private static final int NANOS_OF_MICRO = 1000;

    private DateTimes() {}

    /**
     * A value of a column of a date, with a time or without.
     *
     * @throws SQLException if it cannot be read for certain
     */
    static @Nullable String text(ResultSet rows, int i, ResultColumn column) throws SQLException {
        String text = rows.getString(i);
        if (!column.plain()) {
            return text == null ? null : ServerText.of(text, column.definition());
        }
        int digits = column.definition().decimals();
        boolean whole = column.definition().type() == FieldType.DATE || digits == 0 || digits >= MICROS;
        if (text == null || whole || text.length() < TO_SECONDS) {
            return text;
        }
        String seconds = text.substring(0, TO_SECONDS);
        return seconds + '.' + fraction(rows, i, text).substring(0, digits);
    }

    /**
     * A value of a column of times, which may be negative and longer than a day.
     *
     * @throws SQLException if it cannot be read for certain
     */
    static @Nullable String time(ResultSet rows, int i, ResultColumn column) throws SQLException {
        String text = rows.getString(i);
        if (!column.plain()) {
            return text == null ? null : ServerText.of(text, column.definition());
        }
        int digits = column.definition().decimals();
        int point = text == null ? -1 : text.indexOf('.');
        if (text == null || point < 0 || digits == 0 || digits >= MICROS) {
            return text;
        }
        Duration exact = rows.getObject(i, Duration.class);
        String micros = String.format(Locale.ROOT, "%06d", exact.abs().toNanosPart() / NANOS_OF_MICRO);
        return text.substring(0, point + 1) + micros.substring(0, digits);
    }

    /** Six digits. */
    private static String fraction(ResultSet rows, int i, String text) throws SQLException {
        if (text.substring(TO_SECONDS).replace(".", "").replace("0", "").isEmpty()) {
            return "000000";
        }
        try {
            LocalDateTime exact = rows.getObject(i, LocalDateTime.class);
            if (exact != null) {
                return String.format(Locale.ROOT, "%06d", exact.get(ChronoField.MICRO_OF_SECOND));
            }
        } catch (DateTimeException none) {
            throw new SQLDataException("A date that no calendar has, with a fraction of a second", "22007", none);
        }
        throw new SQLDataException("A date that no calendar has, with a fraction of a second", "22007");
    }
}

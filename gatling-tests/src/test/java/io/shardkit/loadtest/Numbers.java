package io.shardkit.loadtest;

import java.math.BigDecimal;
import java.util.Locale;

/** How a number is printed, in the terminal as on the page. */
final class Numbers {

    private Numbers() {}

    /** Exactly, with all its digits. */
    static String format(BigDecimal value) {
        return String.format(Locale.ROOT, "%,." + value.scale() + "f", value);
    }

    /** A measurement: whole numbers without a fraction, small ones with two digits, others with one. */
    static String format(double value) {
        if (value == Math.rint(value) || value >= 1_000) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
    }
}

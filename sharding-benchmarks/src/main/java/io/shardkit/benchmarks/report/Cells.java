package io.shardkit.benchmarks.report;

import java.util.Locale;
import java.util.OptionalDouble;

/** Numbers as a reader wants them: three digits that count, never more. */
final class Cells {
    /** The sign for a missing result. */
    static final String NONE = "–";

    private Cells() {}

    /** A number without its unit. */
    static String plain(double value) {
        if (Double.isInfinite(value)) {
            return "∞";
        }
        double size = Math.abs(value);
        String format = size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%,.0f";
        return String.format(Locale.ROOT, format, value);
    }

    /** A number without its unit, or a dash. */
    static String plain(OptionalDouble value) {
        return value.isPresent() ? plain(value.getAsDouble()) : NONE;
    }

    /** A whole number, or a dash. */
    static String whole(OptionalDouble value) {
        return value.isPresent() ? String.format(Locale.ROOT, "%,.0f", value.getAsDouble()) : NONE;
    }

    /** A factor, or a dash. */
    static String factor(OptionalDouble value) {
        return value.isPresent() ? plain(value.getAsDouble()) + " ×" : NONE;
    }

    /** A factor near one, of which thousandths count. */
    static String share(double value) {
        return String.format(Locale.ROOT, "%.3f ×", value);
    }

    /** A factor; where its divisor was nothing, a word. */
    static String timesAsMuch(OptionalDouble value) {
        return value.isPresent() && Double.isInfinite(value.getAsDouble()) ? "all of it" : factor(value);
    }
}

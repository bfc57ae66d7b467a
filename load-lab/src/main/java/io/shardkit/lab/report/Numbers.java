package io.shardkit.lab.report;

import java.util.Locale;

/** Numbers as a reader wants them: three or four digits that mean something, thousands separated. */
final class Numbers {

    private Numbers() {}

    static String format(double value) {
        double size = Math.abs(value);
        if (size == 0) {
            return "0";
        }
        if (size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        if (size >= 10) {
            return String.format(Locale.ROOT, "%.1f", value);
        }
        return String.format(Locale.ROOT, size >= 1 ? "%.2f" : "%.3f", value);
    }

    /** A number beside its unit; ratios have three decimals, because a hundredth is what is asked about. */
    static String format(double value, String unit) {
        if (unit.equals("x")) {
            return String.format(Locale.ROOT, "%.3f x", value);
        }
        return unit.isEmpty() ? format(value) : format(value) + " " + unit;
    }

    static String format(Interval interval, String unit) {
        if (unit.equals("x")) {
            return String.format(Locale.ROOT, "%.3f to %.3f", interval.low(), interval.high());
        }
        return format(interval.low()) + " to " + format(interval.high());
    }

    static String percent(double confidence) {
        return String.format(Locale.ROOT, "%.0f %%", confidence * 100);
    }
}

package io.shardkit.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A scale of a chart: values from {@code low} to {@code high} over pixels from {@code from} to {@code to}.
 *
 * @param logarithmic whether equal ratios take equal widths; then {@code low} is above zero
 */
record Axis(double low, double high, double from, double to, boolean logarithmic) {

    /** One from zero that ends at or above the largest value, at a round number. */
    static Axis fromZero(double largest, double from, double to) {
        double step = step(largest <= 0 ? 1 : largest);
        return new Axis(0, Math.ceil((largest <= 0 ? 1 : largest) / step) * step, from, to, false);
    }

    /** One around values that need not be near zero, with room at both ends. */
    static Axis around(double smallest, double largest, double from, double to) {
        double room = largest > smallest ? (largest - smallest) * 0.08 : Math.max(Math.abs(largest) * 0.05, 0.01);
        return new Axis(smallest - room, largest + room, from, to, false);
    }

    double at(double value) {
        double share = logarithmic
                ? (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low))
                : (value - low) / (high - low);
        return from + share * (to - from);
    }

    /** Round values within the scale. */
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (logarithmic) {
            int every = Math.log(high / low) / Math.log(2) > 6 ? 4 : 2;
            for (double tick = low; tick <= high * 1.0001; tick *= every) {
                ticks.add(tick);
            }
            return ticks;
        }
        double step = step(high - low);
        for (long i = (long) Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    /** A tick as text: with as many decimals as its distance to the next needs. */
    String label(double tick) {
        if (logarithmic) {
            return Numbers.format(tick).replaceFirst("\\.0+$", "");
        }
        int decimals = Math.max(0, (int) Math.ceil(-Math.log10(step(high - low)) - 1e-9));
        return String.format(Locale.ROOT, "%,." + decimals + "f", tick);
    }

    /** Of 1, 2 and 5 times a power of ten what cuts the span into about five. */
    private static double step(double span) {
        double raw = span / 5;
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        double lead = raw / power;
        return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
    }
}

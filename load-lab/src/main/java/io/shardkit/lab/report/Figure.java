package io.shardkit.lab.report;

import io.shardkit.lab.load.Estimate;
import org.jspecify.annotations.Nullable;

/**
 * One measured number, with its confidence interval where it has one.
 *
 * @param name unique in the run and the same in each run of it, such as {@code cost read-by-key sharding/jdbc}
 * @param unit such as {@code x}, {@code requests/s} or {@code ms}
 * @param value finite
 * @param interval null where none could be computed; such a figure is shown and never said to differ
 * @param better which way is progress
 */
public record Figure(String name, String unit, double value, @Nullable Interval interval, Better better) {

    /** The better one of two values of a figure. */
    public enum Better {
        HIGHER,
        LOWER,
        NEITHER
    }

    public Figure {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("the figure " + name + " is " + value);
        }
    }

    /** A figure with the interval of its estimate. */
    public static Figure of(String name, String unit, Estimate estimate, Better better) {
        return new Figure(name, unit, estimate.value(), Interval.of(estimate), better);
    }

    /** A figure without one. */
    public static Figure of(String name, String unit, double value, Better better) {
        return new Figure(name, unit, value, null, better);
    }
}

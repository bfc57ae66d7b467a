package io.shardkit.lab.report;

import io.shardkit.lab.load.Estimate;

/**
 * A confidence interval.
 *
 * @param low at most the figure's value
 * @param high at least the figure's value
 * @param confidence such as 0.95
 */
public record Interval(double low, double high, double confidence) {

    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("not an interval: " + low + " to " + high);
        }
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("a confidence is between 0 and 1, not " + confidence);
        }
    }

    /** Returns the interval of an estimate. */
    public static Interval of(Estimate estimate) {
        return new Interval(estimate.low(), estimate.high(), estimate.confidence());
    }

    /** Returns true if a value lies in the interval. */
    public boolean contains(double value) {
        return low <= value && value <= high;
    }
}

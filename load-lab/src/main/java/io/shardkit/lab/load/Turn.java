package io.shardkit.lab.load;

import org.HdrHistogram.Histogram;

/**
 * What a load measured in one stretch of time.
 *
 * @param seconds how long the stretch was meant to be; what ends later is not counted in {@link #done}
 * @param requests all that were begun, those of {@code unserved} too
 * @param done answered as expected within the stretch
 * @param unserved of an open loop: those whose time had come, but which nobody had begun when as much time again had
 *     passed
 * @param failures the others
 * @param latency nanoseconds of those that were answered as expected, also after the end; of an open loop from the intended
 *     start, with those that were not served by what they had waited
 */
public record Turn(double seconds, long requests, long done, long unserved, Failures failures, Histogram latency) {

    /** Answered as expected, per second. */
    public double perSecond() {
        return done / seconds;
    }

    /**
     * The same for ratios, of which zero has none: a turn in which nothing got done counts as half a request, which makes
     * the interval of the ratio wide, where leaving it out would hide that somebody stood still.
     */
    public double perSecondForRatio() {
        return Math.max((double) done, 0.5) / seconds;
    }
}

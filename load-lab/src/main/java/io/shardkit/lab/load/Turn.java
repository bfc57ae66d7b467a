package io.shardkit.lab.load;

import org.HdrHistogram.Histogram;

/**
 * The measurements of a load in one stretch of time.
 *
 * @param seconds the intended length of the stretch; requests that end later are not counted in {@link #done}
 * @param requests all that were begun, those of {@code unserved} too
 * @param done answered as expected within the stretch
 * @param unserved of an open loop: requests that came due, but were not begun when as much time again had passed
 * @param failures the others
 * @param latency nanoseconds of those that were answered as expected, also after the end; of an open loop from the
 *     intended start, and for unserved requests the time that they had waited
 */
public record Turn(double seconds, long requests, long done, long unserved, Failures failures, Histogram latency) {

    /** Answered as expected, per second. */
    public double perSecond() {
        return done / seconds;
    }

    /**
     * Returns the requests per second for use in a ratio, which zero does not allow: a turn in which nothing got done
     * counts as half a request. That makes the interval of the ratio wide, where leaving the turn out would hide that a
     * contender stood still.
     */
    public double perSecondForRatio() {
        return Math.max((double) done, 0.5) / seconds;
    }
}

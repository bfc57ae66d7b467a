package io.shardkit.lab.load;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * All turns of one contender.
 *
 * @param name the contender's
 * @param warmUp how it warmed up
 * @param turns those that were measured, in the order in which they were run
 */
public record Series(String name, WarmUp.Outcome warmUp, List<Turn> turns) {
    public Series {
        turns = List.copyOf(turns);
    }

    /** Answered as expected per second, by turn. */
    public List<Double> perSecond() {
        return turns.stream().map(Turn::perSecond).toList();
    }

    /** The mean of them. */
    public Estimate pace() {
        return Estimate.mean(perSecond());
    }

    /** Returns the ratio of its throughput to that of another series of the same rounds. */
    public Estimate ratioTo(Series other) {
        return Estimate.ratio(perSecondForRatio(), other.perSecondForRatio());
    }

    private List<Double> perSecondForRatio() {
        return turns.stream().map(Turn::perSecondForRatio).toList();
    }

    /** Nanoseconds of all turns. */
    public Histogram latency() {
        Histogram all = new Histogram(ClosedLoop.DIGITS);
        turns.forEach(turn -> all.add(turn.latency()));
        return all;
    }

    /** Answered as expected while it was measured. */
    public long done() {
        return turns.stream().mapToLong(Turn::done).sum();
    }

    /**
     * Returns the number of requests under an open load that came due but were not begun in time; see {@link
     * Turn#unserved}.
     */
    public long unserved() {
        return turns.stream().mapToLong(Turn::unserved).sum();
    }

    /** All that were begun, warm-up included. */
    public long requests() {
        return warmUp.requests() + turns.stream().mapToLong(Turn::requests).sum();
    }

    /** Returns all failures, warm-up included. */
    public Failures failures() {
        Failures all = new Failures();
        all.addAll(warmUp.failures());
        turns.forEach(turn -> all.addAll(turn.failures()));
        return all;
    }
}

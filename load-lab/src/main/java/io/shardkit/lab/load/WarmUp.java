package io.shardkit.lab.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Calls a task until it is no longer getting faster: the throughputs of successive turns differ by no more than a bound.
 *
 * @param turn how long each is
 * @param compared how many successive turns have to agree, at least 2
 * @param within by how much they may differ, as a fraction of the least of them
 * @param most after how many turns it is given up; 0 for none at all
 */
public record WarmUp(Duration turn, int compared, double within, int most) {

    /** Three seconds within 5 per cent, 15 at most. */
    public static final WarmUp DEFAULT = new WarmUp(Duration.ofSeconds(1), 3, 0.05, 15);

    public WarmUp {
        if (compared < 2) {
            throw new IllegalArgumentException("one turn agrees with itself");
        }
    }

    /**
     * How it went.
     *
     * @param turns how many were run
     * @param steady whether the last ones agreed
     * @param requests all that were begun
     * @param failures those that failed
     */
    public record Outcome(int turns, boolean steady, long requests, Failures failures) {}

    /** Runs it. */
    public Outcome run(Load load, Task task) {
        List<Double> paces = new ArrayList<>();
        Failures failures = new Failures();
        long requests = 0;
        while (paces.size() < most) {
            Turn next = load.run(task, turn);
            paces.add(next.perSecond());
            requests += next.requests();
            failures.addAll(next.failures());
            if (isSteady(paces)) {
                return new Outcome(paces.size(), true, requests, failures);
            }
        }
        return new Outcome(paces.size(), most == 0, requests, failures);
    }

    /** Whether the last of these throughputs agree. */
    boolean isSteady(List<Double> paces) {
        if (paces.size() < compared) {
            return false;
        }
        List<Double> last = paces.subList(paces.size() - compared, paces.size());
        double least = Collections.min(last);
        return least > 0 && Collections.max(last) <= least * (1 + within);
    }
}

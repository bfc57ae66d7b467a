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
 * @param compiled whether the load rests after each turn until this JVM has compiled what the turn has shown to be worth it
 */
public record WarmUp(Duration turn, int compared, double within, int most, boolean compiled) {

    /** Three seconds within 5 per cent, 15 at most, compiled. */
    public static final WarmUp DEFAULT = new WarmUp(Duration.ofSeconds(1), 3, 0.05, 15, true);

    /** At which fraction of the time in turns the compiler is still at work. */
    private static final double COMPILING = 0.02;

    /** After how many turns of all the compiler is not waited for any longer. */
    private static final int MOST_OF_ALL = 5;

    public WarmUp {
        if (compared < 2) {
            throw new IllegalArgumentException("one turn agrees with itself");
        }
    }

    /** Without rests. */
    public WarmUp(Duration turn, int compared, double within, int most) {
        this(turn, compared, within, most, false);
    }

    /**
     * The outcome of a warm-up.
     *
     * @param turns how many were run
     * @param steady whether the last ones agreed
     * @param requests all that were begun
     * @param failures those that failed
     */
    public record Outcome(int turns, boolean steady, long requests, Failures failures) {
        Outcome after(Turn more) {
            failures.addAll(more.failures());
            return new Outcome(turns + 1, steady, requests + more.requests(), failures);
        }
    }

    /** Runs it. */
    public Outcome run(Load load, Task task) {
        List<Double> paces = new ArrayList<>();
        Failures failures = new Failures();
        long requests = 0;
        while (paces.size() < most) {
            Turn next = turn(load, task);
            paces.add(next.perSecond());
            requests += next.requests();
            failures.addAll(next.failures());
            if (isSteady(paces)) {
                return new Outcome(paces.size(), true, requests, failures);
            }
        }
        return new Outcome(paces.size(), most == 0, requests, failures);
    }

    /**
     * Runs it for all of them, one after the other. If it waits for what is compiled, it goes on with turns of all: what was
     * compiled for the first ones alone is compiled anew when others call it too.
     *
     * @return by contender, in their order
     */
    public List<Outcome> run(Load load, List<Contender> contenders, Progress progress) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Contender each : contenders) {
            progress.tell(each.name() + ", " + load.label() + ", warm-up");
            outcomes.add(run(load, each.task()));
        }
        boolean compiling = compiled;
        for (int round = 0; compiling && round < Math.min(most, MOST_OF_ALL); round++) {
            progress.tell("all in turns, " + load.label() + ", warm-up");
            long before = JitCompiler.millis();
            for (int i = 0; i < contenders.size(); i++) {
                outcomes.set(
                        i, outcomes.get(i).after(turn(load, contenders.get(i).task())));
            }
            compiling = JitCompiler.millis() - before > COMPILING * contenders.size() * turn.toMillis();
        }
        return outcomes;
    }

    private Turn turn(Load load, Task task) {
        Turn done = load.run(task, turn);
        if (compiled) {
            JitCompiler.awaitIdle();
        }
        return done;
    }

    /** Returns true if the last of these throughputs agree. */
    boolean isSteady(List<Double> paces) {
        if (paces.size() < compared) {
            return false;
        }
        List<Double> last = paces.subList(paces.size() - compared, paces.size());
        double least = Collections.min(last);
        return least > 0 && Collections.max(last) <= least * (1 + within);
    }
}

package io.shardkit.lab.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Contenders in turns: in each round everyone has one turn, in an order that is drawn anew, so that what drifts on the
 * machine meets them all alike, and the turns of one round can be compared.
 *
 * @param warmUp of each contender, before the first round
 * @param turn how long a turn is
 * @param rounds how many, at least 1
 * @param goal until when it goes on after these; null for no longer
 */
public record Rounds(WarmUp warmUp, Duration turn, int rounds, @Nullable Goal goal) {

    /** After how many turns without a result a goal is. */
    private static final int GIVEN_UP = 10;

    /** So many rounds and no more. */
    public Rounds(WarmUp warmUp, Duration turn, int rounds) {
        this(warmUp, turn, rounds, null);
    }

    public Rounds {
        if (rounds < 1) {
            throw new IllegalArgumentException(rounds + " rounds");
        }
    }

    /**
     * Runs them.
     *
     * @param contenders of different names
     * @param random draws the order; the caller tells its seed
     * @return by contender, in the order in which they were given
     */
    public List<Series> run(Load load, List<Contender> contenders, Random random, Progress progress) {
        List<Place> places = new ArrayList<>();
        for (Contender each : contenders) {
            progress.tell(each.name() + ", " + load.label() + ", warm-up");
            places.add(new Place(each, warmUp.run(load, each.task()), new ArrayList<>()));
        }
        List<Place> order = new ArrayList<>(places);
        for (int round = 1; round <= rounds || goesOn(places); round++) {
            Collections.shuffle(order, random);
            for (Place each : order) {
                progress.tell(each.contender.name() + ", " + load.label() + ", round " + round + " of " + rounds);
                each.turns.add(load.run(each.contender.task(), turn));
            }
        }
        return places.stream()
                .map(each -> new Series(each.contender.name(), each.warmUp, each.turns))
                .toList();
    }

    private boolean goesOn(List<Place> places) {
        if (goal == null) {
            return false;
        }
        List<Turn> turns = places.stream()
                .filter(each -> each.contender.name().equals(goal.contender()))
                .flatMap(each -> each.turns.stream())
                .toList();
        List<Turn> last = turns.subList(Math.max(0, turns.size() - GIVEN_UP), turns.size());
        boolean stuck = last.size() == GIVEN_UP && last.stream().allMatch(turn -> turn.done() == 0);
        return !turns.isEmpty()
                && !stuck
                && turns.stream().mapToLong(Turn::done).sum() < goal.done();
    }

    private record Place(Contender contender, WarmUp.Outcome warmUp, List<Turn> turns) {}
}

package io.shardkit.lab.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Contenders in turns: in each round everyone has one turn, in an order that is drawn anew, so that what drifts on the
 * machine meets them all alike, and the turns of one round can be compared.
 *
 * @param warmUp of each contender, before the first round
 * @param turn how long a turn is
 * @param rounds how many, at least 1
 * @param goal until when it goes on after these; null for no longer
 * @param closer the names of those who go on by themselves afterwards, as their ratio is near to the noise
 * @param further for how many rounds these go on
 */
public record Rounds(WarmUp warmUp, Duration turn, int rounds, @Nullable Goal goal, Set<String> closer, int further) {

    /** After how many turns without a result a goal is. */
    private static final int GIVEN_UP = 10;

    /** So many rounds and no more. */
    public Rounds(WarmUp warmUp, Duration turn, int rounds) {
        this(warmUp, turn, rounds, null, Set.of(), 0);
    }

    public Rounds {
        if (rounds < 1) {
            throw new IllegalArgumentException(rounds + " rounds");
        }
        closer = Set.copyOf(closer);
    }

    /** The same after another warm-up. */
    public Rounds after(WarmUp other) {
        return new Rounds(other, turn, rounds, goal, closer, further);
    }

    /**
     * Runs them.
     *
     * @param contenders of different names
     * @param random draws the order; the caller tells its seed
     * @return by contender, in the order in which they were given
     */
    public List<Series> run(Load load, List<Contender> contenders, Random random, Progress progress) {
        List<WarmUp.Outcome> warm = warmUp.run(load, contenders, progress);
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < contenders.size(); i++) {
            places.add(new Place(contenders.get(i), warm.get(i), new ArrayList<>()));
        }
        List<Place> order = new ArrayList<>(places);
        for (int round = 1; round <= rounds || goesOn(places); round++) {
            turns(load, order, random, progress, round + " of " + rounds);
        }
        order.removeIf(each -> !closer.contains(each.contender.name()));
        for (int round = 1; round <= further && !order.isEmpty(); round++) {
            turns(load, order, random, progress, round + " of " + further + " more");
        }
        return places.stream()
                .map(each -> new Series(each.contender.name(), each.warmUp, each.turns))
                .toList();
    }

    private void turns(Load load, List<Place> order, Random random, Progress progress, String round) {
        Collections.shuffle(order, random);
        for (Place each : order) {
            progress.tell(each.contender.name() + ", " + load.label() + ", round " + round);
            each.turns.add(load.run(each.contender.task(), turn));
        }
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

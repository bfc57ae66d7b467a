package io.shardkit.planner.advice;

import io.shardkit.plan.Explanation;
import java.util.Comparator;

/**
 * The cost of running a statement, in the order in which it matters.
 *
 * @param rank 0 for calls whose answers are put together, 1 where rows are copied, 2 where it is refused
 * @param units the number of units that its calls go to
 */
record Cost(int rank, int units) implements Comparable<Cost> {
    private static final int GATHERED = 1;
    private static final int REFUSED = 2;
    static final Cost REFUSAL = new Cost(REFUSED, 0);
    private static final Comparator<Cost> ORDER =
            Comparator.comparingInt(Cost::rank).thenComparingInt(Cost::units);

    /** @param values how many rows lookup tables are asked for, each of which may lie elsewhere */
    static Cost of(Explanation explanation, int values) {
        return switch (explanation.way()) {
            case "refused" -> REFUSAL;
            case "gather" -> new Cost(GATHERED, explanation.units());
            case "lookup" -> new Cost(0, explanation.units() + values);
            default -> new Cost(0, explanation.units());
        };
    }

    /** Returns true if the cost could be less. */
    boolean mayFall() {
        return rank > 0 || units > 1;
    }

    boolean isLessThan(Cost other) {
        return compareTo(other) < 0;
    }

    @Override
    public int compareTo(Cost other) {
        return ORDER.compare(this, other);
    }

    /** Returns the words for the gain of this cost over another cost. */
    String insteadOf(Cost other) {
        return words() + " instead of " + other.words();
    }

    String words() {
        return switch (rank) {
            case REFUSED -> "a refusal";
            case GATHERED -> "a gather in " + units + " steps";
            default -> units + (units == 1 ? " unit" : " units");
        };
    }
}

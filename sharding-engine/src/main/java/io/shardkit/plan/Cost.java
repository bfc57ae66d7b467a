package io.shardkit.plan;

import io.shardkit.error.ErrorCode;
import io.shardkit.observe.Operation;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The cost of one execution of a statement under a rule. Any number of calls costs less than a gather, and a refusal costs
 * most.
 *
 * @param operation the operation of the statement
 * @param way the way it would run
 * @param units the number of units that it would go to; 0 if none
 * @param refusal the error it would be refused with, or null
 */
public record Cost(Operation operation, Strategy way, int units, @Nullable ErrorCode refusal)
        implements Comparable<Cost> {
    private static final Comparator<Cost> ORDER =
            Comparator.comparing(Cost::rank).thenComparingInt(Cost::units);

    /** The ways, the cheapest first. */
    public enum Strategy {
        /** Without a database. */
        NONE,
        ONE_UNIT,
        /** A lookup table is asked first where the rows are, or is kept with them. */
        LOOKUP,
        /** A call for each of several units. */
        SCATTER,
        /** Rows of several units are copied to one data source. */
        GATHER,
        REFUSED
    }

    /** Returns the cost of calls without lookup tables. */
    static Cost of(Operation operation, Fanout fanout) {
        Strategy way =
                switch (fanout.way()) {
                    case NONE, BATCH -> Strategy.NONE;
                    case ONE_UNIT -> Strategy.ONE_UNIT;
                    case SCATTER -> Strategy.SCATTER;
                    case GATHER -> Strategy.GATHER;
                };
        return new Cost(operation, way, fanout.units(), null);
    }

    /**
     * Returns the cost that an explanation tells.
     *
     * @param values the number of rows that lookup tables are asked for, each of which may lie elsewhere
     */
    public static Cost of(Explanation explanation, int values) {
        Refusal refusal = explanation.refusal();
        int units = explanation.units();
        Operation operation = explanation.kind().operation();
        if (refusal != null) {
            return new Cost(operation, Strategy.REFUSED, 0, refusal.code());
        }
        return switch (explanation.way()) {
            case "gather" -> new Cost(operation, Strategy.GATHER, units, null);
            case "lookup" -> new Cost(operation, Strategy.LOOKUP, units + values, null);
            default -> new Cost(operation, units > 1 ? Strategy.SCATTER : Strategy.ONE_UNIT, units, null);
        };
    }

    /** Returns the way, where all calls whose answers are put together cost the same. */
    private Strategy rank() {
        return way.compareTo(Strategy.GATHER) < 0 ? Strategy.NONE : way;
    }

    /** Returns true if the cost could be less. */
    public boolean mayFall() {
        return rank() != Strategy.NONE || units > 1;
    }

    public boolean isLessThan(Cost other) {
        return compareTo(other) < 0;
    }

    @Override
    public int compareTo(Cost other) {
        return ORDER.compare(this, other);
    }

    /** Returns the words for the gain of this cost over another cost. */
    public String insteadOf(Cost other) {
        return words() + " instead of " + other.words();
    }

    public String words() {
        return switch (way) {
            case REFUSED -> "a refusal";
            case GATHER -> "a gather in " + units + " steps";
            default -> units + (units == 1 ? " unit" : " units");
        };
    }
}

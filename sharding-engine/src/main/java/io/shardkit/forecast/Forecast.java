package io.shardkit.forecast;

import io.shardkit.error.ErrorCode;
import io.shardkit.observe.Operation;
import org.jspecify.annotations.Nullable;

/**
 * How one execution of a statement would run.
 *
 * @param operation what it does
 * @param way how
 * @param units to how many units it would go; 0 if to none
 * @param refusal why it would be refused, or null
 */
public record Forecast(Operation operation, Way way, int units, @Nullable ErrorCode refusal) {

    /** The ways, the cheapest first. */
    public enum Way {
        /** Without a database. */
        NONE,
        ONE_UNIT,
        /** A lookup table is asked first where the rows are, or is kept with them. */
        LOOKUP,
        /** A call for each of several units. */
        SCATTER,
        /** Rows of several units are copied to one place. */
        GATHER,
        REFUSED
    }
}

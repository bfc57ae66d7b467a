package io.shardkit.forecast;

import io.shardkit.error.ErrorCode;
import io.shardkit.observe.Operation;
import org.jspecify.annotations.Nullable;

/**
 * The way one execution of a statement would run.
 *
 * @param operation the operation of the statement
 * @param way the way it would run
 * @param units the number of units that it would go to; 0 if none
 * @param refusal the error it would be refused with, or null
 */
public record Forecast(Operation operation, Strategy way, int units, @Nullable ErrorCode refusal) {

    /** The ways, the cheapest first. */
    public enum Strategy {
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

package io.shardkit.plan;

import io.shardkit.observe.ExecutionStrategy;
import java.util.List;

/**
 * The number of units of an execution.
 *
 * @param way how the execution goes to the units
 * @param units number of units, or number of data sources where it goes to all units of each
 */
public record Fanout(ExecutionStrategy way, int units) {
    /** No database. */
    public static final Fanout NONE = new Fanout(ExecutionStrategy.NONE, 0);

    /** One call. */
    public static final Fanout ONE = new Fanout(ExecutionStrategy.ONE_UNIT, 1);

    /** To several units, however many they are. */
    public static Fanout scattered(int units) {
        return new Fanout(ExecutionStrategy.SCATTER, units);
    }

    /** One call each. */
    public static Fanout of(List<?> calls) {
        return calls.size() == 1 ? ONE : new Fanout(ExecutionStrategy.SCATTER, calls.size());
    }

    /** True of one call for each of several units, or data sources. */
    public boolean isScattered() {
        return way == ExecutionStrategy.SCATTER;
    }

    /** True where rows are copied to one data source. */
    public boolean isGathered() {
        return way == ExecutionStrategy.GATHER;
    }
}

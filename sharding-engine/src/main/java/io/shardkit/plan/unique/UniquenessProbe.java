package io.shardkit.plan.unique;

import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Asks one data source whether its units have rows with the unique keys of rows to insert. Immutable.
 *
 * @param dataSource the one that is asked
 * @param unit one of its units
 * @param selects each answers with a row for each such row: the position of what it was found by
 * @param mapping the values of all of them
 * @param found by position, what was found where
 * @param parallelism decides whether the data sources are asked in parallel
 */
public record UniquenessProbe(
        int dataSource,
        int unit,
        List<String> selects,
        ParameterMapping mapping,
        List<Found> found,
        ParallelismChoice parallelism) {

    /** Asks without locks. */
    public ShardCall call() {
        return new ShardCall(dataSource, unit, String.join(" UNION ALL ", selects), mapping);
    }

    /**
     * Asks for rows as a write reads them.
     *
     * @param suffix what follows such a SELECT; empty where every one reads so
     */
    public ShardCall call(String suffix) {
        if (suffix.isEmpty()) {
            return call();
        }
        String sql = selects.size() == 1
                ? selects.get(0) + suffix
                : "(" + String.join(suffix + ") UNION ALL (", selects) + suffix + ")";
        return new ShardCall(dataSource, unit, sql, mapping);
    }

    /** A unique key that is taken in a unit. */
    record Found(UniqueCheck check, UniqueCheck.Key key, int unit) {}

    /** Returns the exception for a row with this position in the answer. */
    public SQLException taken(int position) {
        Found there = found.get(position);
        return there.check().taken(there.key(), there.unit());
    }

    /**
     * The questions that are asked before rows with unique keys are written.
     *
     * @param probes ordered by data source; none if no other unit can have one of the keys
     * @param locks the locks to take before, on the keys for which locking is chosen
     */
    public record All(List<UniquenessProbe> probes, UniqueCheck.KeyLocks locks) {

        /** Returns true if there are no questions. */
        public boolean isEmpty() {
            return probes.isEmpty();
        }

        /** The data sources that are asked or have locks. */
        Stream<Integer> dataSources() {
            return Stream.concat(
                    probes.stream().map(UniquenessProbe::dataSource),
                    locks.inOrder().stream().map(UniqueCheck.KeyLocks.Lock::dataSource));
        }
    }
}

package io.shardkit.plan;

import java.sql.SQLException;
import java.util.List;

/**
 * Asks one data source whether its units have rows with the unique keys of rows to insert. Immutable.
 *
 * @param call answers with a row for each such row: the position of what it was found by
 * @param found by position, what was found where
 * @param parallelism decides whether the data sources are asked in parallel
 */
public record UniquenessProbe(ShardCall call, List<Found> found, ParallelismChoice parallelism) {

    /** A unique key that is taken in a unit. */
    record Found(UniqueCheck check, UniqueCheck.Key key, int unit) {}

    /** What says that the answer has a row with this position. */
    public SQLException taken(int position) {
        Found there = found.get(position);
        return there.check().taken(there.key(), there.unit());
    }
}

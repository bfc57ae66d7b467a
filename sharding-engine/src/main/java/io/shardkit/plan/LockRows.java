package io.shardkit.plan;

import java.util.List;

/**
 * Locks rows that a unique key names, wherever they are, for the steps that follow, in one transaction with these.
 *
 * @param dataSources all that may be needed, ascending
 * @param pace decides whether the data sources are asked in parallel
 * @param copies whether the steps that follow may make temporary tables
 */
public record LockRows(UniqueKeyLookup rows, List<Integer> dataSources, ParallelismChoice pace, boolean copies)
        implements WriteStep {
    /** For calls, whose rows are asked for in turn. */
    LockRows(UniqueKeyLookup rows, List<Integer> dataSources) {
        this(rows, dataSources, ParallelismChoice.IN_TURN, false);
    }
}

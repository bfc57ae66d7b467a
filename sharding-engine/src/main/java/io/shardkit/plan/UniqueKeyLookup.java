package io.shardkit.plan;

import io.shardkit.rule.RoutedTable;
import java.util.BitSet;
import java.util.List;

/** The rows that one execution names by all columns of a unique key, wherever they are. */
public interface UniqueKeyLookup {
    /** Their table. */
    RoutedTable table();

    /** Returns the units where the rows may be. */
    BitSet units();

    /** The most rows that there can be. */
    long most();

    /**
     * Asks each data source which of its units has rows; locks nothing. Each row of an answer is a row, and has the
     * number of its unit.
     */
    List<ShardCall> looks();

    /** The same of some of the units. */
    List<ShardCall> looks(BitSet some);

    /**
     * Locks the rows of a unit, and answers as the question for them.
     *
     * @param waits whether it waits for those that others have locked, or fails
     */
    ShardCall lock(int unit, boolean waits);
}

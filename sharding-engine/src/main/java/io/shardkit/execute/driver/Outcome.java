package io.shardkit.execute.driver;

import io.shardkit.execute.ShardConnection;
import io.shardkit.merge.RowCursor;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer of a statement: rows, or a count. Nothing of it is kept elsewhere; the caller has to close the rows. */
public sealed interface Outcome {

    /** Rows, open. */
    sealed interface Rows extends Outcome {}

    /** A driver's own rows. */
    record UnitRows(ResultSet rows, ShardConnection shard) implements Rows {}

    /**
     * Rows of several units, which are read from these connections until they are closed.
     *
     * @param keys that the framework made for a write that answers with rows, or null
     */
    record MergedRows(RowCursor rows, List<ShardConnection> shards, @Nullable KeySource keys) implements Rows {}

    /**
     * Rows of a query over gathered ones, whose tables are gone.
     *
     * @param columns what they are said to be
     * @param labelled whether only the columns know their labels, and the rows have others
     */
    record GatheredRows(ResultSet rows, ShardConnection shard, @Nullable ResultSetMetaData columns, boolean labelled)
            implements Rows {}

    /** Rows that need no connection. */
    record MemoryRows(ResultSet rows) implements Rows {}

    /**
     * The result of a write.
     *
     * @param count as an update count
     * @param keys of its rows, or null if a driver's statement has them
     * @param written the driver's statement that has the keys, or null
     */
    record Written(long count, @Nullable KeySource keys, @Nullable OpenStatement written) implements Outcome {}
}

package io.shardkit.plan;

import io.shardkit.catalog.Column;
import io.shardkit.merge.MergeSpec;
import io.shardkit.merge.RowLimit;
import io.shardkit.sql.SqlTemplate;
import java.util.List;
import java.util.Map;

/** What one execution does: the calls, and what becomes of their answers. */
public sealed interface BoundPlan {

    /** One call whose answer is the answer: query, write or DDL. The path that has to be short. */
    record OneCall(ShardCall call) implements BoundPlan {}

    /**
     * A query over several units. The calls are ordered by data source, then unit.
     *
     * @param calls at least two
     * @param merge how the rows become one result
     * @param limit which of the merged rows are given out
     */
    record MergedQuery(List<ShardCall> calls, MergeSpec merge, RowLimit limit) implements BoundPlan {}

    /**
     * A write over several units: all or nothing. The calls are ordered by data source, then unit.
     *
     * @param calls at least two
     * @param counts how the update counts become one
     */
    record ManyWrites(List<ShardCall> calls, Counts counts) implements BoundPlan {}

    /**
     * An INSERT whose rows go to several units, or whose keys are generated: all or nothing, counts are added up.
     *
     * @param calls one for each unit with rows, at least one, ordered by data source, then unit
     * @param rows for each call the positions, from 0, of its rows in the user's statement
     * @param generatedKeys a key for each row of the user's statement, in its order; empty if none was generated
     */
    record RowInsert(List<ShardCall> calls, List<int[]> rows, List<Object> generatedKeys) implements BoundPlan {}

    /**
     * A query that needs rows of several units in one place: they are copied into temporary tables on one data source,
     * and the user's text runs there.
     *
     * @param dataSource the place
     * @param tables the tables to make and fill
     * @param text the user's text; the slots of gathered tables take their temporary names
     * @param direct for each table use that is not gathered but sharded, the name of its one actual table
     * @param maxRows how many rows may be copied in all
     */
    record Gather(int dataSource, List<GatherTable> tables, SqlTemplate text, Map<Integer, String> direct, long maxRows)
            implements BoundPlan {}

    /**
     * A write that reads rows of several units: they are copied to each data source that is written, before anything
     * is written, and the user's text reads the copies. All or nothing.
     *
     * @param copies what is copied to each data source, ascending; without direct reads
     * @param writes one for each actual table that is written, ordered by data source, then unit
     */
    record GatheredWrite(List<Gather> copies, List<GatheredUnit> writes) implements BoundPlan {}

    /**
     * An actual table that is written.
     *
     * @param use number of the table use in the user's text
     * @param table its name
     */
    record GatheredUnit(int dataSource, int unit, int use, String table) {}

    /**
     * An INSERT of the rows of a query: they are made in a temporary table with the target's columns, and go from
     * there to their units. All or nothing.
     *
     * @param rows the query as an INSERT; the slot of table use 0 takes the temporary table
     * @param columns the columns of that table, and of the rows
     * @param placement where the rows belong
     * @param head the text before the rows
     * @param tail the text after the rows
     */
    record GatheredInsert(Gather rows, List<Column> columns, RowPlacement placement, SqlTemplate head, SqlTemplate tail)
            implements BoundPlan {}

    /**
     * The question for the key that the framework generated last on this connection.
     *
     * @param label of the answer's column
     */
    record LastKey(String label) implements BoundPlan {}

    /** How the update counts of several calls become one. */
    enum Counts {
        /** Each call wrote other rows. */
        SUM,
        /** Each call wrote a copy of the same rows; the counts must be equal. */
        SAME
    }
}

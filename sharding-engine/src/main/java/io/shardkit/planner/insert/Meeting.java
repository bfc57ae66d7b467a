package io.shardkit.planner.insert;

import io.shardkit.plan.UniqueCheck;
import io.shardkit.sql.statement.ParsedStatement;
import java.util.List;

/**
 * How an upsert meets rows that have unique keys of its rows. Immutable.
 *
 * @param all the values of all unique keys
 * @param placing the columns that place a row and are assigned the values of the row to insert
 * @param upsert what it does
 */
record Meeting(RowKeyValues all, List<String> placing, ParsedStatement.Upsert upsert) {

    /** Whether the database meets a row by the key, and leaves it where it is. */
    boolean isBy(UniqueCheck.Key key) {
        List<String> target = upsert.target();
        boolean may = target.isEmpty() || (target.size() == key.names().size() && target.containsAll(key.names()));
        return may && key.names().containsAll(placing);
    }
}

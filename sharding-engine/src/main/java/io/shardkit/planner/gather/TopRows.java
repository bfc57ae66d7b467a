package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.merge.RowLimit;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of a copy, or of its groups, in the order of a statement: all that its LIMIT may show, so that a unit gives
 * no others. Immutable.
 *
 * @param keys what they are ordered by
 * @param count the number of them, after those that are skipped; with a rank the highest one
 * @param skipped the number of rows that are skipped, or null for none
 * @param links equalities with copies of other tables, each of which a row has to fulfil to be in the answer; where it fulfils
 *     them all, it is
 * @param rank the rank by which rows are taken, or null if they are counted
 */
record TopRows(List<OrderKey> keys, Value count, @Nullable Value skipped, List<Link> links, @Nullable Rank rank) {
    /** All rows. */
    static final long ALL = RowLimit.ALL;

    /** A column that is equal to one of another copy; both have whole numbers. */
    record Link(int use, Column own, ColumnRef from) {}

    TopRows {
        keys = List.copyOf(keys);
        links = List.copyOf(links);
    }

    /** The rows that a LIMIT takes. */
    static TopRows ofLimit(List<OrderKey> keys, Value count, @Nullable Value offset, List<Link> links) {
        return new TopRows(keys, count, offset, links, null);
    }

    /** The rows up to a rank. */
    static TopRows ofRank(Rank rank, Value most) {
        return new TopRows(rank.order(), most, null, List.of(), rank);
    }

    /** The number of rows that an execution may show from the first one on; {@link #ALL} if it is not known. */
    long most(Parameters parameters) throws SQLException {
        Long rows = number(count, parameters);
        Long before = skipped == null ? Long.valueOf(0) : number(skipped, parameters);
        return rows == null || before == null ? ALL : new RowLimit(before, rows).end();
    }

    private static @Nullable Long number(Value value, Parameters parameters) throws SQLException {
        Object number = value.of(parameters);
        if (!(number instanceof Long) && !(number instanceof Integer)) {
            return null;
        }
        long whole = ((Number) number).longValue();
        return whole < 0 ? null : Long.valueOf(whole);
    }
}

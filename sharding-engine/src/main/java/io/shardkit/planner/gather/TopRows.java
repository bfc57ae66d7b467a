package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.merge.RowLimit;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Limit;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of a copy, or of its groups, in the order of a statement: all that its LIMIT may show, so that a unit gives
 * no others. Immutable.
 *
 * @param keys what they are ordered by
 * @param limit the number of them
 * @param links equalities with copies of other tables, each of which a row has to fulfil to be in the answer; where it fulfils
 *     them all, it is
 */
record TopRows(List<Key> keys, Limit limit, List<Link> links) {
    /** All rows. */
    static final long ALL = RowLimit.ALL;

    /**
     * A column of the order.
     *
     * @param nullsFirst what the statement says of NULLs, or null if it says nothing
     */
    record Key(int use, Column column, boolean descending, @Nullable Boolean nullsFirst) {
        String order(Dialect dialect, String before) {
            return before
                    + dialect.quoted(column.reportedName())
                    + (descending ? " DESC" : "")
                    + (nullsFirst == null ? "" : nullsFirst ? " NULLS FIRST" : " NULLS LAST");
        }
    }

    /** A column that is equal to one of another copy; both have whole numbers. */
    record Link(int use, Column own, ColumnRef from) {}

    TopRows {
        keys = List.copyOf(keys);
        links = List.copyOf(links);
    }

    /** The number of rows that an execution may show from the first one on; {@link #ALL} if it is not known. */
    long most(Parameters parameters) throws SQLException {
        Value count = limit.count();
        Long rows = count == null ? null : number(count, parameters);
        Long skipped = limit.offset() == null ? Long.valueOf(0) : number(limit.offset(), parameters);
        return rows == null || skipped == null ? ALL : new RowLimit(skipped, rows).end();
    }

    private static @Nullable Long number(Value value, Parameters parameters) throws SQLException {
        Object number = value.of(parameters);
        if (!(number instanceof Long) && !(number instanceof Integer)) {
            return null;
        }
        long whole = ((Number) number).longValue();
        return whole < 0 ? null : Long.valueOf(whole);
    }

    /**
     * The ORDER BY of a unit.
     *
     * @param before by use of a table, what stands before its columns
     */
    String order(IntFunction<String> before, Dialect dialect) {
        return keys.stream()
                .map(key -> key.order(dialect, before.apply(key.use())))
                .collect(Collectors.joining(", ", " ORDER BY ", ""));
    }
}

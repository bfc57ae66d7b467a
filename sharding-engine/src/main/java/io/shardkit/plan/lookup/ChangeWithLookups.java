package io.shardkit.plan.lookup;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ShardCall;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A DELETE, or an UPDATE of what lookup tables have: the rows are locked and read first.
 *
 * @param write what is run then
 * @param looks locks the rows and reads what the lookup tables have of them, ordered by data source, then unit
 * @param columns how many columns an answer has
 * @param deletes whether the rows go
 * @param changes what becomes of each lookup table
 */
public record ChangeWithLookups(
        BoundPlan write, List<ShardCall> looks, int columns, boolean deletes, List<Change> changes)
        implements LookupWrite {
    /**
     * The change of the rows of a lookup table.
     *
     * @param positions for each column of the lookup table the position, from 0, in an answer
     * @param assigned for each column of the lookup table the assigned value, or null where the row keeps its value
     */
    public record Change(LookupTable table, int[] positions, List<@Nullable Value> assigned) {
        /** The row that it has of a row. */
        private LookupRow before(@Nullable Object[] row) {
            List<Value> values = new ArrayList<>();
            for (int position : positions) {
                values.add(new Value.Literal(row[position]));
            }
            return new LookupRow(values);
        }

        private LookupRow after(@Nullable Object[] row) {
            List<Value> values = new ArrayList<>();
            for (int i = 0; i < positions.length; i++) {
                Value given = assigned.get(i);
                values.add(given == null ? new Value.Literal(row[positions[i]]) : given);
            }
            return new LookupRow(values);
        }

        private boolean isSame(@Nullable Object[] row, Parameters user) throws SQLException {
            for (int i = 0; i < positions.length; i++) {
                Value given = assigned.get(i);
                if (given != null && !isSame(row[positions[i]], given.of(user))) {
                    return false;
                }
            }
            return true;
        }

        private static boolean isSame(@Nullable Object one, @Nullable Object other) {
            BigInteger number = whole(one);
            return number == null ? Objects.equals(one, other) : number.equals(whole(other));
        }

        private static @Nullable BigInteger whole(@Nullable Object value) {
            return value instanceof Long
                            || value instanceof Integer
                            || value instanceof Short
                            || value instanceof Byte
                            || value instanceof BigInteger
                    ? new BigInteger(String.valueOf(value))
                    : null;
        }

        /** The rows that go. */
        public List<LookupRow> deleted(List<@Nullable Object[]> rows, boolean all, Parameters user)
                throws SQLException {
            List<LookupRow> deleted = new ArrayList<>();
            for (@Nullable Object[] row : rows) {
                if (row[positions[0]] != null && (all || !isSame(row, user))) {
                    deleted.add(before(row));
                }
            }
            return deleted;
        }

        /** The rows that come in their place. */
        public List<LookupRow> inserted(List<@Nullable Object[]> rows, Parameters user) throws SQLException {
            List<LookupRow> inserted = new ArrayList<>();
            for (@Nullable Object[] row : rows) {
                LookupRow after = after(row);
                if (!after.isOfNull(user) && !isSame(row, user)) {
                    inserted.add(after);
                }
            }
            return inserted;
        }
    }

    @Override
    public List<String> lookupTables() {
        return changes.stream().map(change -> change.table().name()).toList();
    }
}

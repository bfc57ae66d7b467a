package io.shardkit.plan.lookup;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ShardCall;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * An INSERT of rows that lookup tables are told of.
 *
 * @param write the INSERT, which is run first
 * @param entries what each lookup table is told
 */
public record InsertWithLookups(BoundPlan write, List<Entry> entries) implements LookupWrite {
    /**
     * The new rows of a lookup table.
     *
     * @param rows one for each row of the INSERT
     */
    public record Entry(LookupTable table, List<LookupRow> rows) {
        /** The rows that it gets. */
        public List<LookupRow> inserted(Parameters user) throws SQLException {
            List<LookupRow> inserted = new ArrayList<>();
            for (LookupRow row : rows) {
                if (!row.isOfNull(user)) {
                    inserted.add(row);
                }
            }
            return inserted;
        }
    }

    @Override
    public List<ShardCall> looks() {
        return List.of();
    }

    @Override
    public List<String> lookupTables() {
        return entries.stream().map(entry -> entry.table().name()).toList();
    }
}

package io.shardkit.planner.lookup;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ForwardingPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.lookup.InsertWithLookups;
import io.shardkit.plan.lookup.LookupRow;
import io.shardkit.plan.lookup.LookupTable;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT ... VALUES into a table that has lookup tables. Immutable.
 *
 * @param plan of the rows themselves
 * @param entries what each lookup table is told
 */
record LookupInsertPlan(StatementPlan plan, List<Entry> entries) implements ForwardingPlan {
    /**
     * The rows to add to a lookup table.
     *
     * @param rows for each row of the INSERT the values of its columns; null for the row's generated key
     */
    record Entry(LookupTable table, List<List<@Nullable Value>> rows) {}

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        if (LookupHints.decide()) {
            throw ShardingExceptions.of(ErrorCode.LOOKUP_WRITE, "an INSERT whose unit a hint decides");
        }
        BoundPlan bound = plan.bind(parameters, preferredDataSource, learned);
        List<Object> keys = bound.rowKeys();
        if (keys == null) {
            throw ShardingExceptions.of(ErrorCode.LOOKUP_WRITE, "an INSERT whose rows a database computes");
        }
        List<InsertWithLookups.Entry> bindings = new ArrayList<>();
        for (Entry entry : entries) {
            List<LookupRow> rows = new ArrayList<>();
            for (int i = 0; i < entry.rows().size(); i++) {
                List<Value> values = new ArrayList<>();
                for (Value value : entry.rows().get(i)) {
                    values.add(value == null ? new Value.Literal(keys.get(i)) : value);
                }
                rows.add(new LookupRow(values));
            }
            bindings.add(new InsertWithLookups.Entry(entry.table(), rows));
        }
        return new InsertWithLookups(bound, bindings);
    }
}

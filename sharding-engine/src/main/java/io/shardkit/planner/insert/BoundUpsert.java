package io.shardkit.planner.insert;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.UniqueCheck;
import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one execution of an upsert. Immutable.
 *
 * @param insert the upsert
 * @param meeting how it meets other rows
 * @param made the keys of the rows, none of which is generated; empty if none can be
 * @param parameters of the execution
 */
record BoundUpsert(InsertPlan insert, Meeting meeting, int[] homes, List<Object> made, Parameters parameters)
        implements BoundPlan.UpsertedRows {

    @Override
    public ShardedTable table() {
        return insert.table();
    }

    @Override
    public boolean replaces() {
        return meeting.upsert().replaces();
    }

    @Override
    public boolean skips() {
        return meeting.upsert().skips();
    }

    @Override
    public List<BoundPlan.KeyLook> looks() throws SQLException {
        RowKeyValues values = meeting.all();
        UniqueCheck check = values.check();
        KeyLooks looks = new KeyLooks(check, replaces());
        for (int row = 0; row < homes.length; row++) {
            for (int number = 0; number < check.keys().size(); number++) {
                UniqueCheck.Key key = check.keys().get(number);
                List<@Nullable Object> given = values.given(row, number, parameters);
                List<Object> stored = given == null ? null : key.stored(given);
                if (stored == null) {
                    continue;
                }
                BitSet units = key.units(table(), stored);
                if (replaces()) {
                    // The database there does it by itself.
                    units.clear(homes[row]);
                }
                boolean meets = meeting.isBy(key);
                for (int unit : units.stream().toArray()) {
                    looks.add(row, key, stored, unit, meets);
                }
            }
        }
        return looks.all();
    }

    @Override
    public void check(int unit) throws SQLException {
        insert.places().check(unit);
    }

    @Override
    public BoundPlan.Calls in(int[] units) throws SQLException {
        return insert.in(units, made);
    }
}

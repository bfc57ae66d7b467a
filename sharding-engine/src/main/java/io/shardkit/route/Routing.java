package io.shardkit.route;

import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.Parameters;
import io.shardkit.sql.Value;
import java.sql.SQLException;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * How the units of one sharded table are found for an execution. Immutable.
 *
 * <p>The common demand, equality of each sharding column with one value, is answered by {@link #unit} without
 * allocating.
 */
public final class Routing {
    /** Not exactly one unit, or not known without resolving the whole condition. */
    public static final int NOT_ONE = -1;

    private final ShardedTable table;
    private final ShardCondition condition;
    private final @Nullable Axis databaseAxis;
    private final @Nullable Value databaseValue;
    private final @Nullable Axis tableAxis;
    private final @Nullable Value tableValue;
    private final boolean point;

    /** A routing of the table by the condition. */
    public Routing(ShardedTable table, ShardCondition condition) {
        this.table = table;
        this.condition = condition;
        ShardCondition.In database = single(condition, true);
        ShardCondition.In tables = single(condition, false);
        databaseAxis = database == null ? null : database.axis();
        databaseValue = database == null ? null : database.values().get(0);
        tableAxis = tables == null ? null : tables.axis();
        tableValue = tables == null ? null : tables.values().get(0);
        int parts = (database == null ? 0 : 1) + (tables == null ? 0 : 1);
        boolean complete = (table.databaseStrategy() == null || database != null)
                && (table.tableStrategy() == null || tables != null);
        point = complete && parts == size(condition);
    }

    /** The table. */
    public ShardedTable table() {
        return table;
    }

    /** What is demanded of its sharding columns. */
    public ShardCondition condition() {
        return condition;
    }

    /** The one unit of a point routing, or {@link #NOT_ONE}; {@link #units} then tells. */
    public int unit(Parameters parameters) throws SQLException {
        if (!point) {
            return table.unitCount() == 1 ? 0 : NOT_ONE;
        }
        int database = shard(databaseAxis, databaseValue, parameters);
        int shard = shard(tableAxis, tableValue, parameters);
        return database == Axis.NONE || shard == Axis.NONE ? NOT_ONE : table.unit(database, shard);
    }

    /** All units that may hold rows of interest; may be empty. */
    public BitSet units(Parameters parameters) throws SQLException {
        return condition.units(table, parameters);
    }

    private static int shard(@Nullable Axis axis, @Nullable Value value, Parameters parameters) throws SQLException {
        return axis == null || value == null ? 0 : axis.shard(value, parameters);
    }

    private static ShardCondition.@Nullable In single(ShardCondition condition, boolean database) {
        if (condition instanceof ShardCondition.In in) {
            return in.values().size() == 1 && in.axis().database() == database ? in : null;
        }
        if (condition instanceof ShardCondition.And and) {
            for (ShardCondition part : and.parts()) {
                ShardCondition.In in = single(part, database);
                if (in != null) {
                    return in;
                }
            }
        }
        return null;
    }

    private static int size(ShardCondition condition) {
        return condition instanceof ShardCondition.And and ? and.parts().size() : 1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Routing routing
                && routing.table.bindingGroup() == table.bindingGroup()
                && routing.condition.equals(condition);
    }

    @Override
    public int hashCode() {
        return condition.hashCode();
    }

    @Override
    public String toString() {
        return table + " by " + condition;
    }
}

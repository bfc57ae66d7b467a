package io.shardkit.route;

import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.hint.ShardingHint;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the units of one sharded table for an execution. Immutable.
 *
 * <p>The common demand, equality of each sharding column with one value or with several beside each other, is answered by
 * {@link #unit} without allocating.
 */
public final class Routing {
    /** Not exactly one unit, or not known without resolving the whole condition. */
    public static final int NOT_ONE = -1;

    private final RoutedTable table;
    private final ShardCondition condition;
    private final @Nullable HintedTable hinted;
    private final Point[] databases;
    private final Point[] tables;
    private final @Nullable KeyDemand databaseKeys;
    private final @Nullable KeyDemand tableKeys;
    private final boolean point;

    /** Of the one axis there is, if all that is demanded is that its column of whole numbers equals a parameter; or null. */
    private final @Nullable ShardingAlgorithm algorithm;

    private final int parameter;
    private final int shards;
    private final int stride;

    /** The demand that a column has one value. */
    private record Point(Axis axis, Value value) {}

    /** A routing of a table that no hint is for by the condition. */
    public Routing(RoutedTable table, ShardCondition condition) {
        this(table, condition, null);
    }

    /** A routing of the table by the condition, and by hints. */
    public Routing(HintedTable table, ShardCondition condition) {
        this(table.table(), condition, table);
    }

    private Routing(RoutedTable table, ShardCondition condition, @Nullable HintedTable hinted) {
        this.table = table;
        this.hinted = hinted;
        this.condition = condition;
        databases = points(condition, true);
        tables = points(condition, false);
        databaseKeys = keys(condition, true);
        tableKeys = keys(condition, false);
        boolean complete = !isByHint(table)
                && (table.databaseStrategy() == null || databases.length > 0 || databaseKeys != null)
                && (table.tableStrategy() == null || tables.length > 0 || tableKeys != null);
        int ofSeveral = (databaseKeys == null ? 0 : 1) + (tableKeys == null ? 0 : 1);
        point = complete && databases.length + tables.length + ofSeveral == size(condition);
        ShardCondition.In only = point && condition instanceof ShardCondition.In in ? in : null;
        if (only != null
                && only.axis().keyType() == KeyType.INTEGER
                && only.values().get(0) instanceof Value.Parameter value
                && table.unitsApart(only.axis().database()) > 0) {
            algorithm = only.axis().algorithm();
            parameter = value.index();
            shards = algorithm.shardCount();
            stride = table.unitsApart(only.axis().database());
        } else {
            algorithm = null;
            parameter = -1;
            shards = 0;
            stride = 0;
        }
    }

    private static boolean isByHint(RoutedTable table) {
        return table.strategies().stream()
                .anyMatch(strategy -> strategy.columns().isEmpty());
    }

    /** The table. */
    public RoutedTable table() {
        return table;
    }

    /** Returns true if each sharding column is demanded to have one value. */
    public boolean isPoint() {
        return point;
    }

    /** Returns the condition on the table's sharding columns. */
    public ShardCondition condition() {
        return condition;
    }

    /** Returns the one unit of a point routing, or {@link #NOT_ONE}; {@link #units} then tells. */
    public int unit(Parameters parameters) throws SQLException {
        if (ShardingHint.current() != null) {
            return NOT_ONE;
        }
        if (algorithm != null && parameters.isLong(parameter)) {
            int shard = algorithm.shard(parameters.longValue(parameter));
            if (shard >= 0 && shard < shards) {
                return shard * stride;
            }
        }
        if (!point) {
            return table.isOneUnit() ? 0 : NOT_ONE;
        }
        int database = databaseKeys == null ? shard(databases, parameters) : databaseKeys.shard(parameters);
        int shard = tableKeys == null ? shard(tables, parameters) : tableKeys.shard(parameters);
        return database == Axis.NONE || shard == Axis.NONE ? NOT_ONE : table.unit(database, shard);
    }

    /** All units that may hold rows of interest; may be empty. */
    public BitSet units(Parameters parameters) throws SQLException {
        table.lookForMissing();
        BitSet units = condition.units(table, parameters);
        ShardingHint hint = hinted == null ? null : ShardingHint.current();
        return hint == null || hinted == null ? units : hinted.restricted(condition, units, hint);
    }

    /** The shard that all of the values say, 0 if there are none, or {@link Axis#NONE} if they do not say the same one. */
    private static int shard(Point[] points, Parameters parameters) throws SQLException {
        int shard = 0;
        for (int i = 0; i < points.length; i++) {
            int own = points[i].axis.shard(points[i].value, parameters);
            if (i > 0 && own != shard) {
                return Axis.NONE;
            }
            shard = own;
        }
        return shard;
    }

    /** The demands of one value each that stand beside each other: a join may bring the key of each of its tables. */
    private static Point[] points(ShardCondition condition, boolean database) {
        List<ShardCondition> parts = condition instanceof ShardCondition.And and ? and.parts() : List.of(condition);
        return parts.stream()
                .filter(ShardCondition.In.class::isInstance)
                .map(ShardCondition.In.class::cast)
                .filter(in -> in.values().size() == 1 && in.axis().database() == database)
                .map(in -> new Point(in.axis(), in.values().get(0)))
                .toArray(Point[]::new);
    }

    /** The demand of one value for each of several columns, or null. */
    private static @Nullable KeyDemand keys(ShardCondition condition, boolean database) {
        List<ShardCondition> parts = condition instanceof ShardCondition.And and ? and.parts() : List.of(condition);
        return parts.stream()
                .filter(ShardCondition.Keys.class::isInstance)
                .map(part -> ((ShardCondition.Keys) part).demand())
                .filter(demand -> demand.isPoint() && demand.axis().database() == database)
                .findFirst()
                .orElse(null);
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

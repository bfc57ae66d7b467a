package io.shardkit.plan;

import io.shardkit.route.Axis;
import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.ColumnRef;
import io.shardkit.sql.Condition;
import io.shardkit.sql.Parameters;
import io.shardkit.sql.TableUse;
import io.shardkit.sql.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The IN lists of a query that hold a sharding column against parameters. A value that belongs to another unit equals no
 * row of this one, so each unit gets one of its own values in its place: the text stays the same, and the database looks
 * for fewer rows. IN answers the same for every row of the unit, whatever is made of the answer. Immutable.
 */
public final class KeyLists {
    private final List<KeyList> lists;
    private final int parameterCount;

    /**
     * One list.
     *
     * @param table whose column it is
     * @param axis of the column
     * @param values at least two
     */
    private record KeyList(ShardedTable table, Axis axis, List<Value.Parameter> values) {

        /** The shard of each value, or a negative number if a unit has to keep it; null if the values are not alike. */
        int @Nullable [] shards(Parameters parameters) throws SQLException {
            int[] shards = new int[values.size()];
            for (int i = 0; i < shards.length; i++) {
                if (!parameters.areAlike(values.get(0).index(), values.get(i).index())) {
                    return null;
                }
                shards[i] = axis.shard(values.get(i), parameters);
            }
            return shards;
        }
    }

    private KeyLists(List<KeyList> lists, int parameterCount) {
        this.lists = lists;
        this.parameterCount = parameterCount;
    }

    /** Those of a query, or null if it has none. */
    static @Nullable KeyLists of(Tables tables, Links links, int parameterCount) {
        List<KeyList> lists = new ArrayList<>();
        for (TableUse use : tables.shardedUses()) {
            for (Axis axis : tables.axes(use)) {
                ColumnRef column = new ColumnRef(use.id(), axis.column());
                for (Condition condition : links.conditionsOn(use)) {
                    collect(condition, column, tables.shardedOf(use), axis, lists);
                }
            }
        }
        return lists.isEmpty() ? null : new KeyLists(List.copyOf(lists), parameterCount);
    }

    private static void collect(
            Condition condition, ColumnRef column, ShardedTable table, Axis axis, List<KeyList> lists) {
        if (condition instanceof Condition.And and) {
            and.parts().forEach(part -> collect(part, column, table, axis, lists));
        } else if (condition instanceof Condition.Or or) {
            or.parts().forEach(part -> collect(part, column, table, axis, lists));
        } else if (condition instanceof Condition.In in && in.column().equals(column)) {
            List<Value.Parameter> values = new ArrayList<>();
            for (Value value : in.values()) {
                if (value instanceof Value.Parameter parameter) {
                    values.add(parameter);
                }
            }
            if (values.size() > 1) {
                lists.add(new KeyList(table, axis, List.copyOf(values)));
            }
        }
    }

    /** The calls, each with values of its unit only as far as that can be. */
    public List<ShardCall> narrowed(List<ShardCall> calls, Parameters parameters) throws SQLException {
        List<ShardCall> narrowed = calls;
        for (KeyList list : lists) {
            int[] shards = list.shards(parameters);
            if (shards != null) {
                List<ShardCall> wider = narrowed;
                narrowed = new ArrayList<>(wider.size());
                for (ShardCall call : wider) {
                    narrowed.add(narrowed(call, list, shards));
                }
            }
        }
        return narrowed;
    }

    private ShardCall narrowed(ShardCall call, KeyList list, int[] shards) {
        int own = list.axis().shardOfUnit(list.table(), call.unit());
        int kept = 0;
        while (kept < shards.length && shards[kept] != own) {
            kept++;
        }
        if (kept == shards.length) {
            return call;
        }
        int[] instead = everyParameter();
        for (int i = 0; i < shards.length; i++) {
            if (shards[i] >= 0 && shards[i] != own) {
                instead[list.values().get(i).index()] = list.values().get(kept).index();
            }
        }
        ParameterMapping mapping = call.mapping();
        int[] sources = mapping == null ? everyParameter() : mapping.sources().clone();
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] >= 0) {
                sources[i] = instead[sources[i]];
            }
        }
        @Nullable Object[] computed = mapping == null ? new Object[0] : mapping.computed();
        return new ShardCall(call.dataSource(), call.unit(), call.sql(), new ParameterMapping(sources, computed));
    }

    private int[] everyParameter() {
        int[] all = new int[parameterCount];
        Arrays.setAll(all, i -> i);
        return all;
    }
}

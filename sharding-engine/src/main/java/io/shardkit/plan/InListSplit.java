package io.shardkit.plan;

import io.shardkit.route.Axis;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The IN lists of a query that hold a sharding column against parameters. A value that belongs to another unit equals no
 * row of this one, so each unit gets one of its own values in its place: the text stays the same, and the database looks
 * for fewer rows. Only where each value by itself decides what it equals: a list with one that does not say its shard is
 * left as it is. Immutable.
 */
public final class InListSplit {
    private final List<KeyList> lists;
    private final int parameterCount;

    /**
     * One list.
     *
     * @param table whose column it is
     * @param axis of the column
     * @param values all of the list, at least two
     */
    public record KeyList(RoutedTable table, Axis axis, List<Value.Parameter> values) {

        public KeyList {
            values = List.copyOf(values);
        }

        /** The shard of each value, or null if the list is to be left as it is. */
        int @Nullable [] shards(Parameters parameters) {
            int[] shards = new int[values.size()];
            try {
                for (int i = 0; i < shards.length; i++) {
                    if (!parameters.areAlike(
                            values.get(0).index(), values.get(i).index())) {
                        return null;
                    }
                    shards[i] = axis.shard(values.get(i), parameters);
                    if (shards[i] == Axis.NONE) {
                        return null;
                    }
                }
            } catch (SQLException | RuntimeException notPlaced) {
                // An algorithm may refuse a value that nothing was routed by; to save work is no reason to fail.
                return null;
            }
            return shards;
        }

        /** Has one of the unit's own values taken instead of those of others; false if it has none. */
        boolean narrow(int unit, int[] shards, int[] taken) {
            int own = axis.shardOfUnit(table, unit);
            int kept = 0;
            while (kept < shards.length && shards[kept] != own) {
                kept++;
            }
            for (int i = 0; kept < shards.length && i < shards.length; i++) {
                if (shards[i] != own) {
                    taken[values.get(i).index()] = values.get(kept).index();
                }
            }
            return kept < shards.length;
        }
    }

    /**
     * Creates the split of one query's IN lists.
     *
     * @param lists at least one
     * @param parameterCount how many parameters the query has
     */
    public InListSplit(List<KeyList> lists, int parameterCount) {
        this.lists = List.copyOf(lists);
        this.parameterCount = parameterCount;
    }

    /** The calls, each with its unit's own values of the lists only. */
    List<ShardCall> narrowed(List<ShardCall> calls, Parameters parameters) {
        List<KeyList> narrowing = new ArrayList<>(lists.size());
        List<int[]> shards = new ArrayList<>(lists.size());
        for (KeyList list : lists) {
            int[] found = list.shards(parameters);
            if (found != null) {
                narrowing.add(list);
                shards.add(found);
            }
        }
        if (narrowing.isEmpty()) {
            return calls;
        }
        List<ShardCall> narrowed = new ArrayList<>(calls.size());
        for (ShardCall call : calls) {
            int[] taken = new int[parameterCount];
            Arrays.setAll(taken, i -> i);
            boolean any = false;
            for (int i = 0; i < shards.size(); i++) {
                any |= narrowing.get(i).narrow(call.unit(), shards.get(i), taken);
            }
            narrowed.add(any ? with(taken, call) : call);
        }
        return narrowed;
    }

    private static ShardCall with(int[] taken, ShardCall call) {
        ParameterMapping mapping = call.mapping();
        int[] sources = taken;
        if (mapping != null) {
            sources = mapping.sources().clone();
            for (int i = 0; i < sources.length; i++) {
                sources[i] = sources[i] < 0 ? sources[i] : taken[sources[i]];
            }
        }
        return new ShardCall(
                call.dataSource(), call.unit(), call.sql(), new ParameterMapping(sources, call.computed()));
    }
}

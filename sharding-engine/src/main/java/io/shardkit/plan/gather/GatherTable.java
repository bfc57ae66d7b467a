package io.shardkit.plan.gather;

import io.shardkit.catalog.Column;
import io.shardkit.plan.ShardCall;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One table that a gather makes and fills.
 *
 * @param uses the table uses it stands for, at least one
 * @param repeats table uses that read a table of their own with the same rows in the same order
 * @param logicalName the table's logical name
 * @param columns its columns
 * @param rowOrder names of the columns in whose order its rows have to lie; empty for any order
 * @param primaryKey names of the columns of its primary key, if grouping by it may matter; else empty
 * @param indexed names of the columns, in lower case, by which the statement looks rows up
 * @param distinct whether a row that is there already may be left out
 * @param groups how its rows become those of groups, or null if they stay as they are
 * @param narrowing how fewer of its rows are asked for, or null if all are
 * @param local queries on the home of the gather whose rows belong in it
 * @param remote queries on other data sources whose rows belong in it, with each value as its carrier needs it
 */
public record GatherTable(
        List<Integer> uses,
        List<Integer> repeats,
        String logicalName,
        List<Column> columns,
        List<String> rowOrder,
        List<String> primaryKey,
        Set<String> indexed,
        boolean distinct,
        @Nullable GroupMerge groups,
        @Nullable Narrowing narrowing,
        List<ShardCall> local,
        List<ShardCall> remote) {

    /**
     * The way in which a gather asks for fewer rows of a table: for those whose columns have values that copies of other
     * tables have. All other rows change nothing in the answer. Immutable.
     *
     * @param links the columns
     * @param sufficient those of them by which a row is in the answer if it has the keys of all, so that a LIMIT counts such
     *     rows; empty if there are none
     * @param by makes the table
     */
    public record Narrowing(List<Link> links, List<Link> sufficient, By by) {
        /**
         * A column whose rows matter only if another table has its value.
         *
         * @param column the column as the queries of the units have it
         * @param from the first use of the other table
         * @param key the column of the other table's copy as statements have it
         */
        public record Link(String column, int from, String key) {}

        /** Makes the table of fewer rows. */
        @FunctionalInterface
        public interface By {
            /**
             * Returns the table whose queries have one more condition.
             *
             * @param sufficient whether the condition has all the keys that suffice
             */
            GatherTable narrowed(String condition, boolean sufficient);
        }

        public Narrowing {
            links = List.copyOf(links);
            sufficient = List.copyOf(sufficient);
        }
    }

    public GatherTable {
        uses = List.copyOf(uses);
        repeats = List.copyOf(repeats);
        columns = List.copyOf(columns);
        rowOrder = List.copyOf(rowOrder);
        primaryKey = List.copyOf(primaryKey);
        indexed = Set.copyOf(indexed);
        local = List.copyOf(local);
        remote = List.copyOf(remote);
    }

    /** All queries whose rows belong in it. */
    public List<ShardCall> calls() {
        return Stream.concat(local.stream(), remote.stream())
                .sorted(ShardCall.ORDER)
                .toList();
    }

    /** The first of the table uses it stands for. */
    public int use() {
        return uses.get(0);
    }
}

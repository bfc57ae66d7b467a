package io.shardkit.plan.gather;

import java.util.List;
import java.util.function.Function;

/**
 * The way in which a gather asks for fewer rows of a table: for those whose columns have values that copies of other tables
 * have. All other rows change nothing in the answer. Immutable.
 *
 * @param links the columns
 * @param by makes the table whose queries have one more condition
 */
public record Narrowing(List<Link> links, Function<String, GatherTable> by) {
    /**
     * A column whose rows matter only if another table has its value.
     *
     * @param column the column as the queries of the units have it
     * @param from the first use of the other table
     * @param key the column of the other table's copy as statements have it
     */
    public record Link(String column, int from, String key) {}

    public Narrowing {
        links = List.copyOf(links);
    }

    /** The table with a condition that is AND of some on its columns. */
    public GatherTable narrowed(List<String> conditions) {
        return by.apply(String.join(" AND ", conditions));
    }
}

package io.shardkit.plan.move;

import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.SqlTemplate;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An UPDATE that runs on a copy of the rows that it moves: a foreign key may demand a row of another table for the new
 * values, and that row is where the new values belong, not where the moved rows are. Immutable.
 *
 * @param text the UPDATE; its slot takes the copy
 * @param assigned the columns that the UPDATE assigns, in lower case
 * @param rule says which tables each data source has all rows of
 * @param needs asks what the UPDATE may need beside the rows
 * @param refusal the reason why the copy would not do, or null
 */
public record CopiedUpdate(
        SqlTemplate text, Set<String> assigned, ShardMap rule, TableQuestion needs, @Nullable String refusal) {

    /** Copies the names. */
    public CopiedUpdate {
        assigned = Set.copyOf(assigned);
    }

    /**
     * Returns true if a foreign key may demand a row that is only where the new values belong.
     *
     * @param column a column of the foreign key
     * @param parent the table that the foreign key refers to
     */
    public boolean needs(String column, String parent) {
        return assigned.contains(column.toLowerCase(Locale.ROOT)) && !rule.isBroadcast(parent);
    }

    /** One that is refused wherever it would be needed. */
    CopiedUpdate refused(String why) {
        return new CopiedUpdate(text, assigned, rule, needs, refusal == null ? why : refusal);
    }

    /** The UPDATE of a unit on the copy of its rows. */
    public ShardCall update(ShardCall call, String copy) {
        int[] sources = text.parameterSources();
        return new ShardCall(
                call.dataSource(),
                call.unit(),
                text.render(use -> copy),
                sources == null ? null : new ParameterMapping(sources, new Object[0]));
    }
}

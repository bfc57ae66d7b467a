package io.shardkit.plan.command;

import io.shardkit.plan.BoundQuery;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.ShardCall;
import io.shardkit.sql.statement.ParsedStatement.Listed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A SHOW of all tables, or of something that all of them have.
 *
 * @param calls one for each data source
 * @param question as the user wrote it, for the columns of the answer
 * @param like the pattern of the names, or null for all
 * @param where the condition of the rows, which a database is asked, or null for all
 */
public record ShownTables(
        Listed listed, List<ShardCall> calls, ShardCall question, @Nullable String like, @Nullable String where)
        implements BoundQuery {
    @Override
    public Fanout fanout() {
        return Fanout.of(calls);
    }

    @Override
    public void describe(Explanation to) {
        to.way("merge");
        to.runAll(calls);
    }
}

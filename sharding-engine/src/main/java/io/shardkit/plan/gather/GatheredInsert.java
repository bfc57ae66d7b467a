package io.shardkit.plan.gather;

import io.shardkit.catalog.Column;
import io.shardkit.plan.BoundWrite;
import io.shardkit.plan.Calls;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.WriteStep;
import io.shardkit.rule.DataNode;
import io.shardkit.sql.statement.SqlTemplate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT of the rows of a query: they are made in a temporary table with the target's columns, and go from
 * there to their units. All or nothing up to the commit.
 *
 * @param rows the query as an INSERT; the slot of table use 0 takes the temporary table
 * @param columns the columns of that table, and of the rows
 * @param placement where the rows belong
 * @param head the text before the rows
 * @param tail the text after the rows
 * @param claims the unique keys for which other units are asked before the rows are inserted, or null
 * @param learned what earlier executions found out
 */
public record GatheredInsert(
        Gather rows,
        List<Column> columns,
        RowPlacement placement,
        SqlTemplate head,
        SqlTemplate tail,
        @Nullable RowClaims claims,
        Learned learned)
        implements BoundWrite, WriteStep {
    @Override
    public Fanout fanout() {
        return rows.fanout();
    }

    @Override
    public boolean staysOn(int dataSource) {
        return placement.table() != null
                || placement.nodes().stream().allMatch(node -> node.dataSource() == dataSource);
    }

    @Override
    public void describe(Explanation to) {
        rows.describe(to);
        ParameterMapping mapping = new ParameterMapping(tail.sources(), new Object[0]);
        for (DataNode node : placement.nodes()) {
            String start = head.render(use -> node.table()).strip();
            String sql = start + " VALUES ... " + tail.render(use -> node.table());
            to.run(new ShardCall(node.dataSource(), 0, sql.strip(), mapping));
        }
        to.merge((placement.table() == null ? Calls.Counts.SAME : Calls.Counts.SUM).words());
    }

    @Override
    public List<WriteStep> steps() {
        return List.of(this);
    }
}

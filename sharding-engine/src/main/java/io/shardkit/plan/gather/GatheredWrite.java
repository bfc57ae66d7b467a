package io.shardkit.plan.gather;

import io.shardkit.observe.ExecutionStrategy;
import io.shardkit.plan.BoundWrite;
import io.shardkit.plan.Calls;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.WriteStep;
import io.shardkit.sql.statement.SqlTemplate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A write that reads rows of several units: they are copied to each data source that is written, before anything
 * is written, and the user's text reads the copies. All or nothing up to the commit.
 *
 * @param shared the subqueries that are asked before; each data source that is written gets their rows
 * @param copies what is copied to each data source, ascending; without direct reads
 * @param writes one for each actual table that is written, ordered by data source, then unit
 * @param counts how the update counts become one
 */
public record GatheredWrite(
        List<SubqueryRows> shared, List<Gather> copies, List<GatheredUnit> writes, Calls.Counts counts)
        implements BoundWrite, WriteStep {
    @Override
    public Fanout fanout() {
        return new Fanout(ExecutionStrategy.GATHER, writes.size());
    }

    @Override
    public void describe(Explanation to) {
        to.way("gather");
        shared.forEach(rows -> rows.describe(to));
        copies.forEach(copy -> copy.describeCopies(to));
        SqlTemplate text = copies.get(0).text();
        for (GatheredUnit unit : writes) {
            to.run(Gather.call(unit.dataSource(), unit.unit(), text, use -> {
                String own = unit.tables().get(use);
                return own != null ? own : shownName(use);
            }));
        }
        if (writes.size() > 1) {
            to.merge(counts.words());
        }
    }

    /** The name in the text for a table use, or null if it is neither copied nor made. */
    private @Nullable String shownName(int use) {
        if (shared.stream().anyMatch(rows -> rows.use() == use)) {
            return Gather.temporaryName(use);
        }
        GatherTable table = copies.get(0).copied(use);
        return table == null ? null : Gather.shownName(table, use);
    }

    @Override
    public List<WriteStep> steps() {
        return List.of(this);
    }
}

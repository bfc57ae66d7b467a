package io.shardkit.plan;

import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.SqlTemplate;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A statement's text for the units of one binding group, rendered when a unit is first asked for and then kept: at most
 * as many texts as the group has units. Thread-safe.
 */
final class UnitTexts {
    private final SqlTemplate template;
    private final List<@Nullable ShardedTable> tables;
    private final ShardedTable lead;
    private final AtomicReferenceArray<BoundPlan.@Nullable OneCall> calls;

    /**
     * @param template the text
     * @param tables for each table use of the statement its sharded table, or null
     * @param lead a table of the group
     */
    UnitTexts(SqlTemplate template, List<@Nullable ShardedTable> tables, ShardedTable lead) {
        this.template = template;
        this.tables = tables;
        this.lead = lead;
        this.calls = new AtomicReferenceArray<>(lead.unitCount());
    }

    /** The call of a unit with the user's parameters as they stand, or those of the text itself. */
    BoundPlan.OneCall call(int unit) {
        BoundPlan.OneCall call = calls.get(unit);
        if (call == null) {
            call = new BoundPlan.OneCall(call(unit, new Object[0], use -> unit));
            calls.set(unit, call);
        }
        return call;
    }

    /** Where the parameters of the text come from. */
    int[] sources() {
        return template.sources();
    }

    /** The call of a unit with these values for the parameters that are computed. */
    ShardCall call(int unit, @Nullable Object[] computed) {
        ShardCall kept = call(unit).call();
        ParameterMapping mapping = kept.mapping();
        return mapping == null || computed.length == 0
                ? kept
                : new ShardCall(kept.dataSource(), unit, kept.sql(), new ParameterMapping(mapping.sources(), computed));
    }

    /** A call that is made for one execution only: each sharded table use in a unit of its own. */
    ShardCall call(int unit, @Nullable Object[] computed, IntUnaryOperator unitOfUse) {
        int[] sources = template.parameterSources();
        String sql = template.render(use -> {
            ShardedTable table = tables.get(use);
            if (table == null) {
                throw new IllegalStateException("table use " + use + " has no actual tables");
            }
            return table.nodes().get(unitOfUse.applyAsInt(use)).table();
        });
        ParameterMapping mapping = sources == null ? null : new ParameterMapping(sources, computed);
        return new ShardCall(lead.nodes().get(unit).dataSource(), unit, sql, mapping);
    }
}

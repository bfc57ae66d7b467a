package io.shardkit.planner.analysis;

import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.SqlTemplate;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A statement's text for the units of one binding group, rendered when a unit is first asked for. The first is kept
 * with the plan, the others as long as there is room for them. Thread-safe.
 */
public final class UnitTexts {
    private final SqlTemplate template;
    private final List<@Nullable RoutedTable> tables;
    private final RoutedTable lead;
    private final UnitSqlCache kept;
    private volatile @Nullable SingleShard first;
    private volatile UnitSqlCache.@Nullable Page @Nullable [] pages;

    /**
     * @param template the SQL of the statement
     * @param tables for each table use of the statement its sharded table, or null
     * @param lead a table of the group
     * @param kept the store for the rendered SQL
     */
    public UnitTexts(SqlTemplate template, List<@Nullable RoutedTable> tables, RoutedTable lead, UnitSqlCache kept) {
        this.template = template;
        this.tables = tables;
        this.lead = lead;
        this.kept = kept;
    }

    /** The call of a unit with the user's parameters as they stand, or those of the text itself. */
    public SingleShard call(int unit) {
        SingleShard call = first;
        if (call != null && call.call().unit() == unit) {
            return call;
        }
        UnitSqlCache.@Nullable Page[] known = pages;
        UnitSqlCache.Page page = known == null ? null : known[unit / UnitSqlCache.Page.UNITS];
        call = page == null ? null : page.call(unit);
        return call == null ? rendered(unit) : call;
    }

    /** A statement for one unit only, as one with literals is, takes no room but its own. */
    private SingleShard rendered(int unit) {
        SingleShard call = new SingleShard(call(unit, new Object[0], use -> unit));
        if (first == null) {
            first = call;
        } else {
            kept.put(pages(), call);
        }
        return call;
    }

    private synchronized UnitSqlCache.@Nullable Page[] pages() {
        UnitSqlCache.@Nullable Page[] known = pages;
        if (known == null) {
            known = new UnitSqlCache.Page[(lead.unitCount() - 1) / UnitSqlCache.Page.UNITS + 1];
            pages = known;
        }
        return known;
    }

    /** Returns the sources of the SQL's parameters. */
    public int[] sources() {
        return template.sources();
    }

    /** The call of a unit with these values for the parameters that are computed. */
    public ShardCall call(int unit, @Nullable Object[] computed) {
        ShardCall kept = call(unit).call();
        ParameterMapping mapping = kept.mapping();
        return mapping == null || computed.length == 0
                ? kept
                : new ShardCall(kept.dataSource(), unit, kept.sql(), new ParameterMapping(mapping.sources(), computed));
    }

    /** A call that is made for one execution only: each sharded table use in a unit of its own. */
    public ShardCall call(int unit, @Nullable Object[] computed, IntUnaryOperator unitOfUse) {
        int[] sources = template.parameterSources();
        String sql = template.render(use -> {
            RoutedTable table = tables.get(use);
            return table == null ? null : table.actualTable(unitOfUse.applyAsInt(use));
        });
        ParameterMapping mapping = sources == null ? null : new ParameterMapping(sources, computed);
        return new ShardCall(lead.dataSource(unit), unit, sql, mapping);
    }
}

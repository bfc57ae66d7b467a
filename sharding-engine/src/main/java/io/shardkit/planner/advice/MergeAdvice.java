package io.shardkit.planner.advice;

import io.shardkit.algorithm.KeyType;
import io.shardkit.observe.Advice;
import io.shardkit.plan.Cost;
import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.route.Axis;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the sharding columns that the ON of a MERGE could name. */
record MergeAdvice(ParsedStatement.Merge merge, Tables tables, ColumnEqualities links, Trials trials) {

    List<Advice> find() throws SQLException {
        if (tables.shardedUses().isEmpty()) {
            return List.of();
        }
        TableUse target = tables.uses().get(0);
        List<ColumnRef> missing = tables.placingColumns(target).stream()
                .filter(column -> column.keyType() != KeyType.UNSUPPORTED)
                .map(Axis.Column::name)
                .distinct()
                .map(name -> new ColumnRef(target.id(), name))
                .filter(column -> !ConditionAdvice.hasValue(links, target, column))
                .toList();
        List<ParsedStatement.MergedRow> inserted = merge.rows().get(0).inserted();
        boolean inserts = !inserted.isEmpty();
        Cost cost = missing.isEmpty()
                ? null
                : inserts ? withInserted(missing, inserted.get(0)) : trials.with(missing, tables);
        if (cost == null) {
            return List.of();
        }
        String where = " in ON" + (inserts ? ", with the value that is inserted" : "");
        return List.of(ConditionAdvice.of(merge, missing, where, cost, tables, trials));
    }

    /** Returns the cost if ON looked for the row in the unit where the MERGE would insert it; null if that is not less. */
    private @Nullable Cost withInserted(List<ColumnRef> columns, ParsedStatement.MergedRow inserted)
            throws SQLException {
        Map<ColumnRef, Value> values = new LinkedHashMap<>();
        for (ColumnRef column : columns) {
            Value value = inserted.value(column.name());
            if (value == null) {
                return null;
            }
            values.put(column, value);
        }
        return trials.with(new AddedConditions(values));
    }
}

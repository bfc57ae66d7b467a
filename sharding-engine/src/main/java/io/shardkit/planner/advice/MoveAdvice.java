package io.shardkit.planner.advice;

import io.shardkit.catalog.UniqueKey;
import io.shardkit.observe.Advice;
import io.shardkit.plan.Cost;
import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.List;

/** Finds the unique key that could name the rows of an UPDATE that makes rows move, which is refused without such a key. */
record MoveAdvice(ParsedStatement statement, Tables tables, ColumnEqualities links, Trials trials) {

    /** For each key what it lacks, if it lacks something and helps. */
    List<Advice> find() throws SQLException {
        TableUse target = tables.uses().get(0);
        List<UniqueKey> keys = tables.uniqueKeys(target);
        for (UniqueKey key : keys == null ? List.<UniqueKey>of() : keys) {
            List<ColumnRef> missing = key.columns().stream()
                    .map(name -> new ColumnRef(target.id(), name))
                    .filter(column -> !ConditionAdvice.hasValue(links, target, column))
                    .toList();
            Cost cost = !key.exact() || missing.isEmpty() ? null : trials.with(missing, tables);
            if (cost != null) {
                String why = ", as a unique key has to name a row that moves";
                return List.of(ConditionAdvice.of(statement, missing, why, cost, tables, trials));
            }
        }
        return List.of();
    }
}

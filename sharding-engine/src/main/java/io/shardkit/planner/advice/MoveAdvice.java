package io.shardkit.planner.advice;

import io.shardkit.catalog.UniqueKey;
import io.shardkit.observe.Advice;
import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** Which unique key could name the rows of an UPDATE that makes them move, which is refused without one. */
record MoveAdvice(Tables tables, ColumnEqualities links, Trials trials) {

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
                String conditions = missing.stream()
                        .map(column -> ConditionAdvice.words(tables, column))
                        .collect(Collectors.joining(" AND "));
                return List.of(new Advice(
                        Advice.Kind.CONDITION,
                        List.of(target.name()),
                        missing.stream().map(ColumnRef::name).toList(),
                        cost.units(),
                        "a condition " + conditions + ", as a unique key has to name a row that moves: "
                                + cost.insteadOf(trials.now())));
            }
        }
        return List.of();
    }
}

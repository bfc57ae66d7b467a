package io.shardkit.planner.advice;

import io.shardkit.observe.Advice;
import io.shardkit.plan.Cost;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.Limit;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.SelectClauses;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds an OFFSET that a condition on the sorted columns could stand for: each unit has to send the skipped rows, too. */
record PagingAdvice(ParsedStatement.Query query, Tables tables, Trials trials, Parameters parameters) {
    /** Fewer rows are not worth another statement. */
    private static final long MANY_ROWS = 1000;

    List<Advice> find() throws SQLException {
        SelectClauses clauses = query.simple();
        Limit limit = clauses == null ? null : clauses.limit();
        int units = trials.now().units();
        if (clauses == null
                || limit == null
                || clauses.orderBy().isEmpty()
                || trials.now().way() != Cost.Strategy.SCATTER) {
            return List.of();
        }
        long count = number(limit.count());
        long skipped = number(limit.offset());
        if (count < 0 || skipped < MANY_ROWS || !clauses.groupBy().isEmpty()) {
            return List.of();
        }
        return List.of(new Advice(
                Advice.Kind.PAGING,
                tables.shardedUses().stream().map(TableUse::name).distinct().toList(),
                List.of(),
                units,
                "a condition on the columns of ORDER BY in place of OFFSET: each of " + units + " units sends up to "
                        + count + " rows instead of " + (count + skipped)));
    }

    /** Returns the number of rows; -1 if it is none. */
    private long number(@Nullable Value value) throws SQLException {
        Object number = value == null ? null : value.of(parameters);
        return number instanceof Integer || number instanceof Long ? ((Number) number).longValue() : -1;
    }
}

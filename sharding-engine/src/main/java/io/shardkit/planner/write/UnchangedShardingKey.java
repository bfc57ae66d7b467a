package io.shardkit.planner.write;

import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Refusal;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.route.Axis;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An UPDATE's assignment to a sharding column, which may only give it the value that WHERE demands of it: mappers that
 * write all columns of a row do so. Immutable.
 *
 * @param column the sharding column
 * @param table the table
 * @param demanded the value that each row to update has
 * @param assigned the value that it is given
 */
record UnchangedShardingKey(Axis.Column column, RoutedTable table, Value demanded, Value assigned) {

    /**
     * The assignments to sharding columns that have to be checked at each execution; refused if one cannot be known to
     * keep the value.
     */
    static Attempt<List<UnchangedShardingKey>> of(ParsedStatement.Write write, Tables tables) {
        List<UnchangedShardingKey> kept = new ArrayList<>();
        for (ParsedStatement.Assignment assignment : write.assignments()) {
            TableUse use = tables.uses().get(assignment.use());
            RoutedTable table = tables.shardedOf(use);
            ColumnRef column = new ColumnRef(use.id(), assignment.column());
            if (!table.isShardingColumn(assignment.column()) || column.equals(assignment.source())) {
                continue;
            }
            Value demanded = demanded(write.blocks().get(0), column);
            Value assigned = assignment.value();
            if (assigned == null) {
                return Attempt.refused(
                        ErrorCode.UPDATE_OF_SHARDING_COLUMN,
                        table + "." + assignment.column()
                                + ", as the database computes the value: a unique key has to name the rows,"
                                + " and the value may not come from a subquery");
            }
            if (demanded == null) {
                return Attempt.refused(refusal(table, assignment.column()));
            }
            for (Axis.Column placing : tables.findingColumns(use)) {
                if (placing.name().equals(assignment.column())) {
                    kept.add(new UnchangedShardingKey(placing, table, demanded, assigned));
                }
            }
        }
        return Attempt.done(kept);
    }

    private static @Nullable Value demanded(Block block, ColumnRef column) {
        for (Condition condition : block.where().conjuncts()) {
            if (condition instanceof Condition.In in
                    && in.column().equals(column)
                    && in.values().size() == 1) {
                return in.values().get(0);
            }
        }
        return null;
    }

    /** Refuses an execution whose rows would get another key. */
    void check(Parameters parameters) throws SQLException {
        Object present = column.keys().canonical(demanded.of(parameters));
        if (present == KeyNormalizer.NO_MATCH) {
            return;
        }
        Object next = assigned.of(parameters);
        if (next == null || present == KeyNormalizer.UNKNOWN) {
            throw refusal(table, column.name()).exception();
        }
        if (!present.equals(column.keys().canonicalForWrite(next, column.name()))) {
            throw refusal(table, column.name()).exception();
        }
    }

    private static Refusal refusal(RoutedTable table, String column) {
        return new Refusal(ErrorCode.UPDATE_OF_SHARDING_COLUMN, table + "." + column);
    }
}

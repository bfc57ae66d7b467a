package io.shardkit.planner.insert;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.planner.analysis.StatementRouting;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.route.Axis;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A MERGE of one row of values into a sharded table: on the one unit in which its ON finds rows, if the row that it
 * inserts belongs there as well. Immutable.
 *
 * @param parameterCount how many parameters it has
 * @param table the table
 * @param placement where its ON finds rows
 * @param inserted where the rows belong that its INSERTs give
 */
public record MergeStatementPlan(
        int parameterCount, ShardedTable table, StatementRouting placement, List<RowPlace> inserted)
        implements StatementPlan {

    /**
     * Where a row belongs.
     *
     * @param key the value of the column that a key generator fills elsewhere, or null if there is none
     */
    record RowPlace(RowRouting routing, @Nullable Value key) {}

    /** The plan, or why there is none. */
    public static Attempt<StatementPlan> of(
            ParsedStatement.Merge merge, Tables tables, StatementRouting placement, UniqueKeyRules uniqueKeys)
            throws SQLException {
        TableUse target = tables.uses().get(0);
        ShardedTable table = tables.shardedOf(target);
        Refusal assigned = assigned(merge, table);
        if (assigned != null) {
            return Attempt.refused(assigned);
        }
        if (!merge.inserted().isEmpty() && !uniqueKeys.ofInsert(tables, target).isEmpty()) {
            return Attempt.refused(ErrorCode.UNIQUE_KEY_OVER_UNITS, "MERGE does not look for keys in other units");
        }
        List<RowPlace> inserted = new ArrayList<>();
        for (ParsedStatement.MergedRow row : merge.inserted()) {
            KeyGeneration generation = table.keyGeneration();
            Value key = generation == null ? null : row.values().get(generation.column());
            if (generation != null && key == null) {
                return Attempt.refused(ErrorCode.INSERT_FORM, withoutKey(table));
            }
            List<List<@Nullable Value>> placing = new ArrayList<>();
            for (Axis.Column placed : tables.findingColumns(target)) {
                Refusal unplaced = tables.unplaced(target, placed);
                Value value = row.values().get(placed.name());
                if (unplaced != null || value == null) {
                    return Attempt.refused(
                            unplaced != null
                                    ? unplaced
                                    : new Refusal(ErrorCode.INSERT_WITHOUT_KEY, table + "." + placed.name()));
                }
                placing.add(Collections.singletonList(value));
            }
            RowRouting routing =
                    new RowRouting(tables.hinted(target), tables.held(target), tables.keyBounds(target), placing, -1);
            inserted.add(new RowPlace(routing, key));
        }
        return Attempt.done(
                new MergeStatementPlan(merge.text().parameterCount(), table, placement, List.copyOf(inserted)));
    }

    /** What is NULL or DEFAULT would have to be generated, as where the column is left out. */
    private static String withoutKey(ShardedTable table) {
        return "MERGE that gives the generated key of " + table + " no value that is known";
    }

    /** A sharding column may be given the value that it was found by. */
    private static @Nullable Refusal assigned(ParsedStatement.Merge merge, ShardedTable table) {
        List<Condition> demanded = merge.blocks().get(0).where().conjuncts();
        for (ParsedStatement.Assignment assignment : merge.assignments()) {
            ColumnRef column = new ColumnRef(0, assignment.column());
            boolean kept = column.equals(assignment.source())
                    || (assignment.value() != null
                            && demanded.contains(new Condition.In(column, List.of(assignment.value()))));
            if (table.isShardingColumn(assignment.column()) && !kept) {
                return new Refusal(ErrorCode.UPDATE_OF_SHARDING_COLUMN, table + "." + assignment.column());
            }
        }
        return null;
    }

    @Override
    public StatementKind kind() {
        return StatementKind.UPDATE;
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        BoundPlan.SingleShard found = placement.pointed(parameters);
        if (found == null) {
            throw ShardingExceptions.of(
                    ErrorCode.INSERT_FORM,
                    "MERGE whose ON does not name one value of each sharding column of " + table);
        }
        for (RowPlace row : inserted) {
            if (row.key() != null && row.key().of(parameters) == null) {
                throw ShardingExceptions.of(ErrorCode.INSERT_FORM, withoutKey(table));
            }
            if (row.routing().unit(0, parameters, null) != found.call().unit()) {
                throw ShardingExceptions.of(
                        ErrorCode.INSERT_FORM, "MERGE that inserts elsewhere than it looks for rows of " + table);
            }
        }
        return found;
    }
}

package io.shardkit.planner.insert;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.SingleShard;
import io.shardkit.planner.analysis.StatementRouting;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.route.Axis;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.RoutedTable;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A row of a MERGE into a sharded table: it is in the one unit in which ON finds rows, if the row that is inserted belongs
 * there as well; or, where ON demands a unique key, in the unit of the row that has it, and in that of the row to insert if
 * none does. Immutable.
 *
 * @param table the table
 * @param placement where its ON finds rows
 * @param places where the rows belong that its INSERTs give
 * @param made for each of its INSERTs the value of the column that a key generator fills elsewhere, if there is one
 * @param assigned where a row of the unit belongs to which its UPDATEs have given another sharding value
 * @param keys the unique keys by which it depends on other units
 * @param isCertain whether it is inserted wherever it meets no row
 */
public record MergeRowPlan(
        RoutedTable table,
        StatementRouting placement,
        List<RowRouting> places,
        List<Value> made,
        List<RowRouting> assigned,
        MergeKeys keys,
        boolean isCertain) {

    /**
     * The plan, or why there is none.
     *
     * @param number of the row
     * @param updates plans the UPDATE that it makes of a row which has to move
     * @throws SQLException if a database cannot be asked for the table's keys
     */
    public static Attempt<MergeRowPlan> of(
            ParsedStatement.Merge merge,
            int number,
            Tables tables,
            Dialect dialect,
            StatementRouting placement,
            UniqueKeyRules rules,
            RowUpdate.TextPlanner updates)
            throws SQLException {
        TableUse target = tables.uses().get(0);
        RoutedTable table = tables.shardedOf(target);
        ParsedStatement.MergeRow row = merge.rows().get(number);
        List<Condition> demanded = merge.blocks().get(number).where().conjuncts();
        Attempt<MergeKeys> keys = new MergeKeys.Reader(merge, number, tables, rules).read(dialect, updates);
        if (keys instanceof Refused<?> refused) {
            return Attempt.refused(refused.refusal());
        }
        KeyGeneration generation = table.keyGeneration();
        List<RowRouting> places = new ArrayList<>();
        List<Value> made = new ArrayList<>();
        for (ParsedStatement.MergedRow inserted : row.inserted()) {
            Value key = generation == null ? null : inserted.value(generation.column());
            if (key != null) {
                made.add(key);
            } else if (generation != null) {
                return Attempt.refused(ErrorCode.INSERT_FORM, withoutKey(table));
            }
            for (Axis.Column placed : tables.findingColumns(target)) {
                Refusal unplaced = tables.unplaced(target, placed);
                if (unplaced != null) {
                    return Attempt.refused(unplaced);
                }
                if (inserted.value(placed.name()) == null) {
                    return Attempt.refused(ErrorCode.INSERT_WITHOUT_KEY, table + "." + placed.name());
                }
            }
            places.add(routing(inserted::value, tables));
        }
        boolean certain = places.size() == 1 && !row.inserted().get(0).conditional();
        return assigned(row, demanded, tables)
                .map(assigned -> new MergeRowPlan(table, placement, places, made, assigned, keys.value(), certain));
    }

    private static RowRouting routing(Function<String, @Nullable Value> values, Tables tables) {
        TableUse target = tables.uses().get(0);
        List<List<@Nullable Value>> placing = new ArrayList<>();
        for (Axis.Column placed : tables.findingColumns(target)) {
            placing.add(Collections.singletonList(values.apply(placed.name())));
        }
        return new RowRouting(tables.hinted(target), tables.held(target), tables.keyBounds(target), placing, -1);
    }

    /** Returns the refusal's detail: a NULL or DEFAULT would have to be generated, as would a column that is left out. */
    private static String withoutKey(RoutedTable table) {
        return "MERGE that gives the generated key of " + table + " no value that is known";
    }

    /**
     * A sharding column may be given the value that it was found by, or one with which the row stays in its unit. Where it
     * does not decide alone, that is not known.
     */
    private static Attempt<List<RowRouting>> assigned(
            ParsedStatement.MergeRow row, List<Condition> demanded, Tables tables) {
        TableUse target = tables.uses().get(0);
        RoutedTable table = tables.shardedOf(target);
        List<RowRouting> others = new ArrayList<>();
        for (ParsedStatement.Assignment assignment : row.assignments()) {
            String name = assignment.column();
            ColumnRef column = new ColumnRef(0, name);
            Value value = assignment.value();
            boolean kept = column.equals(assignment.source())
                    || (value != null && demanded.contains(new Condition.In(column, List.of(value))));
            if (!table.isShardingColumn(name) || kept) {
                continue;
            }
            boolean alone = tables.axes(target).stream()
                    .allMatch(axis -> axis.isOfOneColumn() || !axis.names().contains(name));
            if (value == null || !alone || row.inserted().isEmpty()) {
                return Attempt.refused(ErrorCode.UPDATE_OF_SHARDING_COLUMN, table + "." + name);
            }
            ParsedStatement.MergedRow inserted = row.inserted().get(0);
            others.add(routing(other -> other.equals(name) ? value : inserted.value(other), tables));
        }
        return Attempt.done(List.copyOf(others));
    }

    /**
     * The row in one execution.
     *
     * @throws SQLException a coded refusal if it may concern rows elsewhere
     */
    BoundUpsert.Row bind(Parameters parameters) throws SQLException {
        SingleShard pointed = placement.pointed(parameters);
        if (pointed == null && (!keys.finding() || places.isEmpty())) {
            throw ShardingExceptions.of(
                    ErrorCode.INSERT_FORM,
                    "MERGE whose ON does not name one value of each sharding column of " + table
                            + ", nor a unique key of it");
        }
        int unit = pointed != null ? pointed.call().unit() : places.get(0).unit(0, parameters, null);
        for (int i = 0; i < places.size(); i++) {
            if (!made.isEmpty() && made.get(i).of(parameters) == null) {
                throw ShardingExceptions.of(ErrorCode.INSERT_FORM, withoutKey(table));
            }
            if (places.get(i).unit(0, parameters, null) != unit) {
                throw ShardingExceptions.of(
                        ErrorCode.INSERT_FORM, "MERGE that inserts elsewhere than it looks for rows of " + table);
            }
        }
        for (RowRouting row : assigned) {
            if (row.unit(0, parameters, null) != unit) {
                throw ShardingExceptions.of(
                        ErrorCode.UPDATE_OF_SHARDING_COLUMN, "MERGE that gives a row of " + table + " another place");
            }
        }
        return new BoundUpsert.Row(keys.claims(), unit, pointed != null, isCertain);
    }
}

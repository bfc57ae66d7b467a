package io.shardkit.planner.insert;

import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.unique.ProbedWrite;
import io.shardkit.plan.unique.UniqueCheck;
import io.shardkit.plan.unique.UniqueClaims;
import io.shardkit.plan.unique.UniquenessProbe;
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
import io.shardkit.sql.text.Span;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A MERGE of one row of values into a sharded table: on the one unit in which its ON finds rows, if the row that it
 * inserts belongs there as well; or, where its ON demands a unique key, on the unit of the row that has it, and on that of
 * the row that it inserts if none does. Immutable.
 *
 * @param parameterCount how many parameters it has
 * @param table the table
 * @param placement where its ON finds rows
 * @param inserted where the rows belong that its INSERTs give
 * @param assigned where a row of the unit belongs to which its UPDATEs have given another sharding value
 * @param keys the unique keys by which it depends on other units
 * @param update how it moves the row that is met elsewhere, or null if it does not
 * @param isCertain whether it inserts a row wherever it meets none
 */
public record MergeStatementPlan(
        int parameterCount,
        RoutedTable table,
        StatementRouting placement,
        List<RowPlace> inserted,
        List<RowRouting> assigned,
        MergeKeys keys,
        @Nullable RowUpdate update,
        boolean isCertain)
        implements StatementPlan {

    /**
     * The place of a row.
     *
     * @param key the value of the column that a key generator fills elsewhere, or null if there is none
     */
    record RowPlace(RowRouting routing, @Nullable Value key) {}

    /**
     * The plan, or why there is none.
     *
     * @param rows how many rows the statement has
     * @param updates plans the UPDATE that it makes of a row which has to move
     */
    public static Attempt<MergeStatementPlan> of(
            ParsedStatement.Merge merge,
            int rows,
            Tables tables,
            Dialect dialect,
            StatementRouting placement,
            UniqueKeyRules uniqueKeys,
            RowUpdate.TextPlanner updates)
            throws SQLException {
        TableUse target = tables.uses().get(0);
        RoutedTable table = tables.shardedOf(target);
        Attempt<MergeKeys> keys = MergeKeys.of(merge, rows, tables, uniqueKeys);
        if (keys instanceof Refused<?> refused) {
            return Attempt.refused(refused.refusal());
        }
        List<RowPlace> inserted = new ArrayList<>();
        for (ParsedStatement.MergedRow row : merge.inserted()) {
            KeyGeneration generation = table.keyGeneration();
            Value made = generation == null ? null : row.values().get(generation.column());
            if (generation != null && made == null) {
                return Attempt.refused(ErrorCode.INSERT_FORM, withoutKey(table));
            }
            for (Axis.Column placed : tables.findingColumns(target)) {
                Refusal unplaced = tables.unplaced(target, placed);
                if (unplaced != null) {
                    return Attempt.refused(unplaced);
                }
                if (row.values().get(placed.name()) == null) {
                    return Attempt.refused(ErrorCode.INSERT_WITHOUT_KEY, table + "." + placed.name());
                }
            }
            inserted.add(new RowPlace(routing(row.values(), tables), made));
        }
        RowUpdate update = rows == 1 && keys.value().finding() ? update(merge, tables, dialect, updates) : null;
        return assigned(merge, tables)
                .map(assigned -> new MergeStatementPlan(
                        merge.text().parameterCount(),
                        table,
                        placement,
                        List.copyOf(inserted),
                        assigned,
                        keys.value(),
                        update,
                        merge.inserted().size() == 1 && !merge.inserted().get(0).conditional()));
    }

    /**
     * Returns the update by which H2's form moves the row that has the values of KEY, if KEY is a unique key; null if the
     * row does not move.
     */
    private static @Nullable RowUpdate update(
            ParsedStatement.Merge merge, Tables tables, Dialect dialect, RowUpdate.TextPlanner updates)
            throws SQLException {
        List<String> assigned = merge.assignments().stream()
                .map(ParsedStatement.Assignment::column)
                .toList();
        TableUse target = tables.uses().get(0);
        boolean moves =
                tables.findingColumns(target).stream().map(Axis.Column::name).anyMatch(assigned::contains);
        List<UniqueKey> keys = tables.uniqueKeys(target);
        Set<String> key = Set.copyOf(merge.key());
        // Another one of fewer columns would have to be looked for.
        boolean unique = keys != null
                && keys.stream()
                        .filter(each -> key.containsAll(each.columns()))
                        .allMatch(each -> key.equals(Set.copyOf(each.columns())));
        if (key.isEmpty() || !moves || !unique || tables.isByHint(target)) {
            return null;
        }
        ParsedStatement.MergedRow row = merge.inserted().get(0);
        Map<String, Span> given = new HashMap<>(row.places());
        given.keySet().retainAll(row.values().keySet());
        return RowUpdate.of(
                merge.text(), merge.names().get(0).span(), given, assigned, merge.key(), 1, tables, dialect, updates);
    }

    private static RowRouting routing(Map<String, Value> values, Tables tables) {
        TableUse target = tables.uses().get(0);
        List<List<@Nullable Value>> placing = new ArrayList<>();
        for (Axis.Column placed : tables.findingColumns(target)) {
            placing.add(Collections.singletonList(values.get(placed.name())));
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
    private static Attempt<List<RowRouting>> assigned(ParsedStatement.Merge merge, Tables tables) {
        TableUse target = tables.uses().get(0);
        RoutedTable table = tables.shardedOf(target);
        List<Condition> demanded = merge.blocks().get(0).where().conjuncts();
        List<RowRouting> others = new ArrayList<>();
        for (ParsedStatement.Assignment assignment : merge.assignments()) {
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
            if (value == null || !alone || merge.inserted().isEmpty()) {
                return Attempt.refused(ErrorCode.UPDATE_OF_SHARDING_COLUMN, table + "." + name);
            }
            Map<String, Value> row = new HashMap<>(merge.inserted().get(0).values());
            row.put(name, value);
            others.add(routing(row, tables));
        }
        return Attempt.done(List.copyOf(others));
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
        BoundMerge.Row row = row(parameters);
        return asked(List.of(row), placement.on(row.home()), units -> placement.on(units[0]), parameters, learned);
    }

    /**
     * A write of rows, before which units are asked for keys if there is something to ask.
     *
     * @param write with each row in its home
     */
    static BoundPlan asked(
            List<BoundMerge.Row> rows,
            BoundPlan write,
            BoundMerge.Writes elsewhere,
            Parameters parameters,
            Learned learned)
            throws SQLException {
        UniqueCheck check = rows.get(0).keys().check();
        if (check == null) {
            return write;
        }
        UniqueClaims claims = new UniqueClaims(check, learned.parallelismOfQuestions());
        for (BoundMerge.Row row : rows) {
            for (MergeClaim claim : row.keys().claims()) {
                if (row.dependsOn(claim)) {
                    claims.add(claim.key(), row.home(), claim.given(parameters));
                }
            }
        }
        UniquenessProbe.All questions = claims.questions();
        return questions.isEmpty()
                ? write
                : new ProbedWrite(questions, write, new BoundMerge(rows, check, elsewhere, parameters, learned));
    }

    /**
     * The row, and where it belongs.
     *
     * @throws SQLException a coded refusal if it may concern rows elsewhere
     */
    BoundMerge.Row row(Parameters parameters) throws SQLException {
        SingleShard pointed = placement.pointed(parameters);
        if (pointed == null && (!keys.finding() || inserted.isEmpty())) {
            throw ShardingExceptions.of(
                    ErrorCode.INSERT_FORM,
                    "MERGE whose ON does not name one value of each sharding column of " + table
                            + ", nor a unique key of it");
        }
        int unit = pointed != null
                ? pointed.call().unit()
                : inserted.get(0).routing().unit(0, parameters, null);
        for (RowPlace row : inserted) {
            if (row.key() != null && row.key().of(parameters) == null) {
                throw ShardingExceptions.of(ErrorCode.INSERT_FORM, withoutKey(table));
            }
            if (row.routing().unit(0, parameters, null) != unit) {
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
        List<RowRouting> places = inserted.stream().map(RowPlace::routing).toList();
        return new BoundMerge.Row(keys, update, isCertain, places, unit, pointed != null);
    }
}

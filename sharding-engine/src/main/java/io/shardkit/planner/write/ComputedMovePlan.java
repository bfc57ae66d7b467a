package io.shardkit.planner.write;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ForwardingPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.limit.UnitLimit;
import io.shardkit.plan.move.ComputedMove;
import io.shardkit.plan.move.KeyValues;
import io.shardkit.plan.move.KeyedRows;
import io.shardkit.plan.move.RowMove;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.analysis.UniqueLookupKey;
import io.shardkit.route.Axis;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An UPDATE of one sharded table that gives a sharding column a value that only the database knows: rows that a unique
 * key names are updated where they are, and then moved to the unit where they belong. Immutable.
 *
 * @param plan the plan where no row can move
 * @param key names the rows
 * @param keepsKey whether the values of the key after the UPDATE are known
 * @param several the reason that the UPDATE may not meet several rows, or null
 * @param columns the columns of rows that move
 * @param apart whether the rows may come to another data source
 * @param returning whether the UPDATE answers with rows
 */
record ComputedMovePlan(
        WritePlan plan,
        UniqueLookupKey key,
        boolean keepsKey,
        @Nullable String several,
        RowMove.Columns columns,
        boolean apart,
        boolean returning)
        implements ForwardingPlan {

    /** Returns true if the statement is an UPDATE of one table that assigns any value to a sharding column. */
    static boolean mayMove(ParsedStatement.Write write, Tables tables) {
        return write.update()
                && write.blocks().size() == 1
                && write.blocks().get(0).from() instanceof From.Table
                && tables.uses().size() == 1
                && !assigned(write, tables.shardedOf(tables.uses().get(0))::isShardingColumn)
                        .isEmpty();
    }

    /**
     * The plan of such a statement.
     *
     * @param otherwise why it is refused if no unique key names the rows
     */
    static Attempt<StatementPlan> of(
            WritePlan update, ParsedStatement.Write write, Tables tables, Dialect dialect, Refusal otherwise)
            throws SQLException {
        TableUse target = tables.uses().get(0);
        UniqueLookupKey known = UniqueLookupKey.of(write.blocks().get(0), write.assignments(), tables, dialect);
        UniqueLookupKey key =
                known != null ? known : UniqueLookupKey.of(write.blocks().get(0), List.of(), tables, dialect);
        List<Axis> axes = tables.axes(target);
        if (key == null || tables.held(target) != null || axes.stream().anyMatch(Axis::isByHint)) {
            return Attempt.refused(otherwise);
        }
        for (Axis.Column column : tables.placingColumns(target)) {
            Refusal unplaced = tables.unplaced(target, column);
            if (unplaced != null) {
                return Attempt.refused(unplaced);
            }
        }
        RowMove.Columns columns = MovedColumns.of(write, tables, dialect, update.limits());
        Set<String> assigned = assigned(write, column -> true);
        boolean keepsKey = known != null
                && key.columns().stream().allMatch(column -> columns.carried().contains(column.column()));
        return Attempt.done(new ComputedMovePlan(
                update,
                key,
                keepsKey,
                keepsKey ? several(tables, write) : "and the database computes the key of several rows",
                columns,
                axes.stream()
                        .anyMatch(
                                axis -> axis.database() && axis.names().stream().anyMatch(assigned::contains)),
                write.text().hasReturning()));
    }

    /** The columns that may get other values. */
    private static Set<String> assigned(ParsedStatement.Write write, Predicate<String> wanted) {
        Set<String> assigned = new HashSet<>();
        for (ParsedStatement.Assignment assignment : write.assignments()) {
            boolean itself = new ColumnRef(assignment.use(), assignment.column()).equals(assignment.source());
            if (!itself && wanted.test(assignment.column())) {
                assigned.add(assignment.column());
            }
        }
        return assigned;
    }

    /**
     * Returns the reason that the order of several rows might matter: one database compares each row with those that it
     * has not updated yet, which may have the key that the row gets.
     */
    private static @Nullable String several(Tables tables, ParsedStatement.Write write) throws SQLException {
        TableUse target = tables.uses().get(0);
        Set<String> computed = new HashSet<>();
        for (ParsedStatement.Assignment assignment : write.assignments()) {
            boolean itself = new ColumnRef(assignment.use(), assignment.column()).equals(assignment.source());
            if (!itself && assignment.value() == null) {
                computed.add(assignment.column());
            }
        }
        for (Column column : tables.columns(target.id())) {
            if (column.filling().computed()) {
                computed.add(column.name());
            }
        }
        for (UniqueKey key : Objects.requireNonNullElse(tables.uniqueKeys(target), List.<UniqueKey>of())) {
            if (!key.exact() || key.columns().stream().anyMatch(computed::contains)) {
                return "and the unique key " + key.name() + " of several rows depends on their order";
            }
        }
        return null;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        if (columns.table().isOneUnit()) {
            return plan.bind(parameters, preferredDataSource, learned);
        }
        BitSet units = plan.placement().mayHaveRows(plan.placement().units(parameters));
        if (units.isEmpty()) {
            return plan.bind(parameters, preferredDataSource, learned);
        }
        KeyValues before = key.before(parameters);
        KeyValues after = before == null || !keepsKey ? null : key.after(before, parameters);
        if (before == null) {
            throw columns.refused("and no unique key names the rows");
        }
        if (before.combinations() > 1 && (after == null || several != null)) {
            throw columns.refused(
                    several != null ? several : "and it is not certain what the key of several rows becomes");
        }
        if (returning) {
            throw columns.refused("with RETURNING");
        }
        if (plan.whyOneUnit() != null) {
            throw plan.whyOneUnit().exception();
        }
        UnitLimit.check(plan.limits(), units.cardinality());
        List<ShardCall> updates = units.stream()
                .mapToObj(unit -> plan.overUnits().texts().call(unit).call())
                .sorted(ShardCall.ORDER)
                .toList();
        return new ComputedMove(
                updates,
                new KeyedRows(columns.table(), columns.name(), units, before, key.unique()),
                key.columns(),
                after,
                columns,
                apart,
                learned.parallelismOfQuestions());
    }
}

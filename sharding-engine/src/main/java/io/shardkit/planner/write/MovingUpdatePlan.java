package io.shardkit.planner.write;

import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ForwardingPlan;
import io.shardkit.plan.KeyColumn;
import io.shardkit.plan.Learned;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.limit.UnitLimit;
import io.shardkit.plan.move.KeyValues;
import io.shardkit.plan.move.KeyedRows;
import io.shardkit.plan.move.MovingUpdate;
import io.shardkit.plan.move.RowMove;
import io.shardkit.plan.move.SameShardUpdate;
import io.shardkit.planner.analysis.StatementRouting;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.analysis.UniqueLookupKey;
import io.shardkit.route.Axis;
import io.shardkit.route.HeldShard;
import io.shardkit.route.KeyBounds;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An UPDATE of one sharded table that assigns sharding columns. Where all rows that it may meet lie in units that their
 * new values belong to as well, it runs as any other; else a unique key has to name the rows, and they may move. A mapper
 * that writes all columns may name them by the rest of a unique key: they may be only where they belong then.
 *
 * @param plan how it runs where no row can move
 * @param computed how it runs where it is not certain what is stored for the values, or null if it does not
 * @param assigned for each placing column the value that it is given, or null if it keeps its own
 * @param goals for each axis of the table the values by which it places the rows anew, or null if it does not
 * @param held the key whose low bits hold the shard of an axis, or null
 * @param key names the rows, or null if no unique key does
 * @param byRest whether WHERE names the rest of a unique key, whose other columns are assigned
 * @param columns what is carried of rows that move
 * @param returning whether it answers with rows
 */
record MovingUpdatePlan(
        WritePlan plan,
        @Nullable StatementPlan computed,
        List<@Nullable Value> assigned,
        List<@Nullable List<Value>> goals,
        @Nullable HeldKey held,
        @Nullable UniqueLookupKey key,
        boolean byRest,
        RowMove.Columns columns,
        boolean returning)
        implements ForwardingPlan {

    /**
     * A key whose low bits hold a shard.
     *
     * @param shard finds it
     * @param assigned the value that the key is given, or null if it keeps its own
     */
    private record HeldKey(HeldShard shard, @Nullable Value assigned) {
        /** The shard that the keys of a unit's rows will hold. */
        int shard(RoutedTable table, int unit, Parameters parameters) throws SQLException {
            return assigned == null
                    ? shard.axis().shardOfUnit(table, unit)
                    : shard.axis().shardForWrite(assigned, parameters, shard.bounds());
        }
    }

    /**
     * Returns true if the statement is an UPDATE of one table that gives sharding columns values which are known when it
     * is bound.
     */
    static boolean mayMove(ParsedStatement.Write write, Tables tables) {
        if (!write.update()
                || write.blocks().size() != 1
                || !(write.blocks().get(0).from() instanceof From.Table)) {
            return false;
        }
        RoutedTable table = tables.shardedOf(tables.uses().get(0));
        Set<String> seen = new HashSet<>();
        boolean moving = false;
        for (ParsedStatement.Assignment assignment : write.assignments()) {
            if (table.isShardingColumn(assignment.column())) {
                boolean itself = isItself(assignment);
                if (!seen.add(assignment.column()) || (!itself && assignment.value() == null)) {
                    return false;
                }
                moving |= !itself;
            }
        }
        return moving;
    }

    private static boolean isItself(ParsedStatement.Assignment assignment) {
        return new ColumnRef(assignment.use(), assignment.column()).equals(assignment.source());
    }

    /** The plan of such a statement; refused if rows cannot be placed by a column that it assigns. */
    static Attempt<StatementPlan> of(WritePlan update, ParsedStatement.Write write, Tables tables, Dialect dialect)
            throws SQLException {
        TableUse target = tables.uses().get(0);
        List<@Nullable Value> assigned = new ArrayList<>();
        List<@Nullable List<Value>> goals = new ArrayList<>();
        for (Axis axis : tables.axes(target)) {
            List<@Nullable Value> own = new ArrayList<>();
            for (Axis.Column column : axis.columns()) {
                own.add(assigned(column.name(), write));
            }
            boolean moves = own.stream().anyMatch(Objects::nonNull);
            List<Value> goal = new ArrayList<>();
            for (int i = 0; moves && i < own.size(); i++) {
                Axis.Column column = axis.columns().get(i);
                Refusal unplaced = tables.unplaced(target, column);
                if (unplaced != null) {
                    return Attempt.refused(unplaced);
                }
                Value value = own.get(i) == null ? demanded(column.name(), target, write) : own.get(i);
                if (value == null) {
                    Refusal unknown = new Refusal(
                            ErrorCode.UPDATE_OF_SHARDING_COLUMN,
                            target.name() + ", as " + column.name()
                                    + " decides as well where the rows belong, and WHERE does not give it one value");
                    return ComputedMovePlan.of(update, write, tables, dialect, unknown);
                }
                goal.add(value);
            }
            assigned.addAll(own);
            goals.add(moves ? List.copyOf(goal) : null);
        }
        HeldShard key = tables.held(target);
        Value newKey = key == null ? null : assigned(key.column(), write);
        if (key != null && newKey != null) {
            Refusal unplaced = tables.unplaced(target, key.axis().columns().get(0));
            if (unplaced != null) {
                return Attempt.refused(unplaced);
            }
        }
        Refusal uncertain =
                new Refusal(ErrorCode.UPDATE_OF_SHARDING_COLUMN, "it is not certain what is stored for the value");
        Attempt<StatementPlan> computed = ComputedMovePlan.of(update, write, tables, dialect, uncertain);
        return Attempt.done(new MovingUpdatePlan(
                update,
                computed instanceof Refused ? null : computed.value(),
                assigned,
                goals,
                key == null ? null : new HeldKey(key, newKey),
                UniqueLookupKey.of(write.blocks().get(0), write.assignments(), tables, dialect),
                namesRest(write, tables),
                MovedColumns.of(write, tables, dialect, update.limits()),
                write.text().hasReturning()));
    }

    /** Returns true if each column of a unique key is demanded, or is a sharding column that is assigned. */
    private static boolean namesRest(ParsedStatement.Write write, Tables tables) throws SQLException {
        TableUse target = tables.uses().get(0);
        RoutedTable table = tables.shardedOf(target);
        List<UniqueKey> keys = tables.uniqueKeys(target);
        return keys != null
                && keys.stream()
                        .anyMatch(key -> key.exact()
                                && key.columns().stream()
                                        .allMatch(column -> demanded(column, target, write) != null
                                                || (table.isShardingColumn(column)
                                                        && assigned(column, write) != null)));
    }

    /** The value that a column is given, or null if it keeps its own. */
    private static @Nullable Value assigned(String column, ParsedStatement.Write write) {
        Value value = null;
        for (ParsedStatement.Assignment assignment : write.assignments()) {
            value = assignment.column().equals(column) && !isItself(assignment) ? assignment.value() : value;
        }
        return value;
    }

    /** Returns the one value that the rows have in a column, or null if WHERE demands none. */
    private static @Nullable Value demanded(String column, TableUse target, ParsedStatement.Write write) {
        ColumnRef wanted = new ColumnRef(target.id(), column);
        for (Condition condition : write.blocks().get(0).where().conjuncts()) {
            if (condition instanceof Condition.In in
                    && in.column().equals(wanted)
                    && in.values().size() == 1) {
                return in.values().get(0);
            }
        }
        return null;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        if (columns.table().isOneUnit()) {
            return plan.bind(parameters, preferredDataSource, learned);
        }
        SingleShard pointed = plan.placement().pointed(parameters);
        if (pointed != null
                && stays(pointed.call().unit(), parameters)
                && agrees(pointed.call().unit(), parameters)) {
            return pointed;
        }
        StatementRouting.Units found = plan.placement().units(parameters);
        BitSet units = plan.placement().mayHaveRows(found);
        if (units.isEmpty()) {
            return plan.bind(parameters, preferredDataSource, learned);
        }
        for (int unit = units.nextSetBit(0); unit >= 0; unit = units.nextSetBit(unit + 1)) {
            if (held != null && !agrees(unit, parameters)) {
                throw ShardingExceptions.of(
                        ErrorCode.KEY_OF_ANOTHER_SHARD,
                        columns.table() + "." + held.shard().column());
            }
        }
        RowMove unkeyed = new RowMove(columns, shards(parameters), KeyValues.NONE);
        unkeyed.checkGoals(units);
        if (units.stream().allMatch(unit -> unkeyed.goal(unit) == unit)) {
            return plan.bind(parameters, preferredDataSource, learned);
        }
        KeyValues before = key == null ? null : key.before(parameters);
        KeyValues after = key == null || before == null ? null : key.after(before, parameters);
        if (after == null && before != null && computed != null) {
            return computed.bind(parameters, preferredDataSource, learned);
        }
        if (key == null || before == null || after == null) {
            boolean some = units.stream().anyMatch(unit -> unkeyed.goal(unit) == unit);
            if (key != null || !byRest || !some || returning || plan.whyOneUnit() != null) {
                throw columns.refused("and no unique key names the rows");
            }
            UnitLimit.check(plan.limits(), units.cardinality());
            return new SameShardUpdate(updates(units), unkeyed);
        }
        if (returning) {
            throw columns.refused("with RETURNING");
        }
        if (plan.whyOneUnit() != null) {
            throw plan.whyOneUnit().exception();
        }
        UnitLimit.check(plan.limits(), units.cardinality());
        KeyedRows rows = new KeyedRows(columns.table(), columns.name(), units, before, key.unique());
        KeyValues keys = newKeys(parameters);
        if (keys != null) {
            return moving(rows, new RowMove(columns, unkeyed.shards(), after.and(keys)), learned);
        }
        if (computed == null) {
            throw columns.refused("and it is not certain what is stored for the value");
        }
        return computed.bind(parameters, preferredDataSource, learned);
    }

    private BoundPlan moving(KeyedRows rows, RowMove move, Learned learned) {
        BitSet goals = new BitSet();
        rows.units().stream().forEach(unit -> goals.set(move.goal(unit)));
        goals.and(rows.units());
        ShardCall first = goals.cardinality() == 1 && rows.most() == 1
                ? plan.overUnits().texts().call(goals.nextSetBit(0)).call()
                : null;
        return new MovingUpdate(updates(rows.units()), first, rows, move, learned.parallelismOfQuestions());
    }

    private List<ShardCall> updates(BitSet units) {
        return units.stream()
                .mapToObj(unit -> plan.overUnits().texts().call(unit).call())
                .sorted(ShardCall.ORDER)
                .toList();
    }

    /** Returns true if rows of a unit still belong there with their new values. */
    private boolean stays(int unit, Parameters parameters) throws SQLException {
        int first = 0;
        for (int i = 0; i < goals.size(); i++) {
            Axis axis = columns.placement().axes().get(i);
            int shard = shard(i, first, parameters);
            if (shard >= 0 && shard != axis.shardOfUnit(columns.table(), unit)) {
                return false;
            }
            first += axis.columns().size();
        }
        return true;
    }

    /** Returns true if the shard that their key holds is the shard of rows of a unit with their new values. */
    private boolean agrees(int unit, Parameters parameters) throws SQLException {
        if (held == null) {
            return true;
        }
        int shard = held.shard().axis().shardOfUnit(columns.table(), unit);
        int[] shards = shards(parameters);
        for (int i = 0; i < shards.length; i++) {
            if (shards[i] >= 0 && held.shard().isOf(columns.placement().axes().get(i))) {
                shard = shards[i];
            }
        }
        return shard == held.shard(columns.table(), unit, parameters);
    }

    /** For each axis the shard of the new values, or -1 where each row keeps its own. */
    private int[] shards(Parameters parameters) throws SQLException {
        int[] shards = new int[goals.size()];
        int first = 0;
        for (int i = 0; i < shards.length; i++) {
            shards[i] = shard(i, first, parameters);
            first += columns.placement().axes().get(i).columns().size();
        }
        return shards;
    }

    /** @param first the position of the axis' first column among those of all */
    private int shard(int number, int first, Parameters parameters) throws SQLException {
        List<Value> values = goals.get(number);
        if (values == null) {
            return -1;
        }
        Axis axis = columns.placement().axes().get(number);
        List<KeyBounds> bounds = columns.placement().bounds();
        if (axis.isOfOneColumn()) {
            return axis.shardForWrite(values.get(0), parameters, bounds.get(first));
        }
        List<@Nullable Object> given = new ArrayList<>(values.size());
        for (Value value : values) {
            given.add(value.of(parameters));
        }
        return axis.shardForWrite(given, bounds.subList(first, first + given.size()));
    }

    /** The sharding columns' new values, or null if it is not certain what is stored for one. */
    private @Nullable KeyValues newKeys(Parameters parameters) throws SQLException {
        List<String> names = new ArrayList<>();
        List<List<Object>> values = new ArrayList<>();
        for (int i = 0; i < assigned.size(); i++) {
            Value value = assigned.get(i);
            KeyColumn column = columns.keys().get(i);
            if (value != null) {
                Object given = value.of(parameters);
                Object stored = column == null || given == null ? null : column.found(given);
                if (column == null || stored == null) {
                    return null;
                }
                names.add(column.name());
                values.add(List.of(stored));
            }
        }
        return new KeyValues(names, values);
    }
}

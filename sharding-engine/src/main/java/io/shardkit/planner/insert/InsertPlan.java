package io.shardkit.planner.insert;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Calls;
import io.shardkit.plan.GeneratedRowKeys;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SplitInsert;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.planner.analysis.UnitTexts;
import io.shardkit.route.Traffic;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT ... VALUES into a sharded table: each row goes to its unit, rows of one unit in one statement. Immutable.
 *
 * @param rowCount how many rows there are
 * @param places where they lie
 * @param updated where they belong with the values that an upsert assigns, or null if it assigns none that places a row
 * @param keys their keys, or null if none is generated
 * @param computed how a database computes the rows before they are placed, or null if none can
 * @param listed whether the statement names its columns
 * @param inTurn whether its data sources are written one after the other, as rows may be there already
 * @param whyOneUnit why the rows may not go to several units, or null
 */
record InsertPlan(
        int parameterCount,
        RoutedTable table,
        int rowCount,
        RowRouting places,
        @Nullable RowRouting updated,
        @Nullable GeneratedRowKeys keys,
        @Nullable Refusal whyOneUnit,
        UnitTexts whole,
        InsertTexts texts,
        @Nullable StatementPlan computed,
        boolean listed,
        boolean inTurn)
        implements StatementPlan {

    private static final Set<ErrorCode> COMPUTABLE = EnumSet.of(
            ErrorCode.INSERT_WITHOUT_KEY,
            ErrorCode.KEY_NOT_CONVERTIBLE,
            ErrorCode.SESSION_FUNCTION,
            ErrorCode.SUBQUERY_OVER_UNITS,
            ErrorCode.TABLES_APART,
            ErrorCode.UNIQUE_KEY_OVER_UNITS);

    /** The rows of the only call of an INSERT of one row. */
    private static final List<int[]> ONE_ROW = List.of(new int[1]);

    @Override
    public StatementKind kind() {
        return StatementKind.INSERT;
    }

    @Override
    public @Nullable String generatedKeyColumn() {
        return keys == null ? null : keys.column();
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    /** Makes a bound plan around the calls of the rows. */
    @FunctionalInterface
    interface Around {
        BoundPlan calls(Calls calls) throws SQLException;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        return bind(parameters, preferredDataSource, learned, calls -> calls);
    }

    /** As {@link #bind}, with something around the calls unless a database computes the rows first. */
    BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned, Around around) throws SQLException {
        Attempt<Calls> asWritten = Attempt.of(() -> asWritten(parameters));
        return computed != null && isComputable(asWritten.refusal())
                ? computed.bind(parameters, preferredDataSource, learned)
                : around.calls(asWritten.orThrow());
    }

    /**
     * Returns true if the row was refused for a value that a database may compute, or because the row reads tables
     * elsewhere.
     */
    static boolean isComputable(@Nullable Refusal refusal) {
        return refusal != null && COMPUTABLE.contains(refusal.code());
    }

    private Calls asWritten(Parameters parameters) throws SQLException {
        if (rowCount == 1) {
            return keys == null ? whole.call(unit(0, parameters, null)) : oneRow(keys, parameters);
        }
        List<Object> made = new ArrayList<>();
        BitSet generated = new BitSet();
        int[] units = new int[rowCount];
        for (int row = 0; row < rowCount; row++) {
            Object key = keys == null ? null : keys.given(row, parameters);
            if (key == null && keys != null) {
                key = places.key(row, parameters, keys);
                generated.set(row);
            }
            if (key != null) {
                made.add(key);
            }
            units[row] = unit(row, parameters, key);
        }
        return calls(units, made, generated);
    }

    private Calls calls(int[] units, List<Object> made, BitSet generated) throws SQLException {
        List<RowsByUnit.Part> parts = new RowsByUnit(units).parts(table);
        List<ShardCall> calls = new ArrayList<>(parts.size());
        if (parts.size() == 1) {
            int unit = parts.get(0).unit();
            if (keys == null) {
                return whole.call(unit);
            }
            calls.add(generated.isEmpty() ? whole.call(unit).call() : texts.whole(unit, whole, generated, made));
        } else {
            if (whyOneUnit != null) {
                throw whyOneUnit.exception();
            }
            for (RowsByUnit.Part part : parts) {
                calls.add(texts.call(part, generated, made));
            }
        }
        List<int[]> rows = new ArrayList<>(parts.size());
        for (RowsByUnit.Part part : parts) {
            rows.add(part.rows());
        }
        return new SplitInsert(calls, rows, made, generated.isEmpty() ? null : made.get(generated.nextSetBit(0)));
    }

    /**
     * The INSERT with its rows in other units than those in which they belong.
     *
     * @param units that of each row
     * @param keys of the rows, none of which is generated; empty if none can be
     */
    Calls in(int[] units, List<Object> keys) throws SQLException {
        return calls(units, keys, new BitSet());
    }

    /** The unit of a row, where it belongs as well if it is there already and updated. */
    private int unit(int row, Parameters parameters, @Nullable Object key) throws SQLException {
        int unit = places.unit(row, parameters, key);
        if (updated != null && updated.unit(row, parameters, key) != unit) {
            throw ShardingExceptions.of(
                    ErrorCode.UPDATE_OF_SHARDING_COLUMN,
                    table + ", as a row that is there would get values that belong elsewhere than the row to insert");
        }
        return unit;
    }

    private SplitInsert oneRow(GeneratedRowKeys rowKeys, Parameters parameters) throws SQLException {
        Object given = rowKeys.given(0, parameters);
        Object key = given == null ? places.key(0, parameters, rowKeys) : given;
        int unit = unit(0, parameters, key);
        ShardCall call = given == null
                ? texts.oneRow(unit, whole, key)
                : whole.call(unit).call();
        return new SplitInsert(List.of(call), ONE_ROW, List.of(key), given == null ? key : null);
    }

    @Override
    public ParallelismChoice pace(Learned learned) {
        return inTurn ? ParallelismChoice.IN_TURN : learned.parallelism();
    }

    @Override
    public Traffic traffic() {
        return (called, parameters, to) -> {
            if (!called.isEmpty()) {
                to.units(table, called);
            }
            for (int row = 0; row < rowCount; row++) {
                places.tell(row, parameters, to);
            }
        };
    }

    @Override
    public String reason(BoundPlan bound) {
        return bound.fanout().isScattered()
                ? "the rows belong to " + bound.fanout().units() + " actual tables of " + table
                : "";
    }
}

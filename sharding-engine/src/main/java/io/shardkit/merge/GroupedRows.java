package io.shardkit.merge;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.dialect.facts.ValueKind;
import io.shardkit.error.ErrorCode;
import io.shardkit.merge.memory.Cell;
import io.shardkit.merge.memory.Conversion;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reads all units' rows and makes one row of those with equal group keys, in the order in which these come first. */
final class GroupedRows {
    private final ResultColumn[] columns;
    private final ResultColumn[] groupKeys;
    private final List<UnaryOperator<Object>> equalities;
    private final List<Aggregate> aggregates;
    private final MemoryBudget room;
    private final List<Supplier<Accumulator>> starts;
    private final boolean[] compared;
    private final Map<List<@Nullable Object>, Group> groups = new LinkedHashMap<>();

    private GroupedRows(
            ResultColumn[] columns,
            ResultColumn[] groupKeys,
            List<UnaryOperator<Object>> equalities,
            Aggregation aggregation,
            MemoryBudget room,
            List<Supplier<Accumulator>> starts,
            boolean[] compared) {
        this.columns = columns;
        this.groupKeys = groupKeys;
        this.equalities = equalities;
        this.aggregates = aggregation.aggregates();
        this.room = room;
        this.starts = starts;
        this.compared = compared;
    }

    /**
     * @param visibleColumns how many columns at the left are the user's
     * @throws SQLException a refusal if the columns' types cannot be grouped or aggregated exactly
     */
    static GroupedRows of(Aggregation aggregation, ResultSetMetaData metaData, int visibleColumns, Dialect dialect)
            throws SQLException {
        ResultColumn[] columns = new ResultColumn[metaData.getColumnCount()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = ResultColumn.of(metaData, i + 1, dialect);
        }
        ResultColumn[] groupKeys = new ResultColumn[aggregation.keys().size()];
        List<UnaryOperator<Object>> equalities = new ArrayList<>(groupKeys.length);
        for (int i = 0; i < groupKeys.length; i++) {
            GroupKey key = aggregation.keys().get(i);
            groupKeys[i] = ResultColumn.of(metaData, key.column(), dialect, key.text());
            equalities.add(ValueOrder.equality(groupKeys[i], key.text()));
        }
        MemoryBudget room = new MemoryBudget(aggregation.maxGroups());
        List<Supplier<Accumulator>> starts = new ArrayList<>();
        for (Aggregate aggregate : aggregation.aggregates()) {
            starts.add(Accumulators.of(aggregate, metaData, dialect, room));
        }
        boolean[] compared = new boolean[columns.length];
        Arrays.fill(compared, 0, mayDiffer(groupKeys, aggregation) ? visibleColumns : 0, true);
        for (Aggregate aggregate : aggregation.aggregates()) {
            compared[ResultColumn.of(metaData, aggregate.column(), dialect).index() - 1] = false;
        }
        return new GroupedRows(columns, groupKeys, equalities, aggregation, room, starts, compared);
    }

    /** Returns true if rows of one group may differ, because a group key may be spelled differently. */
    private static boolean mayDiffer(ResultColumn[] groupKeys, Aggregation aggregation) {
        boolean may = false;
        for (int i = 0; i < groupKeys.length; i++) {
            TextOrder text = aggregation.keys().get(i).text();
            may |= text.byWeights() || (groupKeys[i].kind() == ValueKind.TEXT && text.hasSpellings());
        }
        return may;
    }

    /** Reads a result to its end. */
    void addAll(ResultSet result) throws SQLException {
        while (result.next()) {
            List<@Nullable Object> key = key(result);
            Group group = groups.get(key);
            if (group == null) {
                room.take();
                group = new Group(firstRow(result), start());
                groups.put(key, group);
            } else {
                checkSpelling(group.row(), result);
            }
            for (Accumulator accumulator : group.accumulators()) {
                accumulator.add(result);
            }
        }
    }

    /** Of several spellings a database shows the one that it finds first, which no unit knows. */
    private void checkSpelling(@Nullable Object[] shown, ResultSet row) throws SQLException {
        for (int i = 0; i < columns.length; i++) {
            if (compared[i] && !Objects.equals(text(shown[i]), row.getString(columns[i].index()))) {
                throw columns[i].refusal(ErrorCode.TEXT_ORDER_UNKNOWN, "several spellings in column");
            }
        }
    }

    private static @Nullable String text(@Nullable Object shown) {
        return shown == null ? null : shown instanceof Cell cell ? cell.text() : Conversion.toText(shown);
    }

    private List<@Nullable Object> key(ResultSet row) throws SQLException {
        @Nullable Object[] values = new @Nullable Object[groupKeys.length];
        for (int i = 0; i < values.length; i++) {
            Object value = groupKeys[i].read(row);
            values[i] = value == null ? null : equalities.get(i).apply(value);
        }
        return Arrays.asList(values);
    }

    private @Nullable Object[] firstRow(ResultSet row) throws SQLException {
        @Nullable Object[] values = new @Nullable Object[columns.length];
        for (int i = 0; i < values.length; i++) {
            if (!isAggregate(columns[i])) {
                values[i] = columns[i].copy(row);
            }
        }
        return values;
    }

    private boolean isAggregate(ResultColumn column) {
        for (Aggregate aggregate : aggregates) {
            if (position(aggregate) == column.index() - 1) {
                return true;
            }
        }
        return false;
    }

    private int position(Aggregate aggregate) {
        return aggregate.column() > 0 ? aggregate.column() - 1 : columns.length + aggregate.column();
    }

    private Accumulator[] start() {
        Accumulator[] accumulators = new Accumulator[starts.size()];
        for (int i = 0; i < accumulators.length; i++) {
            accumulators[i] = starts.get(i).get();
        }
        return accumulators;
    }

    /** The merged rows; without group keys exactly one, even if no unit gave any. */
    List<@Nullable Object[]> rows() throws SQLException {
        if (groupKeys.length == 0 && groups.isEmpty()) {
            groups.put(List.of(), new Group(new @Nullable Object[columns.length], start()));
        }
        List<@Nullable Object[]> rows = new ArrayList<>(groups.size());
        for (Group group : groups.values()) {
            for (int i = 0; i < aggregates.size(); i++) {
                group.row()[position(aggregates.get(i))] = group.accumulators()[i].result();
            }
            rows.add(group.row());
        }
        return rows;
    }

    private record Group(@Nullable Object[] row, Accumulator[] accumulators) {}
}

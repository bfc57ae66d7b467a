package io.shardkit.plan.unique;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.rule.RoutedTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The unique keys of the rows that one execution writes, and what has to be asked because of them. Not thread-safe. */
public final class UniqueClaims {
    /** Of a row of which it is not known where it is. */
    public static final int ANY_UNIT = -1;

    /** The most values that one question may hold. */
    private static final int MOST_VALUES = 1_000;

    private final UniqueCheck check;
    private final ParallelismChoice parallelism;
    private final RoutedTable table;

    /** For each key, from what is known to differ where the key does to the unit of the row. */
    private final List<Map<List<Object>, Integer>> units = new ArrayList<>();

    /** By the unit to ask, those of one data source together, and the number of the key, the values to look for. */
    private final TreeMap<Integer, TreeMap<Integer, List<List<Object>>>> wanted;

    private final List<UniquenessProbe> questions = new ArrayList<>();
    private final UniqueCheck.KeyLocks locks = new UniqueCheck.KeyLocks();
    private final List<String> selects = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();

    /** A condition, with values of its own, that the rows do not fulfil which are looked for; empty for none. */
    private String except = "";

    private List<Object> exceptValues = List.of();
    private final List<UniquenessProbe.Found> found = new ArrayList<>();

    /** @param parallelism decides whether the data sources are asked in parallel */
    public UniqueClaims(UniqueCheck check, ParallelismChoice parallelism) {
        this.parallelism = parallelism;
        this.check = check;
        this.table = check.table();
        this.wanted = new TreeMap<>(
                Comparator.comparingInt(check.table()::dataSource).thenComparing(Comparator.naturalOrder()));
        check.keys().forEach(key -> units.add(new HashMap<>()));
    }

    /**
     * Leaves rows out that may have the keys: those that are updated.
     *
     * @param columns in quotes
     * @param values for each column those that the rows have
     */
    public void except(List<String> columns, List<List<Object>> values) {
        List<String> conditions = new ArrayList<>();
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            String places = String.join(", ", Collections.nCopies(values.get(i).size(), "?"));
            conditions.add(columns.get(i) + " IN (" + places + ")");
            all.addAll(values.get(i));
        }
        // Of a row with NULL it is not unknown whether it is another one.
        except = " AND CASE WHEN " + String.join(" AND ", conditions) + " THEN 1 ELSE 0 END = 0";
        exceptValues = List.copyOf(all);
    }

    /**
     * A row has a key.
     *
     * @param number of the key
     * @param unit where the row goes, which the database asks by itself, or {@link #ANY_UNIT}
     * @param given the values of the key's columns, as the statement has them
     * @throws SQLException if it is not certain what is stored for them, or if a row of another unit may have the same
     */
    public void add(int number, int unit, List<@Nullable Object> given) throws SQLException {
        UniqueCheck.Key key = check.keys().get(number);
        List<Object> row = key.stored(given);
        if (row == null) {
            return;
        }
        List<Object> known = key.distinguishing(row);
        BitSet others = key.units(table, row);
        Integer before = units.get(number).putIfAbsent(known, unit);
        if (before != null && before != unit) {
            ErrorCode code = known.size() == row.size() ? check.taken() : ErrorCode.UNIQUE_KEY_OVER_UNITS;
            throw ShardingExceptions.of(
                    code, "two rows of the statement may have the same unique key " + key + " of " + table);
        }
        boolean only = unit != ANY_UNIT && others.cardinality() == 1 && others.get(unit);
        if (key.locked() && !only) {
            locks.add(table, key, others, known);
        }
        if (unit != ANY_UNIT) {
            others.clear(unit);
        }
        others.stream().forEach(other -> wanted.computeIfAbsent(other, none -> new TreeMap<>())
                .computeIfAbsent(number, none -> new ArrayList<>())
                .add(row));
    }

    /** Returns the questions to ask, by data source. */
    public UniquenessProbe.All questions() throws SQLException {
        if (wanted.size() > check.maxUnits()) {
            throw ShardingExceptions.of(
                    ErrorCode.TOO_MANY_UNITS, wanted.size() + " units that may have the same unique keys");
        }
        wanted.forEach((unit, keys) -> keys.forEach((number, rows) -> {
            UniqueCheck.Key key = check.keys().get(number);
            int most = Math.max(1, MOST_VALUES / key.columns().size());
            for (int from = 0; from < rows.size(); from += most) {
                append(unit, key, rows.subList(from, Math.min(rows.size(), from + most)));
            }
        }));
        end();
        return new UniquenessProbe.All(List.copyOf(questions), locks);
    }

    private void append(int unit, UniqueCheck.Key key, List<List<Object>> rows) {
        boolean sameSource = !found.isEmpty() && table.dataSource(found.get(0).unit()) == table.dataSource(unit);
        int size = rows.size() * key.columns().size() + exceptValues.size();
        if (!sameSource || values.size() + size > MOST_VALUES) {
            end();
        }
        selects.add("SELECT " + found.size() + " FROM "
                + check.name().render(use -> table.actualTable(unit))
                + " WHERE "
                + (except.isEmpty() ? key.condition(rows.size()) : "(" + key.condition(rows.size()) + ")")
                + except);
        rows.forEach(values::addAll);
        values.addAll(exceptValues);
        found.add(new UniquenessProbe.Found(check, key, unit));
    }

    private void end() {
        if (found.isEmpty()) {
            return;
        }
        int unit = found.get(0).unit();
        int[] sources = IntStream.range(0, values.size()).map(i -> -1 - i).toArray();
        ParameterMapping mapping = new ParameterMapping(sources, values.toArray());
        questions.add(new UniquenessProbe(
                table.dataSource(unit), unit, List.copyOf(selects), mapping, List.copyOf(found), parallelism));
        selects.clear();
        values.clear();
        found.clear();
    }
}

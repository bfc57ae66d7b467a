package io.shardkit.planner.analysis;

import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.plan.KeyColumn;
import io.shardkit.plan.move.KeyValues;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A unique key all of whose columns the WHERE of a statement of one table gives values, so that it names the rows. Immutable.
 *
 * @param columns its columns
 * @param demanded for each the values that the rows have
 * @param assigned for each the value that they are given, or null if they keep theirs
 * @param unique whether no two units can have a row with the same key
 */
public record UniqueLookupKey(
        List<KeyColumn> columns, List<List<Value>> demanded, List<@Nullable Value> assigned, boolean unique) {

    /** The key by which rows are found with the least effort, or null if none names them. */
    public static @Nullable UniqueLookupKey of(
            Block block, List<ParsedStatement.Assignment> assignments, Tables tables, Dialect dialect)
            throws SQLException {
        List<UniqueKey> keys = tables.uniqueKeys(tables.uses().get(0));
        UniqueLookupKey best = null;
        for (UniqueKey key : keys == null ? List.<UniqueKey>of() : keys) {
            UniqueLookupKey named =
                    key.exact() && !key.columns().isEmpty() ? named(key, block, assignments, tables, dialect) : null;
            if (named != null && (best == null || (named.unique && !best.unique))) {
                best = named;
            }
        }
        return best;
    }

    private static @Nullable UniqueLookupKey named(
            UniqueKey key, Block block, List<ParsedStatement.Assignment> assignments, Tables tables, Dialect dialect) {
        TableUse target = tables.uses().get(0);
        RoutedTable table = tables.shardedOf(target);
        List<KeyColumn> columns = new ArrayList<>();
        List<List<Value>> demanded = new ArrayList<>();
        List<@Nullable Value> assigned = new ArrayList<>();
        for (String name : key.columns()) {
            ColumnRef ref = new ColumnRef(target.id(), name);
            List<Value> values = demanded(block, ref);
            KeyColumn column = KeyColumn.named(tables.column(ref), dialect);
            if (values == null || column == null) {
                return null;
            }
            Value given = null;
            for (ParsedStatement.Assignment assignment : assignments) {
                if (assignment.column().equals(name) && !ref.equals(assignment.source())) {
                    given = assignment.value();
                    if (given == null) {
                        return null;
                    }
                }
            }
            columns.add(column);
            demanded.add(values);
            assigned.add(given);
        }
        KeyGeneration generation = table.keyGeneration();
        boolean unique = tables.placeRows(target, key.columns())
                || tables.choice(target, key) == UniqueKeyChoice.CHECK
                || (generation != null && key.columns().contains(generation.column()));
        return new UniqueLookupKey(columns, demanded, assigned, unique);
    }

    private static @Nullable List<Value> demanded(Block block, ColumnRef column) {
        for (Condition condition : block.where().conjuncts()) {
            if (condition instanceof Condition.In in && in.column().equals(column)) {
                return in.values();
            }
        }
        return null;
    }

    /** The values that the rows have; null if no row can have them, or it is not certain which rows have them. */
    public @Nullable KeyValues before(Parameters parameters) throws SQLException {
        List<List<Object>> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Set<Object> found = new LinkedHashSet<>();
            for (Value value : demanded.get(i)) {
                Object given = value.of(parameters);
                Object stored = given == null ? null : columns.get(i).found(given);
                if (given != null && stored == null) {
                    return null;
                }
                if (stored != null) {
                    found.add(stored);
                }
            }
            if (found.isEmpty()) {
                return null;
            }
            values.add(List.copyOf(found));
        }
        return new KeyValues(names(), values);
    }

    /** Returns the key values of the rows after the UPDATE, or null if they are not certain. */
    public @Nullable KeyValues after(KeyValues before, Parameters parameters) throws SQLException {
        List<List<Object>> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Value next = assigned.get(i);
            Object given = next == null ? null : next.of(parameters);
            Object stored = given == null ? null : columns.get(i).found(given);
            if (next != null && stored == null) {
                return null;
            }
            values.add(stored == null ? before.values().get(i) : List.of(stored));
        }
        return new KeyValues(names(), values);
    }

    private List<String> names() {
        return columns.stream().map(KeyColumn::name).toList();
    }
}

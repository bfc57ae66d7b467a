package io.shardkit.planner.insert;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.Refusal;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.route.Axis;
import io.shardkit.route.KeyBounds;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides if an INSERT with a clause for rows that are there already may run on a sharded table: each unit sees its own
 * rows only, so rows that collide have to be in one unit.
 */
final class UpsertRules {
    private final ParsedStatement.Upsert upsert;
    private final Tables tables;
    private final TableUse target;
    private final RoutedTable table;
    private final UniqueKeyRules uniqueKeys;

    UpsertRules(ParsedStatement.Upsert upsert, Tables tables, TableUse target, UniqueKeyRules uniqueKeys) {
        this.uniqueKeys = uniqueKeys;
        this.upsert = upsert;
        this.tables = tables;
        this.target = target;
        this.table = tables.shardedOf(target);
    }

    /**
     * The unique keys for which other units have to be asked first; what may concern rows of several units is refused.
     *
     * @param generatedColumn the column whose values the framework makes, or null
     * @param compared the columns whose new values are seen to place the row where it lies when the statement is bound
     * @throws SQLException if a database cannot be asked
     */
    Attempt<List<UniqueKey>> asked(@Nullable String generatedColumn, Set<String> compared) throws SQLException {
        for (String column : upsert.changed()) {
            if (table.isShardingColumn(column) && !compared.contains(column)) {
                return Attempt.refused(ErrorCode.UPDATE_OF_SHARDING_COLUMN, table + "." + column);
            }
        }
        List<UniqueKey> keys = tables.uniqueKeys(target);
        if (keys == null) {
            return Attempt.refused(ErrorCode.UNIQUE_KEY_OVER_UNITS, "the unique keys of " + table + " are not known");
        }
        for (Axis axis : tables.axes(target)) {
            if (mixes(axis, keys, compared)) {
                return Attempt.refused(
                        ErrorCode.UPDATE_OF_SHARDING_COLUMN,
                        table + ", which " + axis.names() + " place together, and not all of them are assigned");
            }
        }
        List<UniqueKey> asked = new ArrayList<>();
        for (UniqueKey key : keys) {
            String missing = missing(key);
            if (missing != null) {
                Attempt<Boolean> asks = uniqueKeys.asks(upsert, tables, target, key, missing);
                if (asks instanceof Refused<Boolean> refused) {
                    return Attempt.refused(refused.refusal());
                }
                if (asks.value()) {
                    asked.add(key);
                }
            }
            if (generatedColumn != null && !key.columns().contains(generatedColumn)) {
                // The row that is there has another key than the one that would be reported.
                return Attempt.refused(
                        ErrorCode.INSERT_FORM,
                        upsert.form() + " with a generated key that is not part of the unique key " + key.columns());
            }
        }
        return Attempt.done(asked);
    }

    /**
     * Returns true if a row may end up with some of its placing columns from before, and others from the row to insert:
     * each of the two rows is in the unit, but the mixed row need not be.
     */
    private boolean mixes(Axis axis, List<UniqueKey> keys, Set<String> compared) {
        List<String> names = axis.names();
        return names.size() > 1
                && names.stream().anyMatch(upsert.assigned()::contains)
                && !names.stream().allMatch(name -> upsert.set().taken().contains(name) || compared.contains(name))
                && !keys.stream().allMatch(key -> key.columns().containsAll(names));
    }

    /** Returns the column or hint that places rows of the table and is not part of a key, or null. */
    @Nullable String missing(UniqueKey key) {
        for (Axis axis : tables.axes(target)) {
            if (!tables.isToldBy(target, axis, key.columns())) {
                for (String name : axis.names()) {
                    if (!key.columns().contains(name)) {
                        return name;
                    }
                }
            }
        }
        return tables.isByHint(target) ? "the hint that places its rows" : null;
    }

    /**
     * Returns true if a row to insert may go to the unit of a row that has one of its keys: the upsert there takes no key
     * that another row to insert was asked for, and gives a sharding column no value but that of the row to insert.
     *
     * @param keys all unique keys of the table
     * @param rows the number of rows to insert
     */
    boolean follows(List<UniqueKey> keys, int rows, Dialect dialect) {
        if (tables.isByHint(target) || (upsert.replaces() && !dialect.clauses().replaceDeletes())) {
            return false;
        }
        boolean changesKeys =
                keys.stream().anyMatch(key -> key.columns().stream().anyMatch(upsert.assigned()::contains));
        return placing().stream().noneMatch(upsert.changed()::contains)
                && (rows == 1 || keys.size() == 1 || !changesKeys);
    }

    /** The columns that place rows and are assigned. */
    List<String> placing() {
        return tables.findingColumns(target).stream()
                .map(Axis.Column::name)
                .filter(upsert.assigned()::contains)
                .toList();
    }

    /** Returns the reason that IGNORE may change a value that places the row, or null if it does not. */
    @Nullable Refusal ignoring(Dialect dialect) {
        if (upsert.ignores() && dialect.clauses().ignoreChangesValues()) {
            for (Axis.Column placing : tables.findingColumns(target)) {
                Column column = tables.column(new ColumnRef(target.id(), placing.name()));
                if (column == null || !KeyBounds.areKnown(column)) {
                    return new Refusal(
                            ErrorCode.INSERT_FORM,
                            "IGNORE with " + table + "." + placing.name()
                                    + ", of which it is not known which values it takes as they are");
                }
            }
        }
        return null;
    }
}

package io.shardkit.route;

import io.shardkit.algorithm.ColumnKeys;
import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.algorithm.KeyType;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.hint.ShardingHint;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingStrategy;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The effect of hints on a sharded table. Immutable.
 *
 * @param table the table
 * @param axes the axes that place its rows
 * @param rule of the table
 */
public record HintedTable(RoutedTable table, List<Axis> axes, ShardMap rule) {

    /**
     * Restricts the units that a condition names to those that a hint allows.
     *
     * @param own the units that the condition names; the set may be changed, as no other code has it
     * @throws SQLException with {@link ErrorCode#HINT_CONTRADICTED} if the condition names units that the hint excludes,
     *     with {@link ErrorCode#TABLE_MISSING} if the hint names a table that is not there yet
     */
    BitSet restricted(ShardCondition condition, BitSet own, ShardingHint hint) throws SQLException {
        checkTables(hint);
        BitSet allowed = new BitSet(table.unitCount());
        allowed.set(0, table.unitCount());
        for (Axis axis : axes) {
            int shard = hinted(axis, hint);
            if (shard != Axis.NONE) {
                if (condition.names(axis) && !isWithin(axis, shard, own)) {
                    throw contradicted(String.join(", ", axis.names()));
                }
                BitSet units = new BitSet();
                axis.addUnits(table, shard, units);
                if (units.isEmpty()) {
                    // Nothing in the statement says that rows of other tables are not meant.
                    throw ShardingExceptions.of(
                            ErrorCode.TABLE_MISSING, "that of a hint for " + String.join(", ", axis.names()));
                }
                allowed.and(units);
            }
        }
        int source = dataSource(hint);
        if (source >= 0) {
            boolean named = axes.stream()
                    .anyMatch(axis -> (axis.database() || table.databaseStrategy() == null) && condition.names(axis));
            BitSet there = onDataSource(source);
            BitSet elsewhere = (BitSet) own.clone();
            elsewhere.andNot(there);
            if (named && !elsewhere.isEmpty()) {
                throw contradicted("data source " + hint.dataSourceName());
            }
            allowed.and(there);
        }
        boolean any = !own.isEmpty();
        own.and(allowed);
        if (any && own.isEmpty()) {
            throw contradicted("no unit is left");
        }
        return own;
    }

    private boolean isWithin(Axis axis, int shard, BitSet units) {
        return units.stream().allMatch(unit -> axis.shardOfUnit(table, unit) == shard);
    }

    private BitSet onDataSource(int source) {
        BitSet units = new BitSet(table.unitCount());
        for (int unit = 0; unit < table.unitCount(); unit++) {
            units.set(unit, table.dataSource(unit) == source);
        }
        return units;
    }

    /**
     * Makes sure that a row may be written to a unit.
     *
     * @throws SQLException with {@link ErrorCode#HINT_CONTRADICTED} if the hint names another one
     */
    public void check(int unit, ShardingHint hint) throws SQLException {
        checkTables(hint);
        for (Axis axis : axes) {
            int shard = hinted(axis, hint);
            if (shard != Axis.NONE && axis.shardOfUnit(table, unit) != shard) {
                throw contradicted(String.join(", ", axis.names()));
            }
        }
        int source = dataSource(hint);
        if (source >= 0 && table.dataSource(unit) != source) {
            throw contradicted("data source " + hint.dataSourceName());
        }
    }

    /**
     * The shard of a row that is written, of an axis that goes by hints.
     *
     * @throws SQLException with {@link ErrorCode#HINT_MISSING} if there is no hint for it
     */
    public int shardForWrite(Axis axis, @Nullable ShardingHint hint) throws SQLException {
        int shard = hint == null ? Axis.NONE : hinted(axis, hint);
        if (shard == Axis.NONE) {
            throw ShardingExceptions.of(
                    ErrorCode.HINT_MISSING, table + ", " + (axis.database() ? "database" : "table") + " strategy");
        }
        return shard;
    }

    /** A value that nothing could go by would leave a statement where the application does not expect it. */
    private void checkTables(ShardingHint hint) throws SQLException {
        for (String name : hint.tableNames()) {
            RoutedTable hinted = rule.shardedTable(name);
            if (hinted == null) {
                throw ShardingExceptions.of(ErrorCode.HINT_INVALID, "'" + name + "' is not a sharded table");
            }
            boolean database = hint.databaseValue(name) != null;
            if ((database && hinted.databaseStrategy() == null)
                    || (hint.tableValue(name) != null && hinted.tableStrategy() == null)) {
                throw ShardingExceptions.of(
                        ErrorCode.HINT_INVALID,
                        hinted + " has no " + (database && hinted.databaseStrategy() == null ? "database" : "table")
                                + " strategy");
            }
        }
    }

    /** The shard that a hint names, or {@link Axis#NONE} if it names none. */
    private int hinted(Axis axis, ShardingHint hint) throws SQLException {
        int found = Axis.NONE;
        for (RoutedTable bound : rule.boundWith(table)) {
            Object value = axis.database() ? hint.databaseValue(bound.name()) : hint.tableValue(bound.name());
            if (value != null) {
                int shard = shard(axis, value);
                if (found != Axis.NONE && shard != found) {
                    throw contradicted(bound + " is bound with " + table);
                }
                found = shard;
            }
        }
        Object key = keyValue(axis, hint.keyValues());
        if (key != null) {
            int shard = shard(axis, key);
            if (found != Axis.NONE && shard != found) {
                throw contradicted("the key");
            }
            found = shard;
        }
        return found;
    }

    /** Returns the value that the key of all tables has for a strategy, or null. */
    private @Nullable Object keyValue(Axis axis, List<Object> key) {
        ShardingStrategy database = table.databaseStrategy();
        if (key.isEmpty() || axis.database()) {
            return key.isEmpty() ? null : key.get(0);
        }
        boolean both = database == null
                || (!axis.names().isEmpty() && database.columns().equals(axis.names()));
        return key.size() > 1 ? key.get(1) : both ? key.get(0) : null;
    }

    private int shard(Axis axis, Object value) throws SQLException {
        KeyType type = axis.isOfOneColumn() ? axis.keyType() : type(value);
        boolean accepted = axis.columns().size() <= 1
                && type != KeyType.UNSUPPORTED
                && axis.algorithm().accepts(type);
        ColumnKeys keys = axis.isOfOneColumn() ? axis.keys() : KeyNormalizer.of(type);
        Object key = accepted ? keys.canonical(value) : KeyNormalizer.UNKNOWN;
        int shard =
                key == KeyNormalizer.UNKNOWN || key == KeyNormalizer.NO_MATCH ? Axis.NONE : axis.shardOfCanonical(key);
        if (shard == Axis.NONE) {
            throw ShardingExceptions.of(
                    ErrorCode.HINT_INVALID,
                    table + ", " + (axis.database() ? "database" : "table") + " strategy, value of "
                            + value.getClass().getName());
        }
        return shard;
    }

    /** The type of a value for which there is no column. */
    private static KeyType type(Object value) {
        if (value instanceof Number) {
            return KeyType.INTEGER;
        }
        if (value instanceof String) {
            return KeyType.TEXT;
        }
        return value instanceof LocalDate || value instanceof java.sql.Date ? KeyType.DATE : KeyType.UNSUPPORTED;
    }

    private int dataSource(ShardingHint hint) throws SQLException {
        String name = hint.dataSourceName();
        return name == null ? -1 : dataSource(name, rule.dataSources());
    }

    /**
     * The number of a data source that a hint names.
     *
     * @throws SQLException with {@link ErrorCode#HINT_INVALID} if there is none of that name
     */
    public static int dataSource(String name, List<String> dataSources) throws SQLException {
        int number = dataSources.indexOf(name);
        if (number < 0) {
            throw ShardingExceptions.of(
                    ErrorCode.HINT_INVALID, "'" + name + "' is not one of the data sources " + dataSources);
        }
        return number;
    }

    private SQLException contradicted(String what) {
        return ShardingExceptions.of(ErrorCode.HINT_CONTRADICTED, table + ", " + what);
    }
}

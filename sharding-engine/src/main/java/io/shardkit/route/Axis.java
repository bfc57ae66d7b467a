package io.shardkit.route;

import io.shardkit.algorithm.ColumnKeys;
import io.shardkit.algorithm.ComplexShardingAlgorithm;
import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.algorithm.KeyRange;
import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.rule.PlacedKeyAlgorithm;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One of the two choices that place a row, database or table, with what it needs to know of its columns. Immutable. */
public final class Axis {
    /** The value does not say one shard. */
    public static final int NONE = ShardingAlgorithm.NOWHERE;

    private final boolean database;
    private final List<Column> columns;
    private final ShardingAlgorithm algorithm;
    private final int shardCount;

    /** True if one column decides whose canonical keys are whole numbers: most do, and each statement asks. */
    private final boolean wholeNumbers;

    /**
     * A sharding column.
     *
     * @param name in lower case
     * @param keys from its values to keys, which are {@link KeyType#UNSUPPORTED} if they cannot be compared here
     */
    public record Column(String name, ColumnKeys keys) {
        /** The canonical form of its values. */
        public KeyType keyType() {
            return keys.type();
        }
    }

    /**
     * Has the algorithm for keys of the column, if one column decides.
     *
     * @param database whether it chooses the data source
     * @param columns the sharding columns; none if a hint decides
     * @param algorithm from keys to shard; for several columns a {@link ComplexShardingAlgorithm}
     */
    public Axis(boolean database, List<Column> columns, ShardingAlgorithm algorithm) {
        this.database = database;
        this.columns = List.copyOf(columns);
        this.algorithm = !isOfOneColumn()
                ? algorithm
                : algorithm instanceof PlacedKeyAlgorithm placed
                        ? placed.ofColumn(keys())
                        : algorithm.forKeys(keyType());
        this.shardCount = this.algorithm.shardCount();
        this.wholeNumbers = isOfOneColumn() && keyType() == KeyType.INTEGER;
    }

    /** Of a column about which nothing but its type is known. */
    public Axis(boolean database, String column, KeyType type, ShardingAlgorithm algorithm) {
        this(database, List.of(new Column(column, KeyNormalizer.of(type))), algorithm);
    }

    /** Returns true if the axis chooses the data source. */
    public boolean database() {
        return database;
    }

    /** The sharding columns; none if a hint decides. */
    public List<Column> columns() {
        return columns;
    }

    /** From keys to shard; for several columns a {@link ComplexShardingAlgorithm}. */
    public ShardingAlgorithm algorithm() {
        return algorithm;
    }

    /** Returns true if one column decides. */
    public boolean isOfOneColumn() {
        return columns.size() == 1;
    }

    /** Returns true if no column decides, but a hint. */
    public boolean isByHint() {
        return columns.isEmpty();
    }

    /** The name of the only column. */
    public String column() {
        return columns.get(0).name();
    }

    /** From the only column's values to keys. */
    public ColumnKeys keys() {
        return columns.get(0).keys();
    }

    /** The canonical form of the only column's values. */
    public KeyType keyType() {
        return keys().type();
    }

    /** The names of the columns. */
    public List<String> names() {
        return columns.stream().map(Column::name).toList();
    }

    /** The shard of rows that equal the value, or {@link #NONE} if there is not exactly one. */
    public int shard(Value value, Parameters parameters) throws SQLException {
        if (value instanceof Value.Parameter parameter && isWholeNumber(parameter, parameters)) {
            return checked(algorithm.shard(parameters.longValue(parameter.index())));
        }
        Object given = value.of(parameters);
        Object key = keys().canonical(given);
        if (key == KeyNormalizer.NO_MATCH || given == null) {
            return NONE;
        }
        return key == KeyNormalizer.UNKNOWN ? shardAround(given) : shardOfCanonical(key);
    }

    /** The shard of both keys next to a value that is finer than what the column stores, or {@link #NONE}. */
    private int shardAround(Object value) throws SQLException {
        KeyRange around = keys().around(value);
        if (around == null || around.lower() == null || around.upper() == null) {
            return NONE;
        }
        int shard = shardOfCanonical(around.lower());
        return shard == shardOfCanonical(around.upper()) ? shard : NONE;
    }

    /** The shard of a row whose value a column of the same type has taken already. */
    public int shardOfStored(@Nullable Object value, KeyBounds bounds) throws SQLException {
        Object key = keys().canonical(value);
        if (key == KeyNormalizer.NO_MATCH || key == KeyNormalizer.UNKNOWN) {
            return shardForWrite(value, bounds);
        }
        bounds.check(key, column());
        return taken(shardOfCanonical(key));
    }

    /** The shard of a row that is written with the value, without an object for a whole number. */
    public int shardForWrite(Value value, Parameters parameters, KeyBounds bounds) throws SQLException {
        if (value instanceof Value.Parameter parameter && isWholeNumber(parameter, parameters)) {
            long number = parameters.longValue(parameter.index());
            bounds.check(number, column());
            return taken(checked(algorithm.shard(number)));
        }
        return shardForWrite(value.of(parameters), bounds);
    }

    /** Returns true if the value was recorded as a number that is the canonical key. */
    private boolean isWholeNumber(Value.Parameter value, Parameters parameters) {
        return wholeNumbers && parameters.isLong(value.index());
    }

    /** The shard of a row that is written with the value, which has to be one that the column keeps as it is. */
    public int shardForWrite(@Nullable Object value, KeyBounds bounds) throws SQLException {
        if (value == null) {
            throw ShardingExceptions.of(ErrorCode.KEY_IS_NULL, column());
        }
        Object key = keys().written(value);
        if (key == KeyNormalizer.NO_MATCH || key == KeyNormalizer.UNKNOWN) {
            int around = shardAround(value);
            if (around == NONE) {
                throw keys().notConvertible(value, column());
            }
            return around;
        }
        bounds.check(key, column());
        return taken(shardOfCanonical(key));
    }

    /**
     * The shard of a row that is written with values for all columns, each of which has to be one that its column keeps
     * as it is.
     *
     * @param bounds for each column what it takes
     */
    public int shardForWrite(List<@Nullable Object> values, List<KeyBounds> bounds) throws SQLException {
        if (isOfOneColumn()) {
            return shardForWrite(values.get(0), bounds.get(0));
        }
        List<Object> keys = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            Object key = column.keys().canonicalForWrite(values.get(i), column.name());
            bounds.get(i).check(key, column.name());
            keys.add(key);
        }
        return taken(shardOfAll(keys));
    }

    /** The shard of canonical keys, one for each column, or {@link #NONE} if no shard has rows of them. */
    int shardOfAll(List<Object> keys) throws SQLException {
        return checked(((ComplexShardingAlgorithm) algorithm).shard(keys));
    }

    /** The shards that rows may lie on of which some keys are null, as they are not known; null for all shards. */
    @Nullable BitSet shardsOfSome(List<@Nullable Object> keys) throws SQLException {
        BitSet shards = ((ComplexShardingAlgorithm) algorithm).shards(keys);
        if (shards != null && shards.length() > shardCount) {
            checked(shards.length() - 1);
        }
        return shards;
    }

    /** The shard of a canonical key, or {@link #NONE} if no shard has rows of it. */
    int shardOfCanonical(Object key) throws SQLException {
        return checked(key instanceof Long number ? algorithm.shard(number) : algorithm.shard((String) key));
    }

    /** The shard of this axis that a unit belongs to: the inverse of {@link #addUnits}. */
    public int shardOfUnit(RoutedTable table, int unit) {
        return database ? table.databaseShard(unit) : table.tableShard(unit);
    }

    /** Adds the units of one shard of this axis. */
    void addUnits(RoutedTable table, int shard, BitSet units) {
        if (table.databaseStrategy() == null) {
            addEach(table, 0, 1, shard, shard + 1, units);
        } else if (database) {
            addEach(table, shard, shard + 1, 0, table.tableShards(), units);
        } else {
            addEach(table, 0, table.databaseShards(), shard, shard + 1, units);
        }
    }

    private static void addEach(
            RoutedTable table, int firstDatabase, int endDatabase, int firstTable, int endTable, BitSet units) {
        for (int database = firstDatabase; database < endDatabase; database++) {
            for (int shard = firstTable; shard < endTable; shard++) {
                int unit = table.unit(database, shard);
                if (unit != NONE) {
                    units.set(unit);
                }
            }
        }
    }

    /**
     * The unit of a row that is written.
     *
     * @throws SQLException with {@link ErrorCode#KEY_OUTSIDE} if the data source has no such table, or as
     *     {@link RoutedTable#missing} says
     */
    public static int unitForWrite(RoutedTable table, int databaseShard, int tableShard) throws SQLException {
        int unit = table.unit(databaseShard, tableShard);
        if (unit == NONE) {
            SQLException missing = table.missing(databaseShard, tableShard);
            if (missing != null) {
                throw missing;
            }
            throw ShardingExceptions.of(
                    ErrorCode.KEY_OUTSIDE, table + ", there is no " + table.nodeName(databaseShard, tableShard));
        }
        return unit;
    }

    private int taken(int shard) throws SQLException {
        if (shard == NONE) {
            throw ShardingExceptions.of(ErrorCode.KEY_OUTSIDE, String.join(", ", names()));
        }
        return shard;
    }

    private int checked(int shard) throws SQLException {
        if (shard < NONE || shard >= shardCount) {
            throw ShardingExceptions.of(
                    ErrorCode.BAD_SHARD,
                    algorithm + " returned " + shard + " for " + String.join(", ", names()) + ", of " + shardCount);
        }
        return shard;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Axis axis
                && axis.database == database
                && axis.columns.equals(columns)
                && axis.algorithm.equals(algorithm);
    }

    @Override
    public int hashCode() {
        return Objects.hash(database, columns, algorithm);
    }

    @Override
    public String toString() {
        return "Axis[database=" + database + ", columns=" + columns + ", algorithm=" + algorithm + "]";
    }
}

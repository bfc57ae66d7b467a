package io.shardkit.route;

import io.shardkit.algorithm.ColumnKeys;
import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.algorithm.KeyRange;
import io.shardkit.algorithm.KeyType;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Condition.Operator;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The demand of a statement on a table's sharding columns. Resolved to the units that may hold rows it is true for: an
 * upper bound, exact enough to answer from these units alone. Immutable.
 */
public sealed interface ShardCondition {
    /** Demands nothing. */
    static ShardCondition all() {
        return new All();
    }

    /** The units that may hold rows for which this is true, in a set that belongs to the caller. */
    BitSet units(RoutedTable table, Parameters parameters) throws SQLException;

    /**
     * Tells the sharding values that the condition names one by one.
     *
     * @throws SQLException if a value cannot be read
     */
    default void keys(Parameters parameters, KeyReceiver to) throws SQLException {}

    /** Returns true if the condition has values of the axis that by themselves name some of its shards. */
    default boolean names(Axis axis) {
        return false;
    }

    /** No demand. */
    record All() implements ShardCondition {
        @Override
        public BitSet units(RoutedTable table, Parameters parameters) {
            return everything(table);
        }
    }

    /** All parts hold. */
    record And(List<ShardCondition> parts) implements ShardCondition {
        @Override
        public boolean names(Axis axis) {
            return parts.stream().anyMatch(part -> part.names(axis));
        }

        @Override
        public void keys(Parameters parameters, KeyReceiver to) throws SQLException {
            for (ShardCondition part : parts) {
                part.keys(parameters, to);
            }
        }

        @Override
        public BitSet units(RoutedTable table, Parameters parameters) throws SQLException {
            BitSet units = parts.get(0).units(table, parameters);
            for (int i = 1; i < parts.size(); i++) {
                units.and(parts.get(i).units(table, parameters));
            }
            return units;
        }
    }

    /** At least one part holds. */
    record Or(List<ShardCondition> parts) implements ShardCondition {
        @Override
        public boolean names(Axis axis) {
            return parts.stream().allMatch(part -> part.names(axis));
        }

        @Override
        public void keys(Parameters parameters, KeyReceiver to) throws SQLException {
            for (ShardCondition part : parts) {
                part.keys(parameters, to);
            }
        }

        @Override
        public BitSet units(RoutedTable table, Parameters parameters) throws SQLException {
            BitSet units = new BitSet(table.unitCount());
            for (ShardCondition part : parts) {
                units.or(part.units(table, parameters));
            }
            return units;
        }
    }

    /** The sharding column equals one of the values. */
    record In(Axis axis, List<Value> values) implements ShardCondition {
        @Override
        public boolean names(Axis other) {
            return axis.database() == other.database();
        }

        @Override
        public void keys(Parameters parameters, KeyReceiver to) throws SQLException {
            for (Value value : values) {
                to.key(axis, value.of(parameters));
            }
        }

        @Override
        public BitSet units(RoutedTable table, Parameters parameters) throws SQLException {
            BitSet units = new BitSet(table.unitCount());
            for (Value value : values) {
                if (!add(table, axis, value.of(parameters), units)) {
                    return everything(table);
                }
            }
            return units;
        }
    }

    /** The sharding column equals an element of an array. */
    record InArray(Axis axis, Value.Parameter array) implements ShardCondition {
        @Override
        public boolean names(Axis other) {
            return axis.database() == other.database();
        }

        @Override
        public void keys(Parameters parameters, KeyReceiver to) throws SQLException {
            Object given = array.of(parameters);
            List<@Nullable Object> elements = given == null ? null : ArrayElements.of(given);
            for (Object element : elements == null ? List.of() : elements) {
                to.key(axis, element);
            }
        }

        @Override
        public BitSet units(RoutedTable table, Parameters parameters) throws SQLException {
            Object given = array.of(parameters);
            BitSet units = new BitSet(table.unitCount());
            if (given == null) {
                return units;
            }
            List<@Nullable Object> elements = ArrayElements.of(given);
            if (elements == null) {
                return everything(table);
            }
            for (Object element : elements) {
                if (!add(table, axis, element, units)) {
                    return everything(table);
                }
            }
            return units;
        }
    }

    /**
     * A column with a lookup table equals one of the values, each of them a literal or a parameter. Before the lookup table
     * has been asked this demands nothing; what it answers is known by this condition then.
     *
     * @param table the sharded table
     * @param lookup of the column
     */
    record LookedUp(String table, Lookup lookup, List<Value> values) implements ShardCondition {
        @Override
        public BitSet units(RoutedTable sharded, Parameters parameters) {
            BitSet units = parameters.found(this);
            return units == null ? everything(sharded) : (BitSet) units.clone();
        }
    }

    /** The columns of a strategy of several have such values. */
    record Keys(KeyDemand demand) implements ShardCondition {
        @Override
        public boolean names(Axis other) {
            return demand.axis().database() == other.database();
        }

        @Override
        public void keys(Parameters parameters, KeyReceiver to) throws SQLException {
            if (demand.isPoint()) {
                to.key(demand.axis(), demand.values(parameters));
            }
        }

        @Override
        public BitSet units(RoutedTable table, Parameters parameters) throws SQLException {
            BitSet units = new BitSet(table.unitCount());
            demand.addUnits(table, parameters, units);
            return units;
        }
    }

    /** The sharding column is within all the bounds. */
    record Range(Axis axis, List<Bound> bounds) implements ShardCondition {
        @Override
        public BitSet units(RoutedTable table, Parameters parameters) throws SQLException {
            if (!axis.keyType().isNumeric()) {
                return everything(table);
            }
            Long lower = null;
            Long upper = null;
            for (Bound bound : bounds) {
                Object value = bound.value().of(parameters);
                if (value == null) {
                    return new BitSet();
                }
                Long limit = bound.inclusive(axis.keys(), value);
                if (limit != null && bound.isLower()) {
                    lower = lower == null ? limit : Long.valueOf(Math.max(lower, limit));
                } else if (limit != null) {
                    upper = upper == null ? limit : Long.valueOf(Math.min(upper, limit));
                }
            }
            KeyRange range = new KeyRange(lower, upper);
            if (range.isEmpty()) {
                return new BitSet();
            }
            BitSet shards = axis.algorithm().shards(range);
            if (shards == null) {
                return everything(table);
            }
            if (shards.length() > axis.algorithm().shardCount()) {
                throw ShardingExceptions.of(ErrorCode.BAD_SHARD, axis.algorithm() + " for a range of " + axis.column());
            }
            BitSet units = new BitSet(table.unitCount());
            for (int shard = shards.nextSetBit(0); shard >= 0; shard = shards.nextSetBit(shard + 1)) {
                axis.addUnits(table, shard, units);
            }
            return units;
        }
    }

    /** One bound of a range. */
    record Bound(Operator operator, Value value) {
        boolean isLower() {
            return operator == Operator.GREATER || operator == Operator.GREATER_OR_EQUAL;
        }

        /** The least or greatest whole number within the bound, or null if that is not known. */
        @Nullable Long inclusive(ColumnKeys keys, Object value) {
            Object key = keys.canonical(value);
            if (key instanceof Long number) {
                return switch (operator) {
                    case GREATER -> number == Long.MAX_VALUE ? null : Long.valueOf(number + 1);
                    case LESS -> number == Long.MIN_VALUE ? null : Long.valueOf(number - 1);
                    case GREATER_OR_EQUAL, LESS_OR_EQUAL -> number;
                };
            }
            KeyRange around = keys.around(value);
            if (around != null) {
                return isLower() ? around.lower() : around.upper();
            }
            return keys.type() == KeyType.INTEGER && value instanceof BigDecimal decimal ? around(decimal) : null;
        }

        /** The whole number next to a fraction that is within a bound also where a database rounds the fraction. */
        private @Nullable Long around(BigDecimal fraction) {
            BigDecimal next = fraction.setScale(0, isLower() ? RoundingMode.FLOOR : RoundingMode.CEILING);
            return next.toBigInteger().bitLength() < Long.SIZE ? Long.valueOf(next.longValue()) : null;
        }
    }

    /** Adds the units that may hold rows with a value; false if these may be any. */
    private static boolean add(RoutedTable table, Axis axis, @Nullable Object value, BitSet units) throws SQLException {
        Object key = axis.keys().canonical(value);
        KeyRange around =
                key == KeyNormalizer.UNKNOWN && value != null ? axis.keys().around(value) : null;
        if (around != null && around.lower() != null && around.upper() != null) {
            addKey(table, axis, around.lower(), units);
            addKey(table, axis, around.upper(), units);
            return true;
        }
        if (key != KeyNormalizer.UNKNOWN && key != KeyNormalizer.NO_MATCH) {
            addKey(table, axis, key, units);
        }
        return key != KeyNormalizer.UNKNOWN;
    }

    private static void addKey(RoutedTable table, Axis axis, Object key, BitSet units) throws SQLException {
        int shard = axis.shardOfCanonical(key);
        if (shard != Axis.NONE) {
            axis.addUnits(table, shard, units);
        }
    }

    private static BitSet everything(RoutedTable table) {
        BitSet units = new BitSet(table.unitCount());
        units.set(0, table.unitCount());
        return units;
    }
}

package io.shardkit.plan;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.route.Axis;
import io.shardkit.route.ShardCondition;
import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The unique keys of a table that each database keeps among its own rows only, and of which other units have to be asked
 * before rows are written. Immutable.
 *
 * @param name the table as the statement writes it; its slot takes an actual table
 * @param keys the keys
 * @param taken tells of a row that is there already
 * @param maxUnits how many units may be asked
 */
public record UniqueCheck(ShardedTable table, SqlTemplate name, List<Key> keys, ErrorCode taken, int maxUnits) {

    /** What is thrown if a unit has a row with one of the keys. */
    public SQLException taken(Key key, int unit) {
        return taken(taken, key, unit);
    }

    /** The same with another code. */
    public SQLException taken(ErrorCode code, Key key, int unit) {
        return ShardingExceptions.of(
                code,
                "the unique key " + key + " of " + table + ", in "
                        + table.nodes().get(unit));
    }

    /**
     * A unique key, usually one that lacks a sharding column.
     *
     * @param columns all of its columns
     */
    public record Key(List<KeyColumn> columns) {

        /** The names of its columns, in lower case. */
        public List<String> names() {
            return columns.stream().map(each -> each.column().name()).toList();
        }

        /**
         * What is stored for the values of its columns; null if one of them is NULL, so that no other row has the key.
         *
         * @throws SQLException if it is not certain
         */
        public @Nullable List<Object> stored(List<@Nullable Object> given) throws SQLException {
            List<Object> stored = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                Object value = columns.get(i).stored(given.get(i));
                if (value == null) {
                    return null;
                }
                stored.add(value);
            }
            return stored;
        }

        /** Those of the values, as they are stored, of which it is known that other ones are not equal to them. */
        public List<Object> distinguishing(List<Object> stored) {
            List<Object> distinguishing = new ArrayList<>();
            for (int i = 0; i < stored.size(); i++) {
                if (columns.get(i).knowsEquality()) {
                    distinguishing.add(stored.get(i));
                }
            }
            return distinguishing;
        }

        /** The units that may have a row with these values, as they are stored. */
        public BitSet units(ShardedTable table, List<Object> stored) throws SQLException {
            BitSet units = new BitSet();
            units.set(0, table.unitCount());
            for (int i = 0; i < columns.size(); i++) {
                Axis axis = columns.get(i).axis();
                if (axis != null) {
                    units.and(new ShardCondition.In(axis, List.of(new Value.Literal(stored.get(i))))
                            .units(table, Parameters.NONE));
                }
            }
            return units;
        }

        /** What holds for rows that have one of so many keys. */
        public String condition(int count) {
            if (columns.size() == 1) {
                String name = columns.get(0).name();
                return count == 1
                        ? name + " = ?"
                        : name + " IN (" + String.join(", ", Collections.nCopies(count, "?")) + ")";
            }
            String one = String.join(
                    " AND ",
                    columns.stream().map(column -> column.name() + " = ?").toList());
            return "(" + String.join(") OR (", Collections.nCopies(count, one)) + ")";
        }

        @Override
        public String toString() {
            return names().toString();
        }
    }
}

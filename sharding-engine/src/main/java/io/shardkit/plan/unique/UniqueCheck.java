package io.shardkit.plan.unique;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.KeyColumn;
import io.shardkit.route.Axis;
import io.shardkit.route.ShardCondition;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.Value;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
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
public record UniqueCheck(RoutedTable table, SqlTemplate name, List<Key> keys, ErrorCode taken, int maxUnits) {

    /** Returns the exception for a unit that has a row with one of the keys. */
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
     * @param locked whether it is locked before it is looked for, so that no other transaction writes it meanwhile
     */
    public record Key(List<KeyColumn> columns, boolean locked) {

        /** The names of its columns, in lower case. */
        public List<String> names() {
            return columns.stream().map(each -> each.column().name()).toList();
        }

        /**
         * Returns the stored form of the values of the key's columns, or null if a value is NULL, so that no other row
         * has the key.
         *
         * @throws SQLException if the stored form is not certain
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

        /** Returns the stored values that are known to be unequal, in the database, to any other value. */
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
        public BitSet units(RoutedTable table, List<Object> stored) throws SQLException {
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

        /** Returns the condition on rows that have one of this many keys. */
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

    /**
     * Locks on unique keys, which a transaction holds on each data source that may have a row with one of them: of two that
     * write the same key the second looks for it when the first has ended everywhere. Not thread-safe.
     */
    public static final class KeyLocks {
        private final SortedSet<Lock> locks =
                new TreeSet<>(Comparator.comparingInt(Lock::dataSource).thenComparingLong(Lock::number));

        /**
         * One of them.
         *
         * @param unit one of the data source
         * @param number stands for the key and the data source: some databases keep the locks of all schemas in one place
         */
        public record Lock(int dataSource, int unit, long number) {}

        /**
         * Adds those of a key.
         *
         * @param units that may have a row with it
         * @param values what is known to differ where keys do; the same for keys that may be equal
         */
        void add(RoutedTable table, Key key, BitSet units, List<Object> values) {
            List<Integer> sources = new ArrayList<>();
            units.stream().forEach(unit -> {
                if (!sources.contains(table.dataSource(unit))) {
                    sources.add(table.dataSource(unit));
                    String source = table.nodes().get(unit).dataSourceName();
                    locks.add(new Lock(table.dataSource(unit), unit, number(source + " " + table + " " + key, values)));
                }
            });
        }

        /** The same in all processes. */
        private static long number(String key, List<Object> values) {
            StringBuilder text = new StringBuilder(key);
            values.forEach(value -> text.append('\0').append(value));
            try {
                byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
                return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes))
                        .getLong();
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException("every JVM has SHA-256", impossible);
            }
        }

        /** Returns true if there are no locks. */
        public boolean isEmpty() {
            return locks.isEmpty();
        }

        /** In the order in which they are to be taken. */
        public SortedSet<Lock> inOrder() {
            return locks;
        }
    }
}

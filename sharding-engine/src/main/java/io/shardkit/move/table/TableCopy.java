package io.shardkit.move.table;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.ReportedTables;
import io.shardkit.dialect.Dialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rows of a table that each data source has a copy of, to be compared with those of another copy. */
public final class TableCopy {
    private TableCopy() {}

    /**
     * Locks on tables of which each data source has a copy: while they are held nothing writes the tables, and all may read
     * them. They wait for transactions that have written the tables, prepared ones too, but for no longer than a second each.
     * Not thread-safe.
     */
    public static final class Locks implements AutoCloseable {
        private static final Logger LOG = LoggerFactory.getLogger(Locks.class);

        /** The name of a table that there is not. */
        private static final String NO_TABLE = "shardkit_no_table";

        private final MoveSql sql;
        private final int seconds;
        private final List<MoveConnection> locking = new ArrayList<>();

        /** Holds none yet. */
        public Locks(Dialect dialect) {
            this.sql = MoveSqls.of(dialect);
            this.seconds = MoveLimits.DEFAULTS.seconds();
        }

        /**
         * Locks tables of one place; those that are not there need no lock.
         *
         * @param tables their names in lower case, without a schema
         * @param holders gets those who hold them, in words, if they cannot be had
         * @return what the database said if they cannot be had, or an empty text
         * @throws SQLException if the database cannot be reached
         */
        public String take(TablePlace place, Collection<String> tables, List<String> holders) throws SQLException {
            MoveConnection connection = MoveConnection.open(place, sql, seconds);
            locking.add(connection);
            Map<String, String> names = place.names(sql.dialect(), connection);
            List<String> there = tables.stream()
                    .map(table -> names.get(table.toLowerCase(Locale.ROOT)))
                    .filter(name -> name != null)
                    .toList();
            if (there.isEmpty()) {
                return "";
            }
            try {
                sql.lockForReaders(
                        connection,
                        there.stream()
                                .map(table -> place.quoted(sql.dialect(), table))
                                .toList());
                return "";
            } catch (SQLException failure) {
                // So that those are not named that this one has itself.
                close();
                holders.addAll(Sessions.holders(place, sql, seconds, there));
                return String.valueOf(failure.getMessage());
            }
        }

        /**
         * Returns what the account lacks to lock tables of a place, in words; an empty text if it lacks nothing.
         *
         * @throws SQLException if the database cannot be reached
         */
        public static String lacking(TablePlace place, Dialect dialect) throws SQLException {
            MoveSql sql = MoveSqls.of(dialect);
            String trial = sql.lockTrial(place.quoted(dialect, NO_TABLE));
            if (trial == null) {
                return "";
            }
            try (MoveConnection connection = MoveConnection.open(place, sql, MoveLimits.DEFAULTS.seconds())) {
                try {
                    connection.execute(trial);
                    sql.unlockForReaders(connection);
                    return "";
                } catch (SQLException failure) {
                    return sql.isNoTable(failure)
                            ? ""
                            : "the rights do not suffice for \"" + trial + "\": " + failure.getMessage()
                                    + ": GRANT LOCK TABLES, SELECT ON the schema";
                }
            }
        }

        /** Releases all locks. */
        @Override
        public void close() {
            for (MoveConnection connection : locking) {
                try {
                    sql.unlockForReaders(connection);
                    connection.close();
                } catch (SQLException | RuntimeException failure) {
                    LOG.debug("A connection with locks was ended", failure);
                    connection.end();
                }
            }
            locking.clear();
        }
    }

    /** @param rows how often there is a row with these values, of which null is a text of its own */
    private record Content(Set<String> columns, Map<List<String>, Integer> rows) {
        int count() {
            return rows.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /**
     * Compares all rows.
     *
     * @param table its name in lower case, without a schema
     * @return how the copy differs from the model, in words; an empty text if it does not, or if there is no model
     */
    public static String difference(Dialect dialect, String table, TablePlace model, TablePlace copy)
            throws SQLException {
        Content expected = content(dialect, table, model);
        if (expected == null) {
            return "";
        }
        Content actual = content(dialect, table, copy);
        if (actual == null) {
            return "is missing there";
        }
        if (!actual.columns().equals(expected.columns())) {
            return "has other columns there";
        }
        return actual.rows().equals(expected.rows())
                ? ""
                : "has other rows there, " + actual.count() + " instead of " + expected.count();
    }

    private static @Nullable Content content(Dialect dialect, String table, TablePlace place) throws SQLException {
        try (MoveConnection connection =
                MoveConnection.open(place, MoveSqls.of(dialect), MoveLimits.DEFAULTS.seconds())) {
            String name = place.names(dialect, connection).get(table);
            if (name == null) {
                return null;
            }
            List<Column> columns =
                    connection.with(own -> ReportedTables.columns(place.declared(name), own, dialect)).stream()
                            .sorted(Comparator.comparing(TableCopy::lower))
                            .toList();
            String carried = columns.stream()
                    .map(column -> dialect.carried(dialect.quoted(column.reportedName()), column.typeName()))
                    .collect(Collectors.joining(", "));
            Map<List<String>, Integer> rows = new HashMap<>();
            connection.rows(
                    "SELECT " + carried + " FROM " + place.quoted(dialect, name),
                    MoveStatements.Parameters.NONE,
                    row -> rows.merge(values(row, columns.size()), 1, Integer::sum));
            return new Content(columns.stream().map(TableCopy::lower).collect(Collectors.toSet()), rows);
        }
    }

    private static String lower(Column column) {
        return column.reportedName().toLowerCase(Locale.ROOT);
    }

    private static List<String> values(ResultSet row, int columns) throws SQLException {
        String[] values = new String[columns];
        for (int i = 0; i < columns; i++) {
            String value = row.getString(i + 1);
            values[i] = value == null ? "NULL" : "'" + value;
        }
        return List.of(values);
    }
}

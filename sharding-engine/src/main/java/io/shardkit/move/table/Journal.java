package io.shardkit.move.table;

import io.shardkit.execute.watch.Step;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the rows that changed at the source: a table that triggers fill in the transaction of each change. Immutable.
 */
public final class Journal {
    private final TableMove move;
    private final Consumer<List<String>> waiting;

    /** The journal of a move, there or not. */
    public Journal(TableMove move) {
        this(move, holders -> {});
    }

    /**
     * The journal of a move, there or not.
     *
     * @param waiting told of the sessions that may hold the table, again and again while triggers wait for them
     */
    public Journal(TableMove move, Consumer<List<String>> waiting) {
        this.move = move;
        this.waiting = waiting;
    }

    private Runnable waiting(String table) {
        return () -> waiting.accept(Sessions.holders(
                move.source(), MoveSqls.of(move.dialect()), move.limits().seconds(), List.of(table)));
    }

    /**
     * The length of a journal.
     *
     * @param entries the number of entries that are to be followed
     * @param oldestMillis the age of the oldest one, by the clock of the source; 0 if there is none
     */
    public record Length(long entries, long oldestMillis) {}

    /**
     * Makes what is not there yet. When it returns, every transaction that has changed the table without an entry has
     * ended.
     *
     * @return true if triggers were made: changes before that may have no entries
     * @throws SQLException if open transactions hold the table for longer than the limits allow, among others
     */
    public boolean create() throws SQLException {
        try (MoveConnection source = MoveConnection.source(move)) {
            MovedRows moved = MovedRows.read(move, source);
            MovedTable table = moved.table();
            MoveSql sql = moved.sql();
            if (!move.source()
                    .names(move.dialect(), source)
                    .containsKey((move.key() + "_j").toLowerCase(Locale.ROOT))) {
                source.execute("CREATE TABLE " + table.journal() + " (" + sql.journalColumns() + ", "
                        + table.journalKeys() + ")");
                source.execute("CREATE INDEX " + move.dialect().quoted(move.key() + "_x") + " ON " + table.journal()
                        + " (" + table.journalNames() + ")");
            }
            boolean isComplete = present(source, table)
                    .containsAll(MoveSqls.of(move.dialect()).triggerNames(move));
            Step<Boolean> triggers = () -> {
                createTriggers(source, table);
                sql.awaitWriters(source, move.source(), table.sourceName());
                return true;
            };
            Attempts.of(move, triggers, waiting(table.sourceName()));
            return !isComplete;
        }
    }

    private void createTriggers(MoveConnection source, MovedTable table) throws SQLException {
        Set<String> present = present(source, table);
        MoveSql sql = MoveSqls.of(move.dialect());
        if (present.containsAll(sql.triggerNames(move))) {
            return;
        }
        source.inTransaction(() -> {
            for (String each : sql.triggers(source, table)) {
                if (sql.readsCommitted() || !isThere(each, present)) {
                    source.execute(each);
                }
            }
            return true;
        });
    }

    private boolean isThere(String statement, Set<String> present) {
        return present.stream()
                .anyMatch(name -> statement.contains(move.dialect().quoted(name)));
    }

    private Set<String> present(MoveConnection source, MovedTable table) throws SQLException {
        Set<String> names = new HashSet<>(source.rows(
                move.dialect()
                        .inSchema(
                                MoveSqls.of(move.dialect()).triggersQuery(),
                                move.source().schema()),
                statement -> statement.setString(1, table.sourceName()),
                row -> row.getString(1).toLowerCase(Locale.ROOT)));
        names.retainAll(MoveSqls.of(move.dialect()).triggerNames(move));
        return names;
    }

    /**
     * Checks that no change goes by without an entry.
     *
     * @throws SQLException if a trigger is missing
     */
    void check(MoveConnection source, MovedRows moved) throws SQLException {
        check(moved, present(source, moved.table()));
    }

    /** The same, when the triggers are known that there are, in any case. */
    void check(MovedRows moved, Collection<String> triggers) throws SQLException {
        Set<String> names =
                triggers.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
        if (!names.containsAll(moved.sql().triggerNames(move))) {
            throw new SQLException(
                    "Table " + moved.table().sourceName() + " does not have all triggers of its journal: it was"
                            + " not made, or they were dropped; drop the target table and begin again");
        }
    }

    /** Returns how many changes are to be followed. */
    public Length length() throws SQLException {
        try (MoveConnection source = MoveConnection.source(move)) {
            return source.rows(
                            "SELECT COUNT(*), MIN(made_at), CURRENT_TIMESTAMP FROM " + move.journal(),
                            MoveStatements.Parameters.NONE,
                            row -> {
                                Timestamp oldest = row.getTimestamp(2);
                                long age =
                                        oldest == null ? 0 : row.getTimestamp(3).getTime() - oldest.getTime();
                                return new Length(row.getLong(1), Math.max(0, age));
                            })
                    .get(0);
        }
    }

    /** An entry of the journal. */
    record Entry(long number, @Nullable MovedKey key) {}

    /** Reads the first entries of the journal after one of them; an entry without a key stands for all rows. */
    static List<Entry> entries(MoveConnection connection, MovedRows moved, long after, int most) throws SQLException {
        return connection.rows(
                "SELECT j.entry, " + items(moved.table()) + " FROM "
                        + moved.table().journal() + " j WHERE j.entry > " + after + " ORDER BY j.entry LIMIT " + most,
                MoveStatements.Parameters.NONE,
                row -> new Entry(row.getLong(1), moved.lookup().readKey(row, 2)));
    }

    /** Deletes exactly these entries of the journal. */
    static void forget(MoveConnection connection, MovedRows moved, List<Entry> entries) throws SQLException {
        for (List<Entry> some : RowLookup.parts(entries)) {
            String numbers =
                    some.stream().map(each -> Long.toString(each.number())).collect(Collectors.joining(", "));
            connection.execute(moved.sql().forgetting(moved.table().journal(), numbers));
        }
    }

    /** Returns those of the keys about which the journal has an entry. */
    static Set<MovedKey> pending(MoveConnection connection, MovedRows moved, Collection<MovedKey> keys)
            throws SQLException {
        if (keys.isEmpty()) {
            return Set.of();
        }
        if (!moved.isOfEntries()) {
            return pending(connection, moved, moved.table().journal(), keys);
        }
        Set<MovedKey> pending = new LinkedHashSet<>();
        moved.sources()
                .each(connection, (source, place) -> pending.addAll(pending(place, moved, source.journal(), keys)));
        return pending;
    }

    private static Set<MovedKey> pending(
            MoveConnection connection, MovedRows moved, String journal, Collection<MovedKey> keys) throws SQLException {
        MovedTable table = moved.table();
        if (connection.first("SELECT entry FROM " + journal + " WHERE "
                        + table.journalColumn(table.key().get(0)) + " IS NULL LIMIT 1")
                != null) {
            return Set.copyOf(keys);
        }
        Set<MovedKey> pending = new LinkedHashSet<>();
        for (List<MovedKey> some : RowLookup.parts(List.copyOf(keys))) {
            pending.addAll(journaled(connection, moved, journal, some));
        }
        pending.retainAll(keys);
        for (MovedKey each : keys) {
            // Equal keys may be spelled in another way.
            if (!pending.contains(each)
                    && !journaled(connection, moved, journal, List.of(each)).isEmpty()) {
                pending.add(each);
            }
        }
        return pending;
    }

    private static List<MovedKey> journaled(
            MoveConnection connection, MovedRows moved, String journal, List<MovedKey> some) throws SQLException {
        MovedTable table = moved.table();
        RowLookup lookup = moved.lookup();
        List<String> names =
                table.key().stream().map(i -> "j." + table.journalColumn(i)).toList();
        String any = lookup.anyOf(table.keyColumns(), names, some.size());
        return connection.rows(
                "SELECT DISTINCT " + items(table) + " FROM " + journal + " j WHERE " + any,
                statement -> {
                    int index = 1;
                    for (MovedKey each : some) {
                        index = lookup.bindEqual(statement, index, table.keyColumns(), each.values());
                    }
                },
                row -> Objects.requireNonNull(lookup.readKey(row, 1)));
    }

    private static String items(MovedTable table) {
        return table.key().stream()
                .map(i -> table.move()
                        .dialect()
                        .carried(
                                "j." + table.journalColumn(i),
                                table.columns().get(i).typeName()))
                .collect(Collectors.joining(", "));
    }

    /** Drops triggers and journal, as far as they are there. */
    public void drop() throws SQLException {
        try (MoveConnection source = MoveConnection.source(move)) {
            String name = move.isAtSource(source) ? move.sourceName(source) : null;
            String table = name == null ? null : move.source().quoted(move.dialect(), name);
            Step<Boolean> dropping = () -> {
                for (String each : MoveSqls.of(move.dialect()).triggerDrops(move, table)) {
                    source.execute(each);
                }
                source.execute("DROP TABLE IF EXISTS " + move.journal());
                return true;
            };
            Attempts.of(move, dropping, waiting(name == null ? move.table() : name));
        }
    }
}

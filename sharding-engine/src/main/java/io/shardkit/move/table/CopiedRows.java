package io.shardkit.move.table;

import io.shardkit.move.table.Verify.Difference;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a copy that nothing uses yet, of a table that goes on to be written: whatever differs is copied again. What has
 * been written since is found by comparing all rows, as a journal would cost the writers of such a table more than it is
 * worth. Held by one worker. Not thread-safe.
 */
public final class CopiedRows {
    /** Comparisons while nothing is written, the last of which is to find no difference. */
    private static final int COMPARISONS = 3;

    private final TableMove move;
    private final boolean made;
    private final Progress progress;
    private final TargetTransactions transactions;

    private CopiedRows(TableMove move, boolean made) throws SQLException {
        this.move = move;
        this.made = made;
        this.progress = Progress.take(move);
        this.transactions = new TargetTransactions(move, progress);
    }

    /** States of a table at the target. */
    public enum Presence {
        /** There is no such table at the source. */
        NO_SOURCE,
        /** No table. */
        MISSING,
        /** A table of the same structure without rows, while the source has some. */
        EMPTY,
        /** Another table, which may have the same rows. */
        THERE;

        /** Looks for the table under the name by which it is used. */
        public static Presence of(TableMove move) throws SQLException {
            TablePlace place = move.target().place();
            MoveSql sql = MoveSqls.of(move.dialect());
            try (MoveConnection source = MoveConnection.source(move);
                    MoveConnection target = MoveConnection.open(place, move)) {
                String model = move.source().names(move.dialect(), source).get(lower(move.table()));
                if (model == null) {
                    return NO_SOURCE;
                }
                String copy = place.names(move.dialect(), target)
                        .get(lower(move.target().published()));
                if (copy == null) {
                    return MISSING;
                }
                boolean isEmpty = isEmpty(target, place.quoted(move.dialect(), copy))
                        && !isEmpty(source, move.source().quoted(move.dialect(), model));
                return isEmpty && isAlone(sql, place, target, copy) && isLike(move, source, model, target, copy)
                        ? EMPTY
                        : THERE;
            }
        }

        /** Rows that come one after the other may lack those to which they refer. */
        private static boolean isAlone(MoveSql sql, TablePlace place, MoveConnection target, String copy)
                throws SQLException {
            return sql.foreignKeys(target, place, copy).isEmpty()
                    && sql.referrers(target, place, copy).isEmpty()
                    && sql.structure(target, place, copy).lines().stream()
                            .noneMatch(line -> line.contains("FOREIGN KEY"));
        }

        private static boolean isLike(
                TableMove move, MoveConnection source, String model, MoveConnection target, String copy)
                throws SQLException {
            TableStructure structure = MoveSqls.of(move.dialect()).structure(source, move.source(), model);
            return TargetTables.differences(move, move.target().place(), target, copy, structure)
                    .isEmpty();
        }
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static boolean isEmpty(MoveConnection connection, String quoted) throws SQLException {
        return connection.first("SELECT 1 AS one FROM " + quoted + " LIMIT 1") == null;
    }

    /**
     * Takes the rows over from any other worker.
     *
     * @param made whether the table is made for this; else there was an empty one
     */
    public static CopiedRows taken(TableMove move, boolean made) throws SQLException {
        return new CopiedRows(move, made);
    }

    /**
     * Makes the table, as far as it is to be made and is not there as the source is now.
     *
     * @throws SQLException if the one that was empty has rows that did not come from here, or is not like the source any
     *     more, or another table has the name that is to be used
     */
    public void prepare() throws SQLException {
        TargetTables tables = new TargetTables(move);
        if (made) {
            checkName();
            dropForeignKeys();
            if (!difference().isEmpty()) {
                tables.drop();
            }
        }
        String structure = tables.create();
        if (!made) {
            begin(structure);
        }
    }

    /** Notes beside the table that its rows come from here, as long as it is empty. */
    private void begin(String structure) throws SQLException {
        transactions.run((targets, state, clearing) -> {
            if (!state.structure().isEmpty()) {
                return false;
            }
            MoveConnection target = targets.connection(move.target().place());
            if (!isEmpty(
                    target,
                    move.target().place().quoted(move.dialect(), move.target().published()))) {
                throw new SQLException(
                        "Table " + move.target() + " was empty, and has got rows meanwhile: delete them, or"
                                + " copy all rows of " + move + " there");
            }
            transactions.save(targets, new Progress.State(null, 0, false, structure, ""));
            return true;
        });
    }

    /** Returns how the table differs from the source's structure, in words; an empty text if it does not, or is missing. */
    private String difference() throws SQLException {
        TablePlace place = move.target().place();
        try (MoveConnection source = MoveConnection.source(move);
                MoveConnection target = MoveConnection.open(place, move)) {
            String present = move.target().present(place.names(move.dialect(), target));
            return present == null
                    ? ""
                    : TargetTables.differences(
                            move,
                            place,
                            target,
                            present,
                            MoveSqls.of(move.dialect()).structure(source, move.source(), move.sourceName(source)));
        }
    }

    /** Returns the table and where it goes. */
    public TableMove move() {
        return move;
    }

    /**
     * Compares all rows, and copies again those that differ.
     *
     * @param interrupted tells whether to leave it
     * @return the number of rows that differed
     */
    public long equalize(Throttle throttle, BooleanSupplier interrupted) throws SQLException {
        long differing = 0;
        Range range = new Range(null, 0, 0);
        do {
            long start = System.nanoTime();
            range = next(range.last());
            differing += range.differing();
            throttle.pause(range.rows(), System.nanoTime() - start);
        } while (range.last() != null && !interrupted.getAsBoolean());
        return differing;
    }

    /** @param last the key of the last row; null if there are no more */
    private record Range(@Nullable MovedKey last, int rows, int differing) {}

    private Range next(@Nullable MovedKey from) throws SQLException {
        try (MoveConnection source = MoveConnection.source(move)) {
            MovedRows moved = MovedRows.readAny(move, source);
            return transactions.run((targets, state, clearing) ->
                    moved.isKeyed() ? range(source, targets, moved, from, clearing) : whole(source, targets, moved));
        }
    }

    private Range range(
            MoveConnection source, Targets targets, MovedRows moved, @Nullable MovedKey from, boolean clearing)
            throws SQLException {
        int most = move.limits().chunkRows();
        List<@Nullable Object[]> rows = moved.after(source, from, most);
        MovedKey last = rows.size() < most ? null : moved.keyOf(rows.get(most - 1));
        Set<MovedKey> differing = Verify.compare(moved, rows, targets.between(moved, from, last, most)).stream()
                .map(Difference::key)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (!differing.isEmpty()) {
            targets.put(
                    moved,
                    differing,
                    rows.stream()
                            .filter(row -> differing.contains(moved.keyOf(row)))
                            .toList(),
                    clearing,
                    source);
        }
        return new Range(last, rows.size(), differing.size());
    }

    /** Rows that cannot be told apart are all copied again if any differs. */
    private Range whole(MoveConnection source, Targets targets, MovedRows moved) throws SQLException {
        MoveConnection target = targets.connection(move.target().place());
        List<@Nullable Object[]> rows = moved.allAtSource(source);
        List<@Nullable Object[]> present = moved.allAtTarget(target, 0, "");
        Map<List<@Nullable Object>, Integer> differing = counted(rows, 1, new HashMap<>());
        counted(present, -1, differing).values().removeIf(count -> count == 0);
        if (differing.isEmpty()) {
            return new Range(null, rows.size(), 0);
        }
        target.execute("DELETE FROM " + moved.table().target(0));
        moved.insert(target, 0, rows, Map.of());
        return new Range(null, rows.size(), differing.size());
    }

    private static Map<List<@Nullable Object>, Integer> counted(
            List<@Nullable Object[]> rows, int each, Map<List<@Nullable Object>, Integer> counts) {
        for (@Nullable Object[] row : rows) {
            List<@Nullable Object> values = Arrays.stream(row)
                    .<@Nullable Object>map(value -> value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value)
                    .toList();
            counts.merge(values, each, Integer::sum);
        }
        return counts;
    }

    /**
     * Copies the last rows that differ, once nothing writes the source any more, with counters and foreign keys.
     *
     * @param foreignKeys between the tables that are made
     * @return why the copy is not as its source is, or an empty text
     * @throws SQLException if another table has the name that is to be used, among others
     */
    public String finish(ForeignKeys foreignKeys) throws SQLException {
        checkName();
        String difference = difference();
        if (!difference.isEmpty()) {
            return difference;
        }
        int comparisons = 0;
        while (equalize(Throttle.NONE, () -> false) > 0) {
            if (++comparisons == COMPARISONS) {
                return "Table " + move.target() + " still differs from " + move + " after " + COMPARISONS
                        + " comparisons";
            }
        }
        raiseCounters();
        if (made) {
            foreignKeys.create(move, progress);
        }
        return "";
    }

    private void checkName() throws SQLException {
        TablePlace place = move.target().place();
        try (MoveConnection target = MoveConnection.open(place, move)) {
            if (made
                    && place.names(move.dialect(), target)
                            .containsKey(lower(move.target().published()))) {
                throw new SQLException("Table " + move.target()
                        + " was made meanwhile by others: drop it, or copy all rows of " + move + " there, and resume");
            }
        }
    }

    private void raiseCounters() throws SQLException {
        try (MoveConnection source = MoveConnection.source(move)) {
            MovedRows moved = MovedRows.readAny(move, source);
            transactions.run((targets, state, clearing) -> {
                MoveConnection target = targets.connection(move.target().place());
                for (String each : moved.sql().counters(source, target, moved.table(), 0)) {
                    target.execute(each);
                }
                return true;
            });
        }
    }

    /** Drops the foreign keys of a table that was made, before the tables are dropped to which they refer. */
    public void dropForeignKeys() throws SQLException {
        if (made) {
            ForeignKeys.drop(move, progress);
        }
    }

    /** Drops the table if it was made, and empties it if it was empty. */
    public void undo() throws SQLException {
        if (made) {
            new TargetTables(move).drop();
        } else {
            transactions.run((targets, state, clearing) -> {
                if (!state.structure().isEmpty()) {
                    targets.connection(move.target().place())
                            .execute("DELETE FROM "
                                    + move.target()
                                            .place()
                                            .quoted(
                                                    move.dialect(),
                                                    move.target().published()));
                }
                return true;
            });
        }
        progress.forget();
    }

    /** Leaves the table to those who use it, and drops what is of the work. */
    public void release() throws SQLException {
        if (made) {
            // Only if another one has its name.
            new TargetTables(move).drop();
        }
        progress.forget();
    }
}

package io.shardkit.move.table;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The targets of one source within one transaction of each of their databases. Used by one thread. */
final class Targets {
    private final TableMove move;
    private final Map<TablePlace, MoveConnection> connections;

    Targets(TableMove move, Map<TablePlace, MoveConnection> connections) {
        this.move = move;
        this.connections = connections;
    }

    /** A row, and the number of the target that has it. */
    record Placed(int target, @Nullable Object[] row) {}

    private MoveConnection connection(int target) {
        return connection(move.targets().get(target).place());
    }

    MoveConnection connection(TablePlace place) {
        MoveConnection connection = connections.get(place);
        if (connection == null) {
            throw new IllegalStateException(place.toString());
        }
        return connection;
    }

    /** Inserts rows, each where it belongs. */
    void insert(MovedRows moved, List<@Nullable Object[]> rows) throws SQLException {
        Map<Integer, List<@Nullable Object[]>> byTarget = byTarget(moved, rows);
        for (int target : inOrder()) {
            insert(moved, target, byTarget, Map.of());
        }
    }

    private void insert(
            MovedRows moved,
            int target,
            Map<Integer, List<@Nullable Object[]>> byTarget,
            Map<MovedKey, @Nullable Object[]> kept)
            throws SQLException {
        List<@Nullable Object[]> rows = byTarget.getOrDefault(target, List.of());
        try {
            moved.insert(connection(target), target, rows, kept);
        } catch (SQLException failure) {
            throw moved.sql().isDuplicate(failure)
                    ? new RepeatedValueException(moved, move.targets().get(target), rows, failure)
                    : failure;
        }
    }

    private static Map<Integer, List<@Nullable Object[]>> byTarget(MovedRows moved, List<@Nullable Object[]> rows)
            throws SQLException {
        Map<Integer, List<@Nullable Object[]>> byTarget = new HashMap<>();
        for (@Nullable Object[] row : rows) {
            byTarget.computeIfAbsent(moved.target(row), any -> new ArrayList<>())
                    .add(row);
        }
        return byTarget;
    }

    /** Returns the targets by their databases: if all sources lock rows in this order, no database has to see a deadlock of two. */
    private List<Integer> inOrder() {
        List<TablePlace> places = move.places();
        return IntStream.range(0, move.targets().size())
                .boxed()
                .sorted(Comparator.comparingInt(
                        target -> places.indexOf(move.targets().get(target).place())))
                .toList();
    }

    /**
     * Has exactly these rows of these keys.
     *
     * @param clearing whether rows that have unique values of these rows are deleted first
     * @param source a connection to the source
     */
    void put(
            MovedRows moved,
            Collection<MovedKey> keys,
            List<@Nullable Object[]> rows,
            boolean clearing,
            MoveConnection source)
            throws SQLException {
        Map<MovedKey, @Nullable Object[]> kept = moved.keptAtTarget(connection(0), 0, keys);
        Map<Integer, List<@Nullable Object[]>> byTarget =
                byTarget(moved, moved.isOfEntries() ? single(moved, rows) : rows);
        // No lock is needed to find them: only this worker writes rows of this source.
        Map<Integer, Collection<MovedKey>> present = present(moved, keys);
        for (int target : inOrder()) {
            delete(moved, target, present.getOrDefault(target, List.of()));
            if (clearing) {
                List<@Nullable Object[]> clashing = moved.clashing(connection(target), target, rows);
                delete(moved, target, staleKeys(moved, clashing, source));
                if (moved.isShared()) {
                    clashing.addAll(moved.lockedAtTarget(connection(target), target, keys));
                    deleteStale(moved, target, clashing, source);
                }
            }
            insert(moved, target, byTarget, kept);
        }
    }

    /** Of rows of the source, those that it does not have so any more: an altered target may refuse values that the source takes. */
    private static List<MovedKey> staleKeys(MovedRows moved, List<@Nullable Object[]> rows, MoveConnection source)
            throws SQLException {
        List<@Nullable Object[]> own = new ArrayList<>();
        for (@Nullable Object[] row : rows) {
            if (moved.isOwn(row)) {
                own.add(row);
            }
        }
        return moved.keysOf(moved.stale(source, own));
    }

    /**
     * Deletes rows of other sources that these do not have any more: a row, or its unique value, has gone from one source to
     * another, and the journal of the former one is still to be followed.
     */
    private void deleteStale(MovedRows moved, int target, List<@Nullable Object[]> rows, MoveConnection source)
            throws SQLException {
        Map<Integer, List<@Nullable Object[]>> bySource = new LinkedHashMap<>();
        for (@Nullable Object[] row : rows) {
            if (!moved.isOwn(row)) {
                bySource.computeIfAbsent(moved.source(row), any -> new ArrayList<>())
                        .add(row);
            }
        }
        for (Map.Entry<Integer, List<@Nullable Object[]>> each : bySource.entrySet()) {
            List<MovedKey> stale = moved.keysOf(moved.stale(source, each.getKey(), each.getValue()));
            moved.delete(connection(target), target, stale);
        }
    }

    /** Of rows that have the same key for a moment, as it goes from one to another, the last one. */
    private static List<@Nullable Object[]> single(MovedRows moved, List<@Nullable Object[]> rows) {
        Map<MovedKey, @Nullable Object[]> byKey = new LinkedHashMap<>();
        rows.forEach(row -> byKey.put(moved.keyOf(row), row));
        return List.copyOf(byKey.values());
    }

    private void delete(MovedRows moved, int target, Collection<MovedKey> keys) throws SQLException {
        MoveConnection connection = connection(target);
        Collection<MovedKey> own =
                moved.isShared() ? ownKeys(moved, moved.lockedAtTarget(connection, target, keys)) : keys;
        moved.delete(connection, target, own);
    }

    private static List<MovedKey> ownKeys(MovedRows moved, List<@Nullable Object[]> rows) throws SQLException {
        List<MovedKey> keys = new ArrayList<>();
        for (@Nullable Object[] row : rows) {
            if (moved.isOwn(row)) {
                keys.add(moved.keyOf(row));
            }
        }
        return keys;
    }

    /**
     * Removes all rows of the source. Entries do not tell from which source they are, so all are made anew.
     *
     * @param source a connection to it
     */
    void empty(MovedRows moved, MoveConnection source) throws SQLException {
        int most = move.limits().chunkRows();
        for (int target = 0; target < move.targets().size(); target++) {
            MoveConnection connection = connection(target);
            if (!moved.isShared()) {
                connection.execute("TRUNCATE TABLE " + moved.table().target(target));
                continue;
            }
            MovedKey from = null;
            List<@Nullable Object[]> rows;
            do {
                rows = moved.afterAtTarget(connection, target, from, most);
                from = rows.isEmpty() ? null : moved.keyOf(rows.get(rows.size() - 1));
                List<MovedKey> own = ownKeys(moved, rows);
                delete(moved, target, own);
                if (moved.isOfEntries() && !own.isEmpty()) {
                    insert(moved, single(moved, moved.atSource(source, own)));
                }
            } while (rows.size() == most);
        }
    }

    /** Returns the rows of keys that belong to the source. */
    List<Placed> at(MovedRows moved, Collection<MovedKey> keys) throws SQLException {
        List<Placed> placed = new ArrayList<>();
        for (Map.Entry<Integer, Collection<MovedKey>> each :
                present(moved, keys).entrySet()) {
            int target = each.getKey();
            add(moved, target, moved.atTarget(connection(target), target, each.getValue()), placed);
        }
        return placed;
    }

    /**
     * Returns by target those of the keys of which it may have rows; targets without any need not be there. Sources with few
     * changes have targets on all data sources: so those of one database are asked at once.
     */
    private Map<Integer, Collection<MovedKey>> present(MovedRows moved, Collection<MovedKey> keys) throws SQLException {
        Map<Integer, Collection<MovedKey>> present = new TreeMap<>();
        if (!moved.isShared() || moved.isOfEntries()) {
            inOrder().forEach(target -> present.put(target, keys));
            return present;
        }
        Map<TablePlace, List<Integer>> byPlace = inOrder().stream()
                .collect(Collectors.groupingBy(
                        target -> move.targets().get(target).place()));
        for (Map.Entry<TablePlace, List<Integer>> each : byPlace.entrySet()) {
            MoveConnection connection = connection(each.getKey());
            moved.lookup().present(connection, each.getValue(), keys, (target, key) -> present.computeIfAbsent(
                            target, any -> new ArrayList<>())
                    .add(key));
        }
        return present;
    }

    /** Returns the rows after one key and up to another; of targets that get no rows of other sources. */
    List<Placed> between(MovedRows moved, @Nullable MovedKey from, @Nullable MovedKey to, int most)
            throws SQLException {
        List<Placed> placed = new ArrayList<>();
        for (int target = 0; target < move.targets().size(); target++) {
            List<@Nullable Object[]> rows = new ArrayList<>();
            // The target should have no more than the source, but may have any number.
            for (int skipped = 0; skipped == rows.size(); skipped += most) {
                rows.addAll(moved.between(connection(target), target, from, to, most, skipped));
            }
            add(moved, target, rows, placed);
        }
        return placed;
    }

    private static void add(MovedRows moved, int target, List<@Nullable Object[]> rows, List<Placed> placed)
            throws SQLException {
        for (@Nullable Object[] row : rows) {
            if (moved.isOwn(row)) {
                placed.add(new Placed(target, row));
            }
        }
    }

    /** Returns true if no target has more rows than this in a part. */
    boolean areShort(MovedRows moved, String part, int most) throws SQLException {
        for (int target = 0; target < move.targets().size(); target++) {
            if (!moved.isShortAtTarget(connection(target), target, part, most)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of rows of the source in a part. */
    long count(MovedRows moved, String part) throws SQLException {
        long count = 0;
        for (int target = 0; target < move.targets().size(); target++) {
            MoveConnection connection = connection(target);
            count += moved.isShared()
                    ? ownKeys(moved, moved.allAtTarget(connection, target, part))
                            .size()
                    : moved.countAtTarget(connection, target, part);
        }
        return count;
    }

    /** Rows have a value that a target takes once only. */
    static final class RepeatedValueException extends SQLException {
        private static final long serialVersionUID = 1L;

        private final transient MovedRows moved;
        private final transient MoveTarget target;
        private final transient List<@Nullable Object[]> rows;

        private RepeatedValueException(
                MovedRows moved, MoveTarget target, List<@Nullable Object[]> rows, SQLException failure) {
            super(failure.getMessage(), failure.getSQLState(), failure.getErrorCode(), failure);
            this.moved = moved;
            this.target = target;
            this.rows = List.copyOf(rows);
        }

        /** Returns the failure with the names of two rows that have the same value; without them if it has gone meanwhile. */
        SQLException named() {
            List<List<Integer>> uniques = new ArrayList<>(moved.table().uniques());
            uniques.add(moved.table().key());
            try (MoveConnection source = MoveConnection.source(moved.table().move())) {
                // Equal values first: a collation may tell cases apart, or not.
                for (UnaryOperator<String> form : List.<UnaryOperator<String>>of(
                        UnaryOperator.identity(), value -> value.toLowerCase(Locale.ROOT))) {
                    for (List<Integer> unique : uniques) {
                        for (Map.Entry<List<String>, List<String>> each :
                                rowsByValue(source, unique, form).entrySet()) {
                            if (each.getValue().size() > 1) {
                                return named(unique, each.getKey(), each.getValue());
                            }
                        }
                    }
                }
            } catch (SQLException unknown) {
                addSuppressed(unknown);
            }
            return this;
        }

        private SQLException named(List<Integer> unique, List<String> values, List<String> where) {
            return new SQLException(message(unique, values, where), getSQLState(), getErrorCode(), this);
        }

        /** Returns the keys and tables of all rows of the sources that have the values of these rows, in one form. */
        private Map<List<String>, List<String>> rowsByValue(
                MoveConnection source, List<Integer> unique, UnaryOperator<String> form) throws SQLException {
            Map<List<String>, List<String>> found = new LinkedHashMap<>();
            if (moved.isShared()) {
                moved.sources().each(source, (move, place) -> {
                    String table = moved.sources().name(move, place);
                    add(move, moved.alike(place, table, unique, rows), unique, form, found);
                });
            } else {
                add(
                        moved.table().move(),
                        moved.alike(source, moved.table().source(), unique, rows),
                        unique,
                        form,
                        found);
            }
            return found;
        }

        private void add(
                TableMove move,
                List<@Nullable Object[]> alike,
                List<Integer> unique,
                UnaryOperator<String> form,
                Map<List<String>, List<String>> found) {
            for (@Nullable Object[] row : alike) {
                List<String> values = unique.stream()
                        .map(i -> form.apply(RowLookup.text(row[i])))
                        .toList();
                found.computeIfAbsent(values, any -> new ArrayList<>())
                        .add(moved.keyOf(row) + " of " + move.source().named(move.table()));
            }
        }

        private String message(List<Integer> unique, List<String> values, List<String> where) {
            String columns = unique.stream()
                    .map(i -> moved.table().columns().get(i).name())
                    .collect(Collectors.joining(", "));
            TableMove move = moved.table().move();
            return "The unique key (" + columns + ") of " + target.place().named(target.published())
                    + " takes each value once, and (" + String.join(", ", values) + ") is in the rows with the keys "
                    + String.join(" and ", where.subList(0, 2)) + ". SELECT " + columns + " FROM "
                    + (moved.isShared() ? "the logical table" : move.table()) + " GROUP BY " + columns
                    + " HAVING COUNT(*) > 1 names all such values"
                    + (moved.isShared() ? "" : " on " + move.source().dataSource())
                    + ": change or delete all rows but one of each, and resume the move, or cancel it ("
                    + getMessage() + ")";
        }
    }
}

package io.shardkit.move.table;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares source and target, row by row and to the last bit, range after range, also while the source is written: what
 * differs is no difference if the journal has an entry about it, as every change of the source has until it was followed;
 * and nothing is followed while a range is compared. Not thread-safe.
 */
public final class Verify {
    private final TableMove move;
    private final TargetTransactions transactions;
    private final Witnesses witnesses;
    private final Journal journal;

    /** Verifies for this worker. */
    public Verify(TableMove move, Progress progress) {
        this.move = move;
        this.transactions = new TargetTransactions(move, progress);
        this.witnesses = progress.witnesses();
        this.journal = new Journal(move);
    }

    /**
     * The outcome.
     *
     * @param rows the number of rows of the source that were compared
     * @param differences those found, at most as many as were asked for
     * @param pending keys that differ and are still in the journal; to be looked at again once it was followed
     */
    public record Verified(long rows, List<Difference> differences, List<MovedKey> pending) {
        /** Copies the lists. */
        public Verified {
            differences = List.copyOf(differences);
            pending = List.copyOf(pending);
        }

        /** Returns true if source and target are the same. */
        public boolean isSame() {
            return differences.isEmpty() && pending.isEmpty();
        }
    }

    /**
     * A row in which source and target differ.
     *
     * @param key its key
     * @param kind what is wrong at the target
     * @param columns names of the columns that differ; empty unless the row is changed
     */
    public record Difference(MovedKey key, Kind kind, List<String> columns) {
        /** Copies the list. */
        public Difference {
            columns = List.copyOf(columns);
        }

        /** Kinds of differences. */
        public enum Kind {
            /** The target lacks the row. */
            MISSING,
            /** Only the target has the row. */
            EXTRA,
            /** The target has another row. */
            CHANGED,
            /** Several rows of the sources have the key, which may have one entry only. */
            REPEATED
        }

        @Override
        public String toString() {
            return switch (kind) {
                case MISSING -> "the target lacks the row with the key " + key;
                case EXTRA -> "only the target has a row with the key " + key;
                case CHANGED -> "the row with the key " + key + " differs in " + String.join(", ", columns);
                case REPEATED -> "several rows have the value " + key + ", for which there can be one entry only";
            };
        }
    }

    /** The rows of one range, or of several that follow each other. */
    private record Range(@Nullable MovedKey last, int rows, List<Difference> differences, List<MovedKey> pending) {

        Range and(Range next) {
            List<MovedKey> both = new ArrayList<>(pending);
            both.addAll(next.pending);
            // Ranges are joined as long as they have no differences.
            return new Range(next.last, rows + next.rows, next.differences, both);
        }
    }

    /**
     * Compares all rows.
     *
     * @param most the number of differences after which it stops
     */
    public Verified all(int most, Throttle throttle) throws SQLException {
        List<Difference> differences = new ArrayList<>();
        List<MovedKey> pending = new ArrayList<>();
        Witnesses seen = seen();
        long rows = 0;
        MovedKey from = null;
        while (true) {
            long start = System.nanoTime();
            MovedKey after = from;
            Range range = within((source, targets, moved) -> ranges(source, targets, moved, after, start));
            rows += range.rows();
            differences.addAll(range.differences());
            pending.addAll(range.pending());
            throttle.pause(range.rows(), System.nanoTime() - start);
            if (range.last() == null || differences.size() >= most) {
                witnesses.replaceBy(differences.isEmpty() ? seen : new Witnesses());
                return new Verified(rows, differences, pending);
            }
            from = range.last();
        }
    }

    /** Compares the rows of some keys. */
    public Verified keys(Collection<MovedKey> keys) throws SQLException {
        List<MovedKey> all = List.copyOf(keys);
        List<Difference> differences = new ArrayList<>();
        List<MovedKey> pending = new ArrayList<>();
        long rows = 0;
        int most = move.limits().chunkRows();
        for (int i = 0; i < all.size(); i += most) {
            List<MovedKey> some = all.subList(i, Math.min(all.size(), i + most));
            Range range = within((source, targets, moved) -> range(source, targets, moved, some, some.size(), null));
            rows += range.rows();
            differences.addAll(range.differences());
            pending.addAll(range.pending());
        }
        return new Verified(rows, differences, pending);
    }

    private Witnesses seen() throws SQLException {
        if (isOfEntries()) {
            return new Witnesses();
        }
        try (MoveConnection source = MoveConnection.source(move)) {
            return Witnesses.seen(source, MovedRows.read(move, source));
        }
    }

    /** A truncation is found where the rows themselves move. */
    private boolean isOfEntries() {
        return move.placement().entries() != null;
    }

    /** Returns true if {@link LastChanges} need no other comparison of all rows before, to be quick. */
    public boolean isRecent() throws SQLException {
        if (isOfEntries()) {
            return true;
        }
        try (MoveConnection source = MoveConnection.source(move)) {
            MovedRows moved = MovedRows.read(move, source);
            return transactions.run(
                    (targets, state, clearing) -> witnesses.areQuick(source, targets, moved, state.incarnation()));
        }
    }

    /** Copies the present rows of some keys. */
    public void repair(List<MovedKey> keys) throws SQLException {
        int most = move.limits().chunkRows();
        for (int i = 0; i < keys.size(); i += most) {
            Set<MovedKey> some = new LinkedHashSet<>(keys.subList(i, Math.min(keys.size(), i + most)));
            try (MoveConnection source = MoveConnection.source(move)) {
                MovedRows moved = MovedRows.read(move, source);
                transactions.run((targets, state, clearing) -> {
                    targets.put(moved, some, moved.atSource(source, some), clearing, source);
                    return true;
                });
            }
        }
    }

    private interface Comparison {
        Range compare(MoveConnection source, Targets targets, MovedRows moved) throws SQLException;
    }

    private Range within(Comparison comparison) throws SQLException {
        try (MoveConnection source = MoveConnection.source(move)) {
            MovedRows moved = MovedRows.read(move, source);
            journal.check(source, moved);
            return transactions.run((targets, state, clearing) -> {
                Follow.check(source, moved, state);
                return comparison.compare(source, targets, moved);
            });
        }
    }

    /** Compares one range after the other until a step is over, or differences were found. */
    private Range ranges(MoveConnection source, Targets targets, MovedRows moved, @Nullable MovedKey from, long start)
            throws SQLException {
        Range all = range(source, targets, moved, from);
        while (all.last() != null && all.differences().isEmpty() && System.nanoTime() - start < MoveLimits.STEP_NANOS) {
            all = all.and(range(source, targets, moved, all.last()));
        }
        return all;
    }

    private Range range(MoveConnection source, Targets targets, MovedRows moved, @Nullable MovedKey from)
            throws SQLException {
        int most = move.limits().chunkRows();
        List<@Nullable Object[]> sources = moved.after(source, from, most);
        MovedKey last = sources.size() < most ? null : moved.keyOf(sources.get(sources.size() - 1));
        // Rows of other sources may be between them, any number; MoveRun looks for rows that no source has.
        List<Targets.Placed> placed = moved.isShared()
                ? targets.at(moved, sources.stream().map(moved::keyOf).toList())
                : targets.between(moved, from, last, most);
        List<MovedKey> doubtful = compare(moved, sources, placed).stream()
                .map(Difference::key)
                .distinct()
                .toList();
        return range(source, targets, moved, doubtful, sources.size(), last);
    }

    /** The two databases may put texts in another order, so that a row is in another range. */
    private static Range range(
            MoveConnection source,
            Targets targets,
            MovedRows moved,
            List<MovedKey> keys,
            int rows,
            @Nullable MovedKey last)
            throws SQLException {
        List<Difference> found = differences(source, targets, moved, keys);
        // After the source was read: a change that was seen has its entry now.
        Set<MovedKey> pending = Journal.pending(
                source,
                moved,
                found.stream().map(Difference::key).collect(Collectors.toCollection(LinkedHashSet::new)));
        return new Range(
                last,
                rows,
                found.stream().filter(each -> !pending.contains(each.key())).toList(),
                List.copyOf(pending));
    }

    /** Returns how the rows of some keys differ, whether or not the journal has entries about them. */
    static List<Difference> differences(MoveConnection source, Targets targets, MovedRows moved, List<MovedKey> keys)
            throws SQLException {
        return compare(moved, moved.atSource(source, keys), targets.at(moved, keys));
    }

    /** Returns how rows of targets differ from those of the source. */
    static List<Difference> compare(MovedRows moved, List<@Nullable Object[]> sources, List<Targets.Placed> placed)
            throws SQLException {
        Map<MovedKey, @Nullable Object[]> ofTarget = new LinkedHashMap<>();
        List<Difference> found = new ArrayList<>();
        for (Targets.Placed each : placed) {
            MovedKey key = moved.keyOf(each.row());
            if (moved.target(each.row()) != each.target() || ofTarget.put(key, each.row()) != null) {
                found.add(new Difference(key, Difference.Kind.EXTRA, List.of()));
            }
        }
        Set<MovedKey> seen = new HashSet<>();
        for (@Nullable Object[] row : sources) {
            MovedKey key = moved.keyOf(row);
            if (!seen.add(key)) {
                found.add(new Difference(key, Difference.Kind.REPEATED, List.of()));
                continue;
            }
            @Nullable Object[] other = ofTarget.remove(key);
            if (other == null) {
                found.add(new Difference(key, Difference.Kind.MISSING, List.of()));
            } else if (!moved.isSame(row, other)) {
                found.add(new Difference(key, Difference.Kind.CHANGED, moved.differing(row, other)));
            }
        }
        ofTarget.keySet().forEach(key -> found.add(new Difference(key, Difference.Kind.EXTRA, List.of())));
        return found;
    }
}

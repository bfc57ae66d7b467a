package io.shardkit.move.table;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
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
            Range range = within((source, target, moved) -> ranges(source, target, moved, after, start));
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
            Range range = within((source, target, moved) -> range(source, target, moved, some, some.size(), null));
            rows += range.rows();
            differences.addAll(range.differences());
            pending.addAll(range.pending());
        }
        return new Verified(rows, differences, pending);
    }

    private Witnesses seen() throws SQLException {
        try (MoveConnection source = MoveConnection.source(move)) {
            return Witnesses.seen(source, MovedRows.read(move, source));
        }
    }

    /** Returns true if {@link LastChanges} need no other comparison of all rows before, to be quick. */
    public boolean isRecent() throws SQLException {
        try (MoveConnection source = MoveConnection.source(move)) {
            MovedRows moved = MovedRows.read(move, source);
            return transactions.run(
                    (target, state, clearing) -> witnesses.areQuick(source, moved, state.incarnation()));
        }
    }

    /** Copies the present rows of some keys. */
    public void repair(List<MovedKey> keys) throws SQLException {
        int most = move.limits().chunkRows();
        for (int i = 0; i < keys.size(); i += most) {
            Set<MovedKey> some = new LinkedHashSet<>(keys.subList(i, Math.min(keys.size(), i + most)));
            try (MoveConnection source = MoveConnection.source(move)) {
                MovedRows moved = MovedRows.read(move, source);
                transactions.run((target, state, clearing) -> {
                    TargetTransactions.put(moved, target, some, moved.atSource(source, some), clearing);
                    return true;
                });
            }
        }
    }

    private interface Comparison {
        Range compare(MoveConnection source, MoveConnection target, MovedRows moved) throws SQLException;
    }

    private Range within(Comparison comparison) throws SQLException {
        try (MoveConnection source = MoveConnection.source(move)) {
            MovedRows moved = MovedRows.read(move, source);
            journal.check(source, moved);
            return transactions.run((target, state, clearing) -> {
                Follow.check(source, moved, state);
                return comparison.compare(source, target, moved);
            });
        }
    }

    /** Compares one range after the other until a step is over, or differences were found. */
    private Range ranges(
            MoveConnection source, MoveConnection target, MovedRows moved, @Nullable MovedKey from, long start)
            throws SQLException {
        Range all = range(source, target, moved, from);
        while (all.last() != null && all.differences().isEmpty() && System.nanoTime() - start < MoveLimits.STEP_NANOS) {
            all = all.and(range(source, target, moved, all.last()));
        }
        return all;
    }

    private Range range(MoveConnection source, MoveConnection target, MovedRows moved, @Nullable MovedKey from)
            throws SQLException {
        int most = move.limits().chunkRows();
        List<@Nullable Object[]> sources = moved.after(source, from, most);
        MovedKey last = sources.size() < most ? null : moved.keyOf(sources.get(sources.size() - 1));
        List<@Nullable Object[]> targets = new ArrayList<>();
        // The target should have as many, but may have any number.
        for (int skipped = 0; skipped == targets.size(); skipped += most) {
            targets.addAll(moved.between(target, from, last, most, skipped));
        }
        List<MovedKey> doubtful = compare(moved, sources, targets).stream()
                .map(Difference::key)
                .distinct()
                .toList();
        return range(source, target, moved, doubtful, sources.size(), last);
    }

    /** The two databases may put texts in another order, so that a row is in another range. */
    private static Range range(
            MoveConnection source,
            MoveConnection target,
            MovedRows moved,
            List<MovedKey> keys,
            int rows,
            @Nullable MovedKey last)
            throws SQLException {
        List<Difference> found = compare(moved, moved.atSource(source, keys), moved.atTarget(target, keys));
        // After the source was read: a change that was seen has its entry now.
        Set<MovedKey> pending = moved.pending(
                source, found.stream().map(Difference::key).collect(Collectors.toCollection(LinkedHashSet::new)));
        return new Range(
                last,
                rows,
                found.stream().filter(each -> !pending.contains(each.key())).toList(),
                List.copyOf(pending));
    }

    /** Returns how the rows of some keys differ, whether or not the journal has entries about them. */
    static List<Difference> differences(
            MoveConnection source, MoveConnection target, MovedRows moved, List<MovedKey> keys) throws SQLException {
        return compare(moved, moved.atSource(source, keys), moved.atTarget(target, keys));
    }

    private static List<Difference> compare(
            MovedRows moved, List<@Nullable Object[]> sources, List<@Nullable Object[]> targets) {
        Map<MovedKey, @Nullable Object[]> ofTarget = new LinkedHashMap<>();
        List<Difference> found = new ArrayList<>();
        for (@Nullable Object[] row : targets) {
            MovedKey key = moved.keyOf(row);
            if (ofTarget.put(key, row) != null) {
                found.add(new Difference(key, Difference.Kind.EXTRA, List.of()));
            }
        }
        for (@Nullable Object[] row : sources) {
            MovedKey key = moved.keyOf(row);
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

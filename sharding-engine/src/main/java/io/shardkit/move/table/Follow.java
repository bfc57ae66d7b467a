package io.shardkit.move.table;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Brings the target, for the keys in the journal, to the present rows of the source, many keys at a time. Entries are
 * deleted one by one, as those of open transactions may have lower numbers. Not thread-safe.
 */
public final class Follow {
    /** Number of measurements in a row between which the journal must have become shorter. */
    private static final int PATIENCE = 5;

    private static final int STEPS_BETWEEN = 5;

    /** A long journal is followed in larger steps than rows are copied: most of the time of a step goes by round trips. */
    private static final int MOST_CHUNKS = 4;

    private final TableMove move;
    private final TargetTransactions transactions;
    private final Witnesses witnesses;
    private final Journal journal;
    private final Copy.ChunkSize chunk;

    /** Follows for this worker. */
    public Follow(TableMove move, Progress progress) {
        this.move = move;
        this.transactions = new TargetTransactions(move, progress);
        this.witnesses = progress.witnesses();
        this.journal = new Journal(move);
        this.chunk = new Copy.ChunkSize(
                MOST_CHUNKS * move.limits().chunkRows(), move.limits().chunkBytes());
    }

    /**
     * The outcome of an attempt to catch up.
     *
     * @param caughtUp whether the journal was as short as was asked for
     * @param length the last length of it
     * @param followed the number of entries that were followed
     * @param perSecond how many of them in a second
     */
    public record CatchUp(boolean caughtUp, Journal.Length length, long followed, double perSecond) {}

    /**
     * Follows the first entries.
     *
     * @return their number; 0 if the journal is empty
     * @throws SQLException also if the source table is not the one any more whose copy began: its structure was changed,
     *     or it was emptied without triggers
     */
    public int next() throws SQLException {
        return step().size();
    }

    private List<Journal.Entry> step() throws SQLException {
        try (MoveConnection source = MoveConnection.source(move)) {
            MovedRows moved = MovedRows.read(move, source);
            journal.check(source, moved);
            List<Journal.Entry> followed = transactions.run((targets, state, clearing) -> {
                check(source, moved, state);
                return follow(source, moved, targets, 0, clearing);
            });
            // Only now, as they are lost for another worker.
            Journal.forget(source, moved, followed);
            return followed;
        }
    }

    /** Follows the first entries after one of them within transactions of the targets, and returns them. */
    List<Journal.Entry> follow(MoveConnection source, MovedRows moved, Targets targets, long after, boolean clearing)
            throws SQLException {
        List<Journal.Entry> entries = Journal.entries(source, moved, after, chunk.rows());
        witnesses.drop(entries);
        Set<MovedKey> keys = new LinkedHashSet<>();
        boolean emptied = false;
        for (Journal.Entry each : entries) {
            MovedKey key = each.key();
            if (key == null) {
                emptied = true;
            } else {
                keys.add(key);
            }
        }
        if (emptied) {
            // The rows that the source has now were written after that, and are in the journal.
            targets.empty(moved, source);
        }
        List<@Nullable Object[]> rows = moved.atSource(source, keys);
        targets.put(moved, keys, rows, clearing, source);
        chunk.adapt(rows);
        return entries;
    }

    static void check(MoveConnection source, MovedRows moved, Progress.State state) throws SQLException {
        if (state.structure().isEmpty()) {
            return;
        }
        TableStructure now = moved.sql()
                .structure(source, moved.table().move().source(), moved.table().sourceName());
        // It was refused when the copy began, and drivers log each refusal.
        check(moved, state, now, state.incarnation().isEmpty() ? "" : moved.incarnation(source));
    }

    /** The same, when structure and mark of the source are known. */
    static void check(MovedRows moved, Progress.State state, TableStructure now, String incarnation)
            throws SQLException {
        if (state.structure().isEmpty()) {
            return;
        }
        if (!moved.structure(now).hash().equals(state.structure())) {
            throw new SQLException("The structure of table " + moved.table().sourceName()
                    + " was changed during the move, which has to copy it anew");
        }
        if (!state.incarnation().isEmpty() && !incarnation.isEmpty() && !incarnation.equals(state.incarnation())) {
            throw new SQLException(
                    "Table " + moved.table().sourceName() + " was truncated or rebuilt during the move, which no"
                            + " trigger sees: it has to be copied anew");
        }
    }

    /** Follows until the journal has few entries, or does not become shorter, as more is written than can be followed. */
    public CatchUp catchUp(long few) throws SQLException {
        Deque<Long> lengths = new ArrayDeque<>();
        long start = System.nanoTime();
        long followed = 0;
        while (true) {
            int some = 1;
            for (int i = 0; i < STEPS_BETWEEN && some > 0; i++) {
                some = next();
                followed += some;
            }
            Journal.Length length = journal.length();
            double perSecond = followed * 1e9 / Math.max(1, System.nanoTime() - start);
            if (length.entries() <= few) {
                return new CatchUp(true, length, followed, perSecond);
            }
            lengths.addLast(length.entries());
            if (lengths.size() > PATIENCE && lengths.removeFirst() <= length.entries()) {
                return new CatchUp(false, length, followed, perSecond);
            }
        }
    }
}

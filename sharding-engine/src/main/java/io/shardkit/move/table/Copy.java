package io.shardkit.move.table;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies all rows in the order of the key, chunk by chunk; one or a few of them with the checkpoint in one transaction of each
 * target. Needs the journal, and the target tables. Not thread-safe.
 */
public final class Copy {
    private final TableMove move;
    private final TargetTransactions transactions;
    private final Journal journal;
    private final ChunkSize chunk;

    /** Goes on where the last worker was. */
    public Copy(TableMove move, Progress progress) {
        this.move = move;
        this.transactions = new TargetTransactions(move, progress);
        this.journal = new Journal(move);
        this.chunk = new ChunkSize(move.limits().chunkRows(), move.limits().chunkBytes());
    }

    /**
     * The state of a copy.
     *
     * @param rows the number of rows so far
     * @param step the number of rows that this step copied
     * @param done whether these are all
     */
    public record Copied(long rows, int step, boolean done) {}

    /** The number of rows of the next chunk, by the bytes of the last one: memory is flat, however long rows are. Not thread-safe. */
    static final class ChunkSize {
        private static final int FIRST_ROWS = 100;

        private final int most;
        private final long bytes;
        private int rows;

        /** @param bytes the size of a chunk from which on the next ones have fewer rows */
        ChunkSize(int most, long bytes) {
            this.most = most;
            this.bytes = bytes;
            this.rows = Math.min(FIRST_ROWS, most);
        }

        int rows() {
            return rows;
        }

        void adapt(List<@Nullable Object[]> chunk) {
            long size = chunk.stream().mapToLong(MovedRows::size).sum();
            if (size > bytes) {
                rows = Math.max(1, (int) (rows * bytes / size));
            } else if (size < bytes / 2) {
                rows = Math.min(most, rows * 2);
            }
        }
    }

    /** Copies what is left. */
    public Copied all(Throttle throttle) throws SQLException {
        Copied copied = new Copied(0, 0, false);
        while (!copied.done()) {
            long start = System.nanoTime();
            copied = some(Integer.MAX_VALUE);
            throttle.pause(copied.step(), System.nanoTime() - start);
        }
        return copied;
    }

    /** Copies the next chunk. */
    public Copied next() throws SQLException {
        return chunks(Integer.MAX_VALUE, 0);
    }

    /** Copies chunks for about as long as {@link MoveLimits#STEP_NANOS}, at most so many rows. */
    public Copied some(int most) throws SQLException {
        return chunks(most, MoveLimits.STEP_NANOS);
    }

    private Copied chunks(int most, long nanos) throws SQLException {
        long start = System.nanoTime();
        try (MoveConnection source = MoveConnection.source(move)) {
            MovedRows moved = MovedRows.read(move, source);
            journal.check(source, moved);
            return transactions.run((targets, state, clearing) -> {
                if (state.copied()) {
                    return new Copied(state.rows(), 0, true);
                }
                Progress.State now =
                        state.structure().isEmpty() ? begun(source, moved, structure(source, moved)) : state;
                int step = 0;
                do {
                    int asked = Math.min(chunk.rows(), most - step);
                    List<@Nullable Object[]> rows = moved.after(source, now.key(), asked);
                    copy(moved, targets, rows, clearing, source);
                    MovedKey last = rows.isEmpty() ? now.key() : moved.keyOf(rows.get(rows.size() - 1));
                    now = now.at(last, rows.size(), rows.size() < asked);
                    step += rows.size();
                    chunk.adapt(rows);
                } while (!now.copied() && step < most && System.nanoTime() - start < nanos);
                transactions.save(targets, now);
                return new Copied(now.rows(), step, now.copied());
            });
        }
    }

    private static void copy(
            MovedRows moved, Targets targets, List<@Nullable Object[]> rows, boolean clearing, MoveConnection source)
            throws SQLException {
        if (clearing) {
            targets.put(moved, rows.stream().map(moved::keyOf).toList(), rows, true, source);
        } else {
            targets.insert(moved, rows);
        }
    }

    /**
     * Takes the target for a complete copy of the source as it is now, whichever of its two names it has: for the way back
     * of a move, whose target is the former source. Every change since the two were the same must be in the journal.
     *
     * @throws SQLException also if a part was copied before
     */
    public void adopt() throws SQLException {
        try (MoveConnection source = MoveConnection.source(move)) {
            MovedRows moved = MovedRows.read(move, source);
            journal.check(source, moved);
            transactions.run((targets, state, clearing) -> {
                if (state.key() != null && !state.copied()) {
                    throw new SQLException("A part of table " + move.table() + " was copied, so that its target is not"
                            + " complete: go on with the copy");
                }
                // Until the switch the other side has the foreign keys.
                MoveTarget model = move.target();
                TableStructure structure = structure(source, moved)
                        .with(
                                moved.isOfEntries()
                                        ? List.of()
                                        : moved.sql()
                                                .foreignKeys(
                                                        targets.connection(model.place()),
                                                        model.place(),
                                                        moved.table()
                                                                .targetNames()
                                                                .get(0)));
                transactions.save(targets, begun(source, moved, structure).at(null, 0, true));
                return true;
            });
        }
    }

    private TableStructure structure(MoveConnection source, MovedRows moved) throws SQLException {
        return moved.structure(
                moved.sql().structure(source, move.source(), moved.table().sourceName()));
    }

    private static Progress.State begun(MoveConnection source, MovedRows moved, TableStructure structure)
            throws SQLException {
        return new Progress.State(null, 0, false, structure.hash(), moved.incarnation(source));
    }
}

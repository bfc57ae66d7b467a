package io.shardkit.move.table;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Transactions of one worker at the target. Each locks the progress of the move first, and reads the source after that: so
 * no row that was read before another worker wrote is written after it. Immutable.
 */
final class TargetTransactions {
    /** Number of times that rows may be in the way of others. */
    private static final int CLASHES = 20;

    private final TableMove move;
    private final Progress progress;

    TargetTransactions(TableMove move, Progress progress) {
        this.move = move;
        this.progress = progress;
    }

    /** Work of one transaction. */
    @FunctionalInterface
    interface Work<T> {
        /** @param clearing whether rows are in the way of others, and are deleted first */
        T run(MoveConnection target, Progress.State state, boolean clearing) throws SQLException;
    }

    /** Runs it in one transaction, again if it met locks, and again with clearing if it met rows. */
    <T> T run(Work<T> work) throws SQLException {
        for (int attempt = 0; ; attempt++) {
            boolean clearing = attempt > 0;
            try {
                return Attempts.of(move, () -> once(work, clearing));
            } catch (SQLException failure) {
                // Rows that are read one after the other may have the same value, as it has gone from one to the other.
                if (attempt == CLASHES || !MoveSqls.of(move.dialect()).isClash(failure)) {
                    throw failure;
                }
            }
        }
    }

    private <T> T once(Work<T> work, boolean clearing) throws SQLException {
        try (MoveConnection target = MoveConnection.target(move)) {
            target.begin();
            T answer = work.run(target, progress.lock(target), clearing);
            target.commit();
            return answer;
        }
    }

    void save(MoveConnection target, Progress.State state) throws SQLException {
        progress.save(target, state);
    }

    /** Gives the target, for these keys, exactly these rows. */
    static void put(
            MovedRows moved,
            MoveConnection target,
            Collection<MovedKey> keys,
            List<@Nullable Object[]> rows,
            boolean clearing)
            throws SQLException {
        moved.delete(target, keys);
        if (clearing) {
            moved.deleteClashing(target, rows);
        }
        moved.insert(target, rows);
    }
}

package io.shardkit.move.table;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Transactions of one worker at the targets, one in each of their databases. They lock the progress of the move first, and
 * the source is read after that: so no row that was read before another worker wrote is written after it. They end one after
 * the other: what some of them have and others have not is done again, and is so that this changes nothing. Immutable.
 */
final class TargetTransactions {
    /** Number of times that rows may be in the way of others. */
    private static final int CLASHES = 20;

    private final TableMove move;
    private final Progress progress;

    /** Connections that are held for longer than one transaction, which another one closes; null if there are none. */
    private final @Nullable Map<TablePlace, MoveConnection> held;

    TargetTransactions(TableMove move, Progress progress) {
        this(move, progress, null);
    }

    /** By connections that are open; one transaction has them at a time. */
    TargetTransactions(TableMove move, Progress progress, @Nullable Map<TablePlace, MoveConnection> held) {
        this.move = move;
        this.progress = progress;
        this.held = held;
    }

    /** Work of one transaction. */
    @FunctionalInterface
    interface Work<T> {
        /** @param clearing whether rows are in the way of others, and are deleted first */
        T run(Targets targets, Progress.State state, boolean clearing) throws SQLException;
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
                    throw failure instanceof Targets.RepeatedValueException repeated ? repeated.named() : failure;
                }
            }
        }
    }

    private <T> T once(Work<T> work, boolean clearing) throws SQLException {
        try (Connections connections = new Connections()) {
            Targets targets = connections.begin();
            T answer = work.run(targets, progress.lock(targets), clearing);
            connections.commit();
            return answer;
        }
    }

    /** The connections of one attempt; what fails when they are closed does not hide why the attempt has failed. */
    private final class Connections implements AutoCloseable {
        private final Map<TablePlace, MoveConnection> open = new LinkedHashMap<>();

        Targets begin() throws SQLException {
            for (TablePlace place : move.places()) {
                MoveConnection own = held == null ? null : held.get(place);
                open.put(place, own == null ? MoveConnection.open(place, move) : own);
            }
            for (MoveConnection each : open.values()) {
                each.begin();
            }
            return new Targets(move, open);
        }

        void commit() throws SQLException {
            for (MoveConnection each : open.values()) {
                each.commit();
            }
        }

        @Override
        public void close() throws SQLException {
            SQLException failure = null;
            for (MoveConnection each : open.values()) {
                try {
                    if (held == null || !held.containsValue(each)) {
                        each.close();
                    } else {
                        each.rollback();
                    }
                } catch (SQLException one) {
                    failure = one;
                }
            }
            if (failure != null) {
                throw failure;
            }
        }
    }

    void save(Targets targets, Progress.State state) throws SQLException {
        progress.save(targets, state);
    }
}

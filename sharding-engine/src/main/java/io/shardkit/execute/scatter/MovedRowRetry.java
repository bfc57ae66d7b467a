package io.shardkit.execute.scatter;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.execute.watch.Step;
import io.shardkit.rule.RoutedTable;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Runs writes that may miss a row which others move from one unit to another meanwhile. What has missed one is undone; in
 * autocommit it begins anew. For one execution.
 */
public final class MovedRowRetry {
    /** Maximum number of times that a write begins: some two seconds. */
    private static final int MOST_TRIES = 200;

    private static final int LONGEST_PAUSE_MILLIS = 10;

    private final Session session;
    private final RowsInMotion moves;
    private final RoutedTable table;
    private final Deadline deadline;
    private final boolean own;

    /** @param table whose rows are written */
    public MovedRowRetry(Session session, RowsInMotion moves, RoutedTable table, Deadline deadline) {
        this.session = session;
        this.moves = moves;
        this.table = table;
        this.deadline = deadline;
        this.own = session.autoCommit();
    }

    /** A write of rows that no unique key names. */
    @FunctionalInterface
    public interface Write<T> {
        /**
         * Runs it.
         *
         * @param check is asked when all units have been written, before anything is committed
         */
        T run(Check check) throws SQLException;
    }

    /** Makes sure that no row was missed. */
    @FunctionalInterface
    public interface Check {
        /** Throws what undoes the write if one may have been. */
        void run() throws SQLException;
    }

    /**
     * Runs a write of rows that no unique key names: if rows of its table have moved meanwhile, it may have been in each
     * unit before or after one of them.
     */
    public <T> T undisturbed(Write<T> write) throws SQLException {
        return again(() -> {
            if (moves.knows(table)) {
                // Until the commits under way have ended.
                moves.fence().reading(() -> true);
            }
            RowsInMotion.Since since = moves.since(table);
            int ended = moves.fence().ended();
            return write.run(() -> {
                boolean moved = since.hasMoves() && moves.fence().hasCommittedSince(ended);
                if (moved || movedBetweenSnapshots()) {
                    throw RowsInMotion.missed(table);
                }
            });
        });
    }

    /**
     * Returns true if a row may have moved between the transaction's snapshots of different data sources. A write on
     * InnoDB always sees the newest rows.
     */
    private boolean movedBetweenSnapshots() {
        return moves.knows(table)
                && !session.reads().isTakenAnew()
                && session.databases().dialect().transactions().readOfWrite().isEmpty()
                && session.transaction().hasSeenMoves();
    }

    /** Runs a transaction, or a part of one. One of the statement's own that gave way to others is run once more. */
    public <T> T again(Step<T> transaction) throws SQLException {
        for (int tries = 1; ; tries++) {
            try {
                return transaction.run();
            } catch (SQLException failure) {
                if (!own || !RowsInMotion.isMissed(failure) || tries == MOST_TRIES) {
                    throw failure;
                }
            }
            pause(deadline, 1 + ThreadLocalRandom.current().nextInt(Math.min(tries, LONGEST_PAUSE_MILLIS)));
        }
    }

    /** Waits, unless the time of the statement is up. */
    static void pause(Deadline deadline, int millis) throws SQLException {
        deadline.secondsLeft();
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw ShardingExceptions.of(ErrorCode.INTERRUPTED, "");
        }
    }
}

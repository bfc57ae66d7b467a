package io.shardkit.execute.scatter;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.transaction.CommitFence;
import io.shardkit.execute.transaction.Transaction;
import io.shardkit.execute.watch.Step;
import io.shardkit.rule.RoutedTable;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Tells whether rows moved from one unit to another while a statement asked several units, one after the other: it may
 * have found such a row in none of them. Knows of this process only. Thread-safe.
 */
public final class RowsInMotion {
    /** Time that the first move waits for inserts; an insert may wait for a row that the move has locked. */
    private static final long LONGEST_INSERT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Map<String, Count> tables = new ConcurrentHashMap<>();
    private final CommitFence fence;
    private volatile boolean any;

    /** @param fence keeps reads away from the commits of moves */
    RowsInMotion(CommitFence fence) {
        this.fence = fence;
    }

    /** The moves of one table's rows, up to now. */
    private static final class Count {
        /** Number of moves that have begun. */
        private volatile long begun;

        /** The inserts under way that began when no row had moved yet. */
        private int inserting;

        /** Moves that have not ended, by their numbers. */
        private final NavigableMap<Long, Transaction> open = new TreeMap<>();

        synchronized long begin(Transaction transaction) {
            begun++;
            open.put(begun, transaction);
            return begun;
        }

        /** Before the first move inserts know nothing of any: they look for a key, and then insert where it was. */
        synchronized boolean awaitInserts(long nanos) throws InterruptedException {
            long until = System.nanoTime() + nanos;
            for (long left = nanos; inserting > 0 && left > 0; left = until - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
            return inserting == 0;
        }

        synchronized boolean insert() {
            boolean first = begun == 0;
            inserting += first ? 1 : 0;
            return first;
        }

        synchronized void inserted() {
            inserting--;
            notifyAll();
        }

        synchronized void end(long number) {
            open.remove(number);
            notifyAll();
        }

        synchronized Since now() {
            return new Since(this, begun, !open.isEmpty());
        }

        synchronized void await(Transaction own, long nanos) throws InterruptedException {
            long until = System.nanoTime() + nanos;
            long last = begun;
            long left = nanos;
            while (left > 0
                    && open.headMap(last, true).values().stream().anyMatch(transaction -> !transaction.equals(own))) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
                left = until - System.nanoTime();
            }
        }
    }

    /** The time since a statement began. */
    public static final class Since {
        private final Count count;
        private final long begun;
        private final boolean open;

        private Since(Count count, long begun, boolean open) {
            this.count = count;
            this.begun = begun;
            this.open = open;
        }

        /** Returns true if a row was moving when the statement began. */
        public boolean wasOpen() {
            return open;
        }

        /** Returns true if a row may have been moving at any moment of the statement. */
        public boolean hasMoves() {
            return open || count.begun != begun;
        }
    }

    /**
     * A row of the table begins to move, and has come there, or stayed, when the transaction has ended.
     *
     * @throws SQLException a rollback that asks for another attempt, if it is the first move and inserts do not end
     */
    public void begin(RoutedTable table, Transaction transaction) throws SQLException {
        any = true;
        transaction.commitsWithin(fence);
        Count count = count(table);
        long number = count.begin(transaction);
        transaction.whenEnded(() -> count.end(number));
        try {
            if (!count.awaitInserts(LONGEST_INSERT_NANOS)) {
                throw missed(table);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw ShardingExceptions.of(ErrorCode.INTERRUPTED, "");
        }
    }

    /**
     * Runs a write that looks for unique keys in other units and then inserts. The first move waits for it; later ones are
     * for it to take into account.
     *
     * @param moves whether it may itself move rows; two of those would wait for each other
     * @param unmoved runs it while no row moves
     * @param moving runs it while rows may move
     */
    public <T> T inserting(RoutedTable table, boolean moves, Step<T> unmoved, Step<T> moving) throws SQLException {
        if (moves) {
            return knows(table) ? moving.run() : unmoved.run();
        }
        Count count = count(table);
        if (!count.insert()) {
            return moving.run();
        }
        try {
            return unmoved.run();
        } finally {
            count.inserted();
        }
    }

    /** Waits until the rows of the table that are under way now, in other transactions, have come somewhere. */
    void await(RoutedTable table, Transaction own, long nanos) throws InterruptedException {
        count(table).await(own, nanos);
    }

    /** Returns true if rows of any table have begun to move. */
    public boolean any() {
        return any;
    }

    /** Keeps reads that ask several units away from the commits of transactions that have moved rows. */
    public CommitFence fence() {
        return fence;
    }

    /** Must be asked before a statement makes its first call. */
    public Since since(RoutedTable table) {
        return count(table).now();
    }

    /** Returns true if rows of the table have moved at all. */
    public boolean knows(RoutedTable table) {
        return count(table).begun > 0;
    }

    private Count count(RoutedTable table) {
        return tables.computeIfAbsent(table.name(), none -> new Count());
    }

    /** Says that a statement may have missed a row. */
    private static final class Missed extends SQLTransactionRollbackException {
        private static final long serialVersionUID = 1;

        Missed(String tables) {
            super("Other transactions move rows of " + tables + " that this one may have missed", "40001");
        }
    }

    /** Returns true if a statement failed because it may have missed a row. */
    static boolean isMissed(SQLException failure) {
        return failure instanceof Missed;
    }

    /** Returns the exception of a statement that may have missed a row: it asks for another attempt, as a database does. */
    public static SQLException missed(RoutedTable table) {
        return missed(table.toString());
    }

    /**
     * As the other.
     *
     * @param tables whose rows move
     */
    public static SQLException missed(String tables) {
        return new Missed(tables);
    }
}

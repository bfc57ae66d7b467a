package io.shardkit.execute.scatter;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.Databases;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.UniqueKeyLookup;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds rows that a unique key names while other transactions may move them: looks for the rows without a lock, locks
 * them where they were found, and looks again if another transaction was faster. For one execution.
 */
public final class RowSearch {
    /**
     * After what pauses rows that are not seen are looked for again. No look shows all data sources at one moment, so
     * that a row may move from one that comes later to one that was asked; to stay unseen it has to do that each time.
     */
    private static final int[] PAUSES_MILLIS = {0, 0, 1, 2, 5, 10, 20};

    /** Each time a row was seen and gone when it was to be locked, so that another transaction came further. */
    private static final int MOST_CHASES = 1_000;

    /** The number of attempts on a locked row before the search waits for the lock: some two seconds. */
    private static final int MOST_BUSY = 200;

    private static final int LONGEST_PAUSE_MILLIS = 10;

    /** The longest wait for moves, as one of the moving transactions may itself wait for this transaction. */
    private static final long LONGEST_MOVES_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Session session;
    private final ShardExecutor executor;
    private final UniqueKeyLookup rows;
    private final ParallelismChoice pace;
    private final Deadline deadline;
    private final boolean own;
    private @Nullable Boolean newest;
    private long awaited;

    /** On which data sources rows that others have locked are waited for; elsewhere they are an error. */
    private enum Waiting {
        EVERYWHERE,
        ON_THE_FIRST,
        NOWHERE
    }

    /** @param pace decides whether the data sources are asked in parallel */
    public RowSearch(
            Session session, ShardExecutor executor, UniqueKeyLookup rows, ParallelismChoice pace, Deadline deadline) {
        this.session = session;
        this.executor = executor;
        this.rows = rows;
        this.pace = pace;
        this.deadline = deadline;
        this.own = session.autoCommit();
    }

    /** From now on each look sees what has been committed before. */
    public void looksAnew() {
        newest = true;
    }

    /** Returns the number of rows found in each unit, leaving out units without any. Locks nothing. */
    public Map<Integer, Integer> look() throws SQLException {
        return counts(StatementKind.QUERY, rows.looks(), pace);
    }

    /** Returns true if a unit has one of the rows. Locks nothing. */
    public boolean isIn(int unit) throws SQLException {
        BitSet one = new BitSet();
        one.set(unit);
        return !counts(StatementKind.QUERY, rows.looks(one), ParallelismChoice.IN_TURN)
                .isEmpty();
    }

    /**
     * Locks the rows until the transaction ends, and tells how many each unit has. Rows that are not there are not; one
     * that others move meanwhile is found in the end.
     *
     * @throws SQLException a driver's exception, or a rollback that asks for another attempt if the rows keep moving, or if
     *     to wait for one might be to wait for who waits for this transaction
     */
    public Map<Integer, Integer> lock() throws SQLException {
        boolean keepsGaps = keepsGaps();
        boolean locksGone = locksGone();
        int busy = 0;
        int quiet = 0;
        for (int chases = 0; chases < MOST_CHASES; ) {
            boolean again = chases + quiet > 0;
            boolean locksAll = again && !seesNewest();
            Waiting waiting = !locksGone || (keepsGaps && !again && busy == MOST_BUSY)
                    ? Waiting.EVERYWHERE
                    : keepsGaps || again ? Waiting.NOWHERE : Waiting.ON_THE_FIRST;
            Map<Integer, Integer> seen = locksAll ? Map.of() : look();
            Map<Integer, Integer> locked;
            try {
                locked = lock(locksAll ? rows.units().stream().boxed().toList() : seen.keySet(), waiting);
            } catch (SQLException failure) {
                if (waiting == Waiting.EVERYWHERE || !isLocked(failure)) {
                    throw failure;
                }
                if (again || own || busy == MOST_BUSY) {
                    throw RowsInMotion.missed(rows.table());
                }
                busy++;
                MovedRowRetry.pause(deadline, Math.min(busy, LONGEST_PAUSE_MILLIS));
                continue;
            }
            if (sum(locked) >= rows.most()) {
                return locked;
            }
            if (sum(locked) < sum(seen)) {
                chases++;
                continue;
            }
            if (quiet == PAUSES_MILLIS.length) {
                checkSeen(sum(locked));
                return locked;
            }
            if (!locksGone) {
                awaitMoves();
            }
            MovedRowRetry.pause(deadline, PAUSES_MILLIS[quiet]);
            quiet++;
        }
        throw new SQLTransactionRollbackException(
                "Other transactions move the rows of " + rows.table() + " all the time", "40001");
    }

    /**
     * Returns true if the open transaction sees moves of other transactions only by locking, and its gap locks keep
     * others from inserting a row where the transaction looked for one in vain: waiting for a row might then mean waiting
     * for a transaction that waits for this one.
     */
    public boolean keepsGaps() throws SQLException {
        return locksGone() && !seesNewest();
    }

    /**
     * Returns true if rows may move, and a transaction that waited for a row which has left keeps others from inserting
     * that row there until the waiting transaction ends. Two servers do not notice that two transactions wait for each
     * other.
     */
    private boolean locksGone() {
        Databases databases = session.databases();
        return databases.dialect().transactions().locksWhatItCopies()
                && !databases.timeoutUndoes()
                && executor.moves().knows(rows.table());
    }

    /**
     * Makes sure that no more of the rows are there than a statement has met: in a transaction that keeps a snapshot of each
     * data source a row that moved between those is in none of them, or in two.
     *
     * @throws SQLException a rollback that asks for another attempt if it is not certain
     */
    public void checkSeen(long met) throws SQLException {
        boolean certain = met == rows.most()
                || session.reads().isTakenAnew()
                || !executor.moves().knows(rows.table())
                || !session.databases().dialect().transactions().readOfWrite().isEmpty();
        if (!certain && session.transaction().hasSeenMoves()) {
            throw RowsInMotion.missed(rows.table());
        }
    }

    private boolean isLocked(SQLException failure) {
        return session.databases().dialect().transactions().isLocked(failure);
    }

    /** Returns true if a look sees everything that was committed before the look. */
    private boolean seesNewest() throws SQLException {
        if (newest == null) {
            newest = session.reads()
                    .seesNewest(rows.table().dataSource(rows.units().nextSetBit(0)));
        }
        return newest;
    }

    private Map<Integer, Integer> lock(Collection<Integer> units, Waiting waiting) throws SQLException {
        int first = units.stream().mapToInt(rows.table()::dataSource).min().orElse(-1);
        List<ShardCall> calls = new ArrayList<>();
        for (int unit : units) {
            boolean waits = waiting == Waiting.EVERYWHERE
                    || (waiting == Waiting.ON_THE_FIRST && rows.table().dataSource(unit) == first);
            calls.add(rows.lock(unit, waits));
        }
        calls.sort(ShardCall.ORDER);
        return counts(StatementKind.LOCKING_QUERY, calls, ParallelismChoice.IN_TURN);
    }

    private static int sum(Map<Integer, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** A row that was under way is somewhere once its move has ended, however long that takes a machine that is busy. */
    private void awaitMoves() throws SQLException {
        deadline.secondsLeft();
        long start = System.nanoTime();
        try {
            executor.moves().await(rows.table(), session.transaction(), LONGEST_MOVES_NANOS - awaited);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw ShardingExceptions.of(ErrorCode.INTERRUPTED, "");
        }
        awaited += System.nanoTime() - start;
    }

    private Map<Integer, Integer> counts(StatementKind kind, List<ShardCall> calls, ParallelismChoice pace)
            throws SQLException {
        Map<Integer, Integer> counts = new TreeMap<>();
        if (calls.isEmpty()) {
            return counts;
        }
        try (OwnCalls asking = new OwnCalls()) {
            for (ResultSet found :
                    executor.query(session, kind, calls, asking.asking(), deadline.secondsLeft(), pace)) {
                while (found.next()) {
                    counts.merge(found.getInt(1), 1, Integer::sum);
                }
            }
            return counts;
        }
    }
}

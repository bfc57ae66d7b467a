package io.shardkit.dialect.facts;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** How the transactions of a database differ from those of others. Immutable. */
public interface Transactions {
    /** Whether any failed statement leaves the transaction fit for rollback only. */
    boolean errorAborts();

    /** Whether on this server a wait for a lock that ends by its timeout undoes all of the transaction. */
    boolean timeoutUndoes(Connection connection) throws SQLException;

    /**
     * Whether a failure has undone all of the transaction although its SQLState does not say so.
     *
     * @param timeoutUndoes as {@link #timeoutUndoes(Connection)}
     */
    boolean undoesAll(SQLException failure, boolean timeoutUndoes);

    /** Whether DDL commits the open transaction; H2's does as well, but for temporary tables. */
    boolean ddlCommits();

    /** Whether BEGIN in a transaction commits that one. */
    boolean beginCommits();

    /**
     * Whether BEGIN switches autocommit off, as its driver says too, until COMMIT or ROLLBACK; a commit by DDL leaves it
     * off.
     */
    boolean beginSwitchesAutoCommit();

    /** Whether the database is told that autocommit is on, and commits when it is; other drivers keep that to themselves. */
    boolean autoCommitCommits();

    /** Gives the transaction that begins with this statement its modes; null if there is nothing to be said. */
    @Nullable String setModes(String modes);

    /** Whether a second savepoint of the same name hides the first until it is released. */
    boolean keepsHiddenSavepoints();

    /** Whether RELEASE SAVEPOINT does something. */
    boolean releasesSavepoints();

    /** Whether a rollback undoes what the transaction set for the session. */
    boolean rollsBackSettings();

    /**
     * Ends each wait for a lock in the open transaction after a time, unless the session has a limit of its own; null if
     * waits for rows end by themselves.
     *
     * @param milliseconds at least 1
     */
    @Nullable String limitLockWaits(long milliseconds);

    /** Asks for how long a session waits for a lock, or null if no database of this kind waits for ever. */
    @Nullable String lockWaitQuery();

    /** Whether an answer to that question says that it waits for ever. */
    boolean waitsForEver(String answer);

    /** Whether a read-only transaction cannot make temporary tables. */
    boolean readOnlyForbidsTemporaryTables();

    /** Whether a read-only transaction cannot lock rows. */
    boolean readOnlyForbidsLocks();

    /** Whether to make a transaction read-only after its first statement is an error; else it counts for the next. */
    boolean readOnlyIsFixedAtBegin();

    /** Lets the session's next transaction copy rows without locking them, or null if that needs nothing. */
    @Nullable String copyWithoutLocks();

    /** Whether INSERT ... SELECT locks the rows it reads, which a plain SELECT does not (InnoDB's REPEATABLE READ). */
    boolean locksWhatItCopies();

    /**
     * Whether a failure says that a row is locked for which a statement with NOWAIT does not wait, and undoes nothing else
     * unless {@link #timeoutUndoes} says so.
     */
    boolean isLocked(SQLException failure);

    /** What follows a SELECT that reads rows as a write reads them: on InnoDB the newest ones, with a lock. */
    String readOfWrite();

    /** Lets each read of the session's next transaction see what was committed before it, or null if no statement does. */
    @Nullable String readCommitted();

    /**
     * Takes locks on numbers, which are its parameters, in their order, and answers with a row 1 for each that it has got;
     * null if the database has no such locks.
     *
     * @param count how many, at least 1
     */
    @Nullable String lockNumbers(int count);

    /**
     * Releases such locks, whose numbers are its parameters; null if they end with their transaction.
     *
     * @param count how many, at least 1
     */
    @Nullable String unlockNumbers(int count);

    /**
     * Tells if all connections to the database are of this process, so that locks of the process stand for the database's.
     *
     * @param url of a connection, as its driver tells it
     */
    default boolean isOfThisProcess(String url) {
        return false;
    }
}

package io.shardkit.dialect.facts;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The differences between the transactions of a database and those of others. Immutable. */
public interface Transactions {
    /** Returns true if any failed statement leaves the transaction fit for rollback only. */
    default boolean errorAborts() {
        return false;
    }

    /** Returns true if on this server a wait for a lock that ends by its timeout undoes all of the transaction. */
    default boolean timeoutUndoes(Connection connection) throws SQLException {
        return false;
    }

    /**
     * Returns true if a failure has undone all of the transaction although its SQLState does not say so.
     *
     * @param timeoutUndoes as {@link #timeoutUndoes(Connection)}
     */
    default boolean undoesAll(SQLException failure, boolean timeoutUndoes) {
        return false;
    }

    /** Returns true if DDL commits the open transaction; H2's does as well, except for temporary tables. */
    default boolean ddlCommits() {
        return true;
    }

    /** Returns true if BEGIN in a transaction commits that transaction. */
    default boolean beginCommits() {
        return false;
    }

    /**
     * Returns true if BEGIN switches autocommit off, as its driver says too, until COMMIT or ROLLBACK; a commit by DDL
     * leaves autocommit off.
     */
    default boolean beginSwitchesAutoCommit() {
        return false;
    }

    /**
     * Returns true if the driver tells the database that autocommit is on, and the database then commits; other drivers
     * keep autocommit to themselves.
     */
    default boolean autoCommitCommits() {
        return false;
    }

    /** Gives the transaction that begins with this statement its modes; null if there is nothing to be said. */
    default @Nullable String setModes(String modes) {
        return modes.isEmpty() ? null : "SET TRANSACTION " + modes;
    }

    /** Returns true if a second savepoint of the same name hides the first until the second is released. */
    default boolean keepsHiddenSavepoints() {
        return false;
    }

    /** Returns true if RELEASE SAVEPOINT does something. */
    default boolean releasesSavepoints() {
        return true;
    }

    /** Returns true if a rollback undoes what the transaction set for the session. */
    default boolean rollsBackSettings() {
        return false;
    }

    /**
     * Ends each wait for a lock in the open transaction after a time, unless the session has a limit of its own; null if
     * waits for rows end by themselves.
     *
     * @param milliseconds at least 1
     */
    default @Nullable String limitLockWaits(long milliseconds) {
        return null;
    }

    /** Asks for how long a session waits for a lock, or null if no database of this kind waits for ever. */
    default @Nullable String lockWaitQuery() {
        return null;
    }

    /** Returns true if an answer to the query for lock waits says that the session waits for ever. */
    default boolean waitsForEver(String answer) {
        return false;
    }

    /** Returns true if a read-only transaction cannot make temporary tables. */
    default boolean readOnlyForbidsTemporaryTables() {
        return true;
    }

    /** Returns true if a read-only transaction cannot lock rows. */
    default boolean readOnlyForbidsLocks() {
        return false;
    }

    /**
     * Returns true if making a transaction read-only after its first statement is an error; else it counts for the next
     * transaction.
     */
    default boolean readOnlyIsFixedAtBegin() {
        return false;
    }

    /** Lets the session's next transaction copy rows without locking them, or null if that needs nothing. */
    default @Nullable String copyWithoutLocks() {
        return null;
    }

    /**
     * Returns true if INSERT ... SELECT locks the rows it reads, which a plain SELECT does not (InnoDB's REPEATABLE
     * READ).
     */
    default boolean locksWhatItCopies() {
        return false;
    }

    /**
     * Returns true if a failure says that a row is locked for which a statement with NOWAIT does not wait, and undoes
     * nothing else unless {@link #timeoutUndoes} says so.
     */
    boolean isLocked(SQLException failure);

    /** Returns the clause after a SELECT that reads rows as a write reads them: on InnoDB the newest rows, with a lock. */
    default String readOfWrite() {
        return "";
    }

    /**
     * Returns the clause after a SELECT that reads the newest row that is committed, and keeps others from changing it until
     * the transaction ends, but not from reading it in the same way; empty if there is no such lock.
     */
    default String sharedLock() {
        return "";
    }

    /** Lets each read of the session's next transaction see what was committed before it, or null if no statement does. */
    default @Nullable String readCommitted() {
        return "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";
    }

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
    default @Nullable String unlockNumbers(int count) {
        return null;
    }

    /**
     * Tells if all connections to the database are of this process, so that locks of the process stand for the database's.
     *
     * @param url of a connection, as its driver tells it
     */
    default boolean isOfThisProcess(String url) {
        return false;
    }
}

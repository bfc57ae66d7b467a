package io.shardkit.dialect;

import org.jspecify.annotations.Nullable;

/** How the transactions of a {@link Dialect} differ from those of others. */
public final class Transactions {
    private final Dialect dialect;

    Transactions(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Whether any failed statement leaves the transaction fit for rollback only. */
    public boolean errorAborts() {
        return dialect == Dialect.POSTGRESQL;
    }

    /** Whether DDL commits the open transaction; H2's does as well, but for temporary tables. */
    public boolean ddlCommits() {
        return dialect != Dialect.POSTGRESQL;
    }

    /** Whether a commit or rollback with nothing open, in autocommit, is an error. */
    public boolean endsOnlyWhatBegan() {
        return dialect == Dialect.POSTGRESQL;
    }

    /** Whether BEGIN in a transaction commits that one. */
    public boolean beginCommits() {
        return isMysql();
    }

    /** Whether its driver says of a transaction that BEGIN began that autocommit is off. */
    public boolean beginSwitchesAutoCommit() {
        return dialect == Dialect.H2;
    }

    /** Gives the transaction that begins with this statement its modes; null if there is nothing to be said. */
    public @Nullable String setModes(String modes) {
        return modes.isEmpty() ? null : (isMysql() ? "START TRANSACTION " : "SET TRANSACTION ") + modes;
    }

    /** Whether a second savepoint of the same name hides the first until it is released. */
    public boolean keepsHiddenSavepoints() {
        return dialect == Dialect.POSTGRESQL;
    }

    /** Whether RELEASE SAVEPOINT does something. */
    public boolean releasesSavepoints() {
        return dialect != Dialect.H2;
    }

    /** Whether a rollback undoes what the transaction set for the session. */
    public boolean rollsBackSettings() {
        return dialect == Dialect.POSTGRESQL;
    }

    /**
     * Whether its driver is told of query timeouts. PostgreSQL's keeps one by a cancel of its own, for whose end the
     * statement waits, and a server that is frozen never ends it; H2's gives it to the connection, and so to all that
     * runs there later.
     */
    public boolean driverKeepsTimeouts() {
        return isMysql();
    }

    /**
     * Ends each wait for a lock in the open transaction after a time, unless the session has a limit of its own; null if
     * waits for rows end by themselves.
     *
     * @param milliseconds at least 1
     */
    public @Nullable String limitLockWaits(long milliseconds) {
        return dialect == Dialect.POSTGRESQL
                ? "SELECT set_config('lock_timeout', '" + milliseconds
                        + "', true) WHERE current_setting('lock_timeout') = '0'"
                : null;
    }

    /** Asks for how long a session waits for a lock, or null if no database of this kind waits for ever. */
    public @Nullable String lockWaitQuery() {
        return dialect == Dialect.POSTGRESQL ? "SELECT current_setting('lock_timeout')" : null;
    }

    /** Whether an answer to that question says that it waits for ever. */
    public boolean waitsForEver(String answer) {
        return answer.equals("0");
    }

    /** Whether a read-only transaction cannot make temporary tables. */
    public boolean readOnlyForbidsTemporaryTables() {
        return dialect != Dialect.H2;
    }

    /** Whether a read-only transaction cannot lock rows. */
    public boolean readOnlyForbidsLocks() {
        return dialect == Dialect.POSTGRESQL;
    }

    /** Whether to make a transaction read-only after its first statement is an error; else it counts for the next. */
    public boolean readOnlyIsFixedAtBegin() {
        return dialect == Dialect.POSTGRESQL;
    }

    /** Lets the session's next transaction copy rows without locking them, or null if that needs nothing. */
    public @Nullable String copyWithoutLocks() {
        return isMysql() ? "SET TRANSACTION ISOLATION LEVEL READ COMMITTED" : null;
    }

    /** Whether INSERT ... SELECT locks the rows it reads, which a plain SELECT does not (InnoDB's REPEATABLE READ). */
    public boolean locksWhatItCopies() {
        return isMysql();
    }

    /** What follows a SELECT that reads rows as a write reads them: on InnoDB the newest ones, with a lock. */
    public String readOfWrite() {
        return isMysql() ? " LOCK IN SHARE MODE" : "";
    }

    private boolean isMysql() {
        return dialect.grammar() == Dialect.Grammar.MYSQL;
    }
}

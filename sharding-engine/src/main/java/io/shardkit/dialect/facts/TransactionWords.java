package io.shardkit.dialect.facts;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** By which words a database takes statements about transactions. Immutable. */
public interface TransactionWords {
    /** Returns true if START TRANSACTION begins a transaction. */
    boolean hasStartTransaction();

    /** Returns true if END commits and ABORT rolls back. */
    boolean hasEndAndAbort();

    /** Returns true if TRANSACTION may follow BEGIN. */
    boolean beginHasTransaction();

    /** Returns true if modes may follow BEGIN. */
    boolean beginHasModes();

    /** Returns true if TRANSACTION may follow COMMIT and ROLLBACK. */
    boolean endHasTransaction();

    /** Returns true if RELEASE is followed by the word SAVEPOINT always. */
    boolean releaseNeedsSavepoint();

    /** Returns true if ROLLBACK TO is followed by the word SAVEPOINT always. */
    boolean rollbackNeedsSavepoint();

    /** Returns true if it is known, whatever the settings, which savepoint a name in quotes means. */
    boolean knowsQuotedSavepoints();

    /** Returns true if the letters of a savepoint in quotes keep their case. */
    boolean quotesKeepCase();

    /** Returns true if a name that was read means the savepoint of the given name; null for a savepoint without a name. */
    boolean isSameSavepoint(String written, @Nullable String called);

    /** Returns true if the isolation level is one of the modes that follow the beginning. */
    boolean modesHaveIsolation();

    /** Returns true if autocommit is a variable of the session, and SET SESSION TRANSACTION sets the isolation level. */
    boolean setsAutoCommitAsVariable();

    /** Returns true if SET AUTOCOMMIT is a statement of its own. */
    boolean setHasAutoCommit();

    /** Returns true if SET TRANSACTION is about all transactions of the session to come. */
    boolean setTransactionIsOfSession();

    /** The first words, in upper case, of statements that commit the open transaction, apart from DDL. */
    Set<String> committingStatements();
}

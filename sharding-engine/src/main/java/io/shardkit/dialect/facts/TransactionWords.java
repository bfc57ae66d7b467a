package io.shardkit.dialect.facts;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** By which words a database takes statements about transactions. Immutable. */
public interface TransactionWords {
    /** Returns true if START TRANSACTION begins a transaction. */
    default boolean hasStartTransaction() {
        return true;
    }

    /** Returns true if END commits and ABORT rolls back. */
    default boolean hasEndAndAbort() {
        return false;
    }

    /** Returns true if TRANSACTION may follow BEGIN. */
    default boolean beginHasTransaction() {
        return true;
    }

    /** Returns true if modes may follow BEGIN. */
    default boolean beginHasModes() {
        return false;
    }

    /** Returns true if TRANSACTION may follow COMMIT and ROLLBACK. */
    default boolean endHasTransaction() {
        return false;
    }

    /** Returns true if RELEASE is followed by the word SAVEPOINT always. */
    default boolean releaseNeedsSavepoint() {
        return true;
    }

    /** Returns true if ROLLBACK TO is followed by the word SAVEPOINT always. */
    default boolean rollbackNeedsSavepoint() {
        return false;
    }

    /** Returns true if it is known, whatever the settings, which savepoint a name in quotes means. */
    default boolean knowsQuotedSavepoints() {
        return true;
    }

    /** Returns true if the letters of a savepoint in quotes keep their case. */
    default boolean quotesKeepCase() {
        return false;
    }

    /** Returns true if a name that was read means the savepoint of the given name; null for a savepoint without a name. */
    default boolean isSameSavepoint(String written, @Nullable String called) {
        return written.equalsIgnoreCase(called);
    }

    /** Returns true if the isolation level is one of the modes that follow the beginning. */
    default boolean modesHaveIsolation() {
        return false;
    }

    /** Returns true if autocommit is a variable of the session, and SET SESSION TRANSACTION sets the isolation level. */
    default boolean setsAutoCommitAsVariable() {
        return false;
    }

    /** Returns true if SET AUTOCOMMIT is a statement of its own. */
    default boolean setHasAutoCommit() {
        return false;
    }

    /** Returns true if SET TRANSACTION is about all transactions of the session to come. */
    default boolean setTransactionIsOfSession() {
        return false;
    }

    /** The first words, in upper case, of statements that commit the open transaction, apart from DDL. */
    Set<String> committingStatements();
}

package io.shardkit.dialect.facts;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** By which words a database takes statements about transactions. Immutable. */
public interface TransactionWords {
    /** Whether START TRANSACTION begins a transaction. */
    boolean hasStartTransaction();

    /** Whether END commits and ABORT rolls back. */
    boolean hasEndAndAbort();

    /** Whether TRANSACTION may follow BEGIN. */
    boolean beginHasTransaction();

    /** Whether modes may follow BEGIN. */
    boolean beginHasModes();

    /** Whether TRANSACTION may follow COMMIT and ROLLBACK. */
    boolean endHasTransaction();

    /** Whether RELEASE is followed by the word SAVEPOINT always. */
    boolean releaseNeedsSavepoint();

    /** Whether ROLLBACK TO is followed by the word SAVEPOINT always. */
    boolean rollbackNeedsSavepoint();

    /** Whether it is known, whatever the settings, which savepoint a name in quotes means. */
    boolean knowsQuotedSavepoints();

    /** Whether the letters of a savepoint in quotes keep their case. */
    boolean quotesKeepCase();

    /** Whether a name that was read means the savepoint that is called so; null for one without a name. */
    boolean isSameSavepoint(String written, @Nullable String called);

    /** Whether the isolation level is one of the modes that follow the beginning. */
    boolean modesHaveIsolation();

    /** Whether autocommit is a variable of the session, and SET SESSION TRANSACTION sets the isolation level. */
    boolean setsAutoCommitAsVariable();

    /** Whether SET AUTOCOMMIT is a statement of its own. */
    boolean setHasAutoCommit();

    /** Whether SET TRANSACTION is about all transactions of the session to come. */
    boolean setTransactionIsOfSession();

    /** The first words, in upper case, of statements that commit the open transaction, apart from DDL. */
    Set<String> committingStatements();
}

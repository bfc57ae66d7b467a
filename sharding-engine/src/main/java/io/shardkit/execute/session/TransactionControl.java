package io.shardkit.execute.session;

import io.shardkit.dialect.facts.Transactions;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.statement.TransactionStep;
import java.sql.Connection;
import java.sql.SQLException;

/** One statement to the transaction of a session. */
public final class TransactionControl {
    private final Session session;
    private final SessionTransactions open;
    private final TransactionEnds ends;
    private final Transactions transactions;
    private final TransactionStep step;

    private TransactionControl(Session session, TransactionStep step) {
        this.session = session;
        this.open = session.transactions();
        this.ends = session.ends();
        this.transactions = session.databases().dialect().transactions();
        this.step = step;
    }

    /** Runs it with the meaning that it has on one database. */
    public static void run(Session session, TransactionStep step) throws SQLException {
        try {
            session.watch().check();
            if (step.kind() != TransactionStep.Kind.SET_MODES && step.kind() != TransactionStep.Kind.SET_ISOLATION) {
                session.transactions().checkEndsHere();
            }
            new TransactionControl(session, step).run();
        } finally {
            if (step.mayEnd()) {
                session.transactions().ended();
            }
        }
    }

    private void run() throws SQLException {
        switch (step.kind()) {
            case BEGIN -> begin();
            case COMMIT -> commit();
            case ROLLBACK -> ends.rollback();
            case SAVEPOINT -> setSavepoint();
            case ROLLBACK_TO ->
                session.savepoints().rollbackTo(session.transaction().savepoint(step.detail()));
            case RELEASE -> release();
            case SET_MODES -> setModes();
            case SET_ISOLATION -> setIsolation();
            case AUTOCOMMIT_ON -> ends.setAutoCommit(true);
            case AUTOCOMMIT_OFF -> ends.setAutoCommit(false);
        }
    }

    private void begin() throws SQLException {
        open.checkNotRollbackOnly();
        boolean modes = !step.detail().isEmpty();
        if (session.autoCommit()) {
            ends.suspendAutoCommit();
        } else if (transactions.beginCommits()) {
            ends.commitEnlisted();
        } else if (modes) {
            checkFresh();
        } else if (transactions.beginSwitchesAutoCommit()) {
            session.transaction().suspend(true);
        }
        if (modes) {
            open.setModes(step.detail());
        }
    }

    private void commit() throws SQLException {
        if (!session.autoCommit()
                && transactions.errorAborts()
                && session.transaction().isRollbackOnly()) {
            // The database itself does the same.
            ends.rollback();
        } else {
            ends.commit();
        }
    }

    private void setSavepoint() throws SQLException {
        open.checkNotRollbackOnly();
        if (!session.autoCommit()) {
            session.savepoints().setNamed(step.detail());
        } else if (transactions.errorAborts()) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "there is no transaction");
        }
    }

    private void release() throws SQLException {
        open.checkNotRollbackOnly();
        if (transactions.releasesSavepoints()) {
            session.savepoints().release(session.transaction().savepoint(step.detail()));
        }
    }

    private void setModes() throws SQLException {
        open.checkNotRollbackOnly();
        if (!session.autoCommit()) {
            checkFresh();
            open.setModes(step.detail());
        }
    }

    /** Some modes can be changed before the first statement only. */
    private void checkFresh() throws SQLException {
        if (open.hasUsed() || session.transaction().hasSavepoints()) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_STATEMENT, "modes of a transaction that has begun");
        }
    }

    private void setIsolation() throws SQLException {
        if (!session.autoCommit() && !transactions.beginCommits()) {
            throw ShardingExceptions.of(
                    ErrorCode.UNSUPPORTED_STATEMENT, "the isolation of the session in a transaction");
        }
        session.settings()
                .setIsolation(
                        switch (step.detail()) {
                            case "READ UNCOMMITTED" -> Connection.TRANSACTION_READ_UNCOMMITTED;
                            case "READ COMMITTED" -> Connection.TRANSACTION_READ_COMMITTED;
                            case "REPEATABLE READ" -> Connection.TRANSACTION_REPEATABLE_READ;
                            default -> Connection.TRANSACTION_SERIALIZABLE;
                        });
    }
}

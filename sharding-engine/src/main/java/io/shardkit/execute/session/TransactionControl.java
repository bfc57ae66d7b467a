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
    private final Transactions transactions;
    private final TransactionStep step;

    private TransactionControl(Session session, TransactionStep step) {
        this.session = session;
        this.transactions = session.databases().dialect().transactions();
        this.step = step;
    }

    /** Runs it with the meaning that it has on one database. */
    public static void run(Session session, TransactionStep step) throws SQLException {
        try {
            session.check();
            if (step.kind() != TransactionStep.Kind.SET_MODES && step.kind() != TransactionStep.Kind.SET_ISOLATION) {
                session.checkEndsHere();
            }
            new TransactionControl(session, step).run();
        } finally {
            if (step.mayEnd()) {
                session.transactionEnded();
            }
        }
    }

    private void run() throws SQLException {
        switch (step.kind()) {
            case BEGIN -> begin();
            case COMMIT -> commit();
            case ROLLBACK -> session.rollback();
            case SAVEPOINT -> setSavepoint();
            case ROLLBACK_TO -> session.rollback(session.transaction().savepoint(step.detail()));
            case RELEASE -> release();
            case SET_MODES -> setModes();
            case SET_ISOLATION -> setIsolation();
            case AUTOCOMMIT_ON -> session.setAutoCommit(true);
            case AUTOCOMMIT_OFF -> session.setAutoCommit(false);
        }
    }

    private void begin() throws SQLException {
        checkUnspoilt();
        boolean modes = !step.detail().isEmpty();
        if (session.autoCommit()) {
            session.suspendAutoCommit();
        } else if (transactions.beginCommits()) {
            session.commitEnlisted();
        } else if (modes) {
            checkFresh();
        } else if (transactions.beginSwitchesAutoCommit()) {
            session.resumeAtEnd();
        }
        if (modes) {
            session.setModes(step.detail());
        }
    }

    private void commit() throws SQLException {
        if (!session.autoCommit()
                && transactions.errorAborts()
                && session.transaction().isSpoilt()) {
            // What the database does itself.
            session.rollback();
        } else {
            session.commit();
        }
    }

    private void setSavepoint() throws SQLException {
        checkUnspoilt();
        if (!session.autoCommit()) {
            session.setNamedSavepoint(step.detail());
        } else if (transactions.errorAborts()) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "there is no transaction");
        }
    }

    private void release() throws SQLException {
        checkUnspoilt();
        if (transactions.releasesSavepoints()) {
            session.releaseSavepoint(session.transaction().savepoint(step.detail()));
        }
    }

    private void setModes() throws SQLException {
        checkUnspoilt();
        if (!session.autoCommit()) {
            checkFresh();
            session.setModes(step.detail());
        }
    }

    /** Some modes can be changed before the first statement only. */
    private void checkFresh() throws SQLException {
        if (session.begun || session.transaction().hasSavepoints()) {
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

    private void checkUnspoilt() throws SQLException {
        if (!session.autoCommit() && session.transaction().isSpoilt()) {
            throw ShardingExceptions.of(ErrorCode.ROLLBACK_ONLY, "");
        }
    }
}

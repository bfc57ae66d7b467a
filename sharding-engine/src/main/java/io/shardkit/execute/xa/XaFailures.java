package io.shardkit.execute.xa;

import io.shardkit.execute.transaction.UnknownOutcome;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import javax.transaction.xa.XAException;

/** Reports failures to a transaction manager. */
final class XaFailures {
    private XaFailures() {}

    /** A failure with its code. */
    static XAException of(int code, String what) {
        XAException failure = new XAException(what);
        failure.errorCode = code;
        return failure;
    }

    /** A failure with its code and the exception of a database that led to it. */
    static XAException of(int code, String what, Exception cause) {
        XAException failure = of(code, what + ": " + cause.getMessage());
        failure.initCause(cause);
        return failure;
    }

    /** Of a branch that is rolled back, with the code that tells why. */
    static XAException rolledBack(String what, Exception cause) {
        return of(rollbackCode(cause), what + " is rolled back", cause);
    }

    private static int rollbackCode(Exception cause) {
        if (!(cause instanceof SQLException failure)) {
            return XAException.XA_RBOTHER;
        }
        if (failure instanceof SQLTimeoutException) {
            return XAException.XA_RBTIMEOUT;
        }
        if (UnknownOutcome.isLost(failure)) {
            return XAException.XA_RBCOMMFAIL;
        }
        String state = failure.getSQLState();
        if (state == null) {
            return XAException.XA_RBOTHER;
        }
        if (state.startsWith("23")) {
            return XAException.XA_RBINTEGRITY;
        }
        return state.startsWith("40") ? XAException.XA_RBDEADLOCK : XAException.XA_RBROLLBACK;
    }
}

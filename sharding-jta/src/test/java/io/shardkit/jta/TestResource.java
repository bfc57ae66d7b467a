package io.shardkit.jta;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** A participant of the test's own: it may refuse to prepare, and does something when it is to commit. */
class TestResource implements XAResource {
    private final int refusal;
    private final Runnable onCommit;

    @Nullable Xid xid;

    /** One that prepares, and runs this at its commit. */
    TestResource(Runnable onCommit) {
        this(0, onCommit);
    }

    /** One that answers to prepare with this code. */
    TestResource(int refusal) {
        this(refusal, () -> {});
    }

    private TestResource(int refusal, Runnable onCommit) {
        this.refusal = refusal;
        this.onCommit = onCommit;
    }

    @Override
    public void start(Xid given, int flags) {
        xid = given;
    }

    @Override
    public void end(Xid given, int flags) {}

    @Override
    public int prepare(Xid given) throws XAException {
        if (refusal != 0) {
            throw new XAException(refusal);
        }
        return XA_OK;
    }

    @Override
    public void commit(Xid given, boolean onePhase) {
        onCommit.run();
    }

    @Override
    public void rollback(Xid given) {}

    @Override
    public void forget(Xid given) {}

    @Override
    public Xid[] recover(int flag) {
        return new Xid[0];
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }
}

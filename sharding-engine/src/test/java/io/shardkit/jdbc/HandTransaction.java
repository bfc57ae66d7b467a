package io.shardkit.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A transaction whose manager is the test. Its names have bytes of every kind. */
final class HandTransaction implements GlobalTransaction {
    static final int FORMAT = 0x1F2E3D;
    private static final AtomicInteger NUMBERS = new AtomicInteger((int) System.nanoTime());

    private final byte[] global = bytes(Xid.MAXGTRIDSIZE);
    final Map<XAResource, Xid> branches = new LinkedHashMap<>();
    private BooleanSupplier rollbackOnly = () -> false;
    private Runnable ended = () -> {};

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        int number = NUMBERS.incrementAndGet();
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i < Integer.BYTES ? number >> (i * Byte.SIZE) : i * 5 - 130);
        }
        return bytes;
    }

    @Override
    public void enlist(XAResource resource) throws SQLException {
        Xid branch = new Branch(global, bytes(Xid.MAXBQUALSIZE));
        try {
            resource.start(branch, XAResource.TMNOFLAGS);
        } catch (XAException failure) {
            throw new SQLException(failure);
        }
        branches.put(resource, branch);
    }

    @Override
    public void watch(BooleanSupplier asked, Runnable told) {
        rollbackOnly = asked;
        ended = told;
    }

    boolean isRollbackOnly() {
        return rollbackOnly.getAsBoolean();
    }

    /** The resource that was enlisted as the first, second, and so on. */
    XAResource resource(int number) {
        return new ArrayList<>(branches.keySet()).get(number);
    }

    Xid branch(int number) {
        return branches.get(resource(number));
    }

    /** Returns the answer of each resource. */
    List<Integer> prepare() throws XAException {
        List<Integer> answers = new ArrayList<>();
        for (Map.Entry<XAResource, Xid> each : branches.entrySet()) {
            each.getKey().end(each.getValue(), XAResource.TMSUCCESS);
            answers.add(each.getKey().prepare(each.getValue()));
        }
        return answers;
    }

    void commitPrepared() throws XAException {
        List<Integer> answers = prepare();
        for (int i = 0; i < answers.size(); i++) {
            if (answers.get(i) == XAResource.XA_OK) {
                resource(i).commit(branch(i), false);
            }
        }
        end();
    }

    void commitAtOnce() throws XAException {
        resource(0).end(branch(0), XAResource.TMSUCCESS);
        resource(0).commit(branch(0), true);
        end();
    }

    void rollback() throws XAException {
        for (Map.Entry<XAResource, Xid> each : branches.entrySet()) {
            each.getKey().end(each.getValue(), XAResource.TMFAIL);
            each.getKey().rollback(each.getValue());
        }
        end();
    }

    void end() {
        ended.run();
    }

    private record Branch(byte[] global, byte[] qualifier) implements Xid {
        @Override
        public int getFormatId() {
            return FORMAT;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return global.clone();
        }

        @Override
        public byte[] getBranchQualifier() {
            return qualifier.clone();
        }
    }
}

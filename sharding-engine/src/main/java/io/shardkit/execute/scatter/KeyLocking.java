package io.shardkit.execute.scatter;

import io.shardkit.dialect.facts.Transactions;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.Transaction;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.unique.UniqueCheck.KeyLocks;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Locks unique keys for a transaction before it looks for them, on each data source that may have them and until it ends.
 * Thread-safe.
 */
final class KeyLocking {
    /** Maximum number of locks that one statement takes. */
    private static final int MOST = 500;

    private static final ProcessLocks IN_PROCESS = new ProcessLocks();

    private KeyLocking() {}

    /** Asks questions whose answers are numbers, one after the other. */
    @FunctionalInterface
    interface Asking {
        List<List<Integer>> numbers(List<ShardCall> calls) throws SQLException;
    }

    /**
     * Takes them within the open transaction.
     *
     * @param asking runs the statements that take them
     * @throws SQLException a rollback that asks for another attempt if one is held for too long; a coded refusal if what is
     *     read after that would not be what is there
     */
    static void lock(Session session, KeyLocks locks, Asking asking) throws SQLException {
        List<KeyLocks.Lock> wanted = List.copyOf(locks.inOrder());
        if (wanted.isEmpty()) {
            return;
        }
        checkSeesNewest(session, wanted.get(0).dataSource());
        if (session.databases().dialect().transactions().lockNumbers(1) == null) {
            lockInProcess(session, wanted);
            return;
        }
        List<ShardCall> calls = new ArrayList<>();
        for (int from = 0; from < wanted.size(); ) {
            int source = wanted.get(from).dataSource();
            int to = from;
            while (to < wanted.size() && to - from < MOST && wanted.get(to).dataSource() == source) {
                to++;
            }
            List<KeyLocks.Lock> some = List.copyOf(wanted.subList(from, to));
            calls.add(call(session, some));
            releaseAtEnd(session, some);
            from = to;
        }
        List<List<Integer>> answers = asking.numbers(calls);
        if (answers.stream().flatMap(List::stream).filter(got -> got == 1).count() < wanted.size()) {
            throw held();
        }
    }

    /**
     * Returns the exception for a lock that another transaction does not give up: it asks for another attempt, as a
     * database does.
     */
    private static SQLException held() {
        return new SQLTransactionRollbackException("Another transaction writes the same unique key", "40001");
    }

    private static ShardCall call(Session session, List<KeyLocks.Lock> some) {
        String sql = session.databases().dialect().transactions().lockNumbers(some.size());
        int[] sources = IntStream.range(0, some.size()).map(i -> -1 - i).toArray();
        Object[] numbers = some.stream().map(KeyLocks.Lock::number).toArray();
        return new ShardCall(
                some.get(0).dataSource(),
                some.get(0).unit(),
                Objects.requireNonNull(sql),
                new ParameterMapping(sources, numbers));
    }

    /** A transaction that reads what was there when it began does not see what those have written which had the locks. */
    private static void checkSeesNewest(Session session, int dataSource) throws SQLException {
        boolean readsAsWritten =
                !session.databases().dialect().transactions().readOfWrite().isEmpty();
        int isolation = readsAsWritten
                ? Connection.TRANSACTION_READ_COMMITTED
                : session.connection(dataSource).connection().getTransactionIsolation();
        if (isolation > Connection.TRANSACTION_READ_COMMITTED) {
            throw ShardingExceptions.of(
                    ErrorCode.UNIQUE_KEY_OVER_UNITS,
                    "a key that is checked, in a transaction that does not see what others have committed since it began;"
                            + " make it READ COMMITTED, or give the key a lookup table");
        }
    }

    private static void lockInProcess(Session session, List<KeyLocks.Lock> wanted) throws SQLException {
        Connection connection = session.connection(wanted.get(0).dataSource()).connection();
        if (!session.databases()
                .dialect()
                .transactions()
                .isOfThisProcess(connection.getMetaData().getURL())) {
            throw ShardingExceptions.of(
                    ErrorCode.UNIQUE_KEY_OVER_UNITS,
                    "a key that is checked, on a server that has no locks for that; give it a lookup table");
        }
        Transaction own = session.transaction();
        own.whenEnded(() -> IN_PROCESS.release(own));
        for (KeyLocks.Lock lock : wanted) {
            if (!IN_PROCESS.take(lock.number(), own)) {
                throw held();
            }
        }
    }

    private static void releaseAtEnd(Session session, List<KeyLocks.Lock> some) throws SQLException {
        Transactions transactions = session.databases().dialect().transactions();
        if (transactions.unlockNumbers(some.size()) != null) {
            session.transaction()
                    .atEnd(KeyRelease.class, () -> new KeyRelease(transactions))
                    .add(session.connection(some.get(0).dataSource()), some);
        }
    }
}

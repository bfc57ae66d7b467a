package io.shardkit.execute.session;

import io.shardkit.catalog.OpenConnections;
import io.shardkit.catalog.Question;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.ShardFailures;
import io.shardkit.execute.transaction.CommitProtocols;
import io.shardkit.execute.transaction.Owner;
import io.shardkit.execute.transaction.Transaction;
import io.shardkit.execute.transaction.TransactionBoundaries;
import io.shardkit.execute.transaction.UnknownOutcome;
import io.shardkit.execute.watch.SessionWatch;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.replica.Replicas;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One logical connection to all databases, made of parts: its physical connections, its transactions over them, what ends its
 * calls, its settings and its last key. It touches no database before a statement does. Not thread-safe, but for cancels.
 */
public final class Session implements Owner, OpenConnections, AutoCloseable {
    private final SessionTransactions transactions;

    /** Null if there are none. */
    private final @Nullable SessionReplicas replicas;

    private @Nullable TransactionEnds ends;
    private @Nullable SessionSettings settings;
    private @Nullable LastKey lastKey;

    /**
     * A session that has touched no database yet.
     *
     * @param protocols how its transactions commit
     * @param onTablesChanged is told when what was known of tables does not hold any longer
     */
    public Session(Databases databases, CommitProtocols protocols, Runnable onTablesChanged) {
        SessionConnections connections = new SessionConnections(databases);
        transactions = new SessionTransactions(connections, new SessionWatch(connections), protocols, onTablesChanged);
        replicas = databases.replicas() == null ? null : new SessionReplicas(transactions, databases.replicas());
        if (replicas != null) {
            transactions.reportTo(replicas);
        }
    }

    /** All databases. */
    public Databases databases() {
        return transactions.databases();
    }

    /**
     * Goes over to the databases of another rule, between two transactions. It keeps what it holds if that is of databases
     * that have the same numbers there.
     *
     * @param protocols how its transactions commit from now on
     * @return false if it holds something of another database, so that it goes on with those that it has
     */
    public boolean follow(Databases others, CommitProtocols protocols) {
        if (!transactions.follow(others, protocols)) {
            return false;
        }
        Replicas next = others.replicas();
        if (replicas != null && next != null) {
            replicas.follow(next);
        }
        return true;
    }

    /** The physical connections that it has. */
    public SessionConnections physical() {
        return transactions.connections();
    }

    /** Ends its calls, or the session. */
    public SessionWatch watch() {
        return transactions.watch();
    }

    /** The part of its statements in its transactions. */
    public SessionTransactions transactions() {
        return transactions;
    }

    /** Begins and ends its transactions. */
    public TransactionEnds ends() {
        if (ends == null) {
            ends = new TransactionEnds(transactions);
        }
        return ends;
    }

    @Override
    public TransactionBoundaries boundaries() {
        return ends();
    }

    /** The savepoints of the open transaction. */
    public Savepoints savepoints() {
        return new Savepoints(transactions);
    }

    /** Tells what its reads see. */
    public ReadView reads() {
        return new ReadView(transactions);
    }

    /** Sends its reads to replicas; null if there are none. */
    public @Nullable SessionReplicas replicas() {
        return replicas;
    }

    /** Its settings, apart from autocommit. */
    public SessionSettings settings() {
        if (settings == null) {
            settings = new SessionSettings(transactions);
        }
        return settings;
    }

    /** The key that was generated last. */
    public LastKey lastKey() {
        if (lastKey == null) {
            lastKey = new LastKey();
        }
        return lastKey;
    }

    /** Tells whether each statement is a transaction of its own. */
    @Override
    public boolean autoCommit() {
        return transactions.autoCommit();
    }

    @Override
    public Transaction transaction() {
        return transactions.transaction();
    }

    /** As {@link SessionTransactions#connection}. */
    public ShardConnection connection(int dataSource) throws SQLException {
        return transactions.connection(dataSource);
    }

    /** As {@link SessionTransactions#connections}. */
    public List<ShardConnection> connections(List<Integer> dataSources) throws SQLException {
        return transactions.connections(dataSources);
    }

    @Override
    public void failed(SQLException failure) {
        transactions.failed(failure);
    }

    /**
     * Must be told of each call's failure; hangs on it what one would ask next.
     *
     * @param shard where it failed
     * @param asked how many calls the statement makes
     * @param succeeded how many of them did
     * @param start when it began, by {@link System#nanoTime()}
     */
    public void failed(
            Throwable failure, ShardConnection shard, StatementKind kind, int asked, int succeeded, long start) {
        if (failure instanceof SQLException exception) {
            failed(exception);
            if (replicas != null) {
                replicas.failed(exception, shard);
            }
            if (UnknownOutcome.isLost(exception) || (replicas != null && replicas.endsWithServer(exception, shard))) {
                // Its pool hears nothing of a statement that it did not prepare.
                shard.discard();
            }
        }
        failure.addSuppressed(ShardFailures.calling(shard.name(), kind, asked, succeeded, System.nanoTime() - start));
    }

    /**
     * The call with which a read goes on whose replica did not answer, or null if it has failed.
     *
     * @throws SQLException if no server may answer it
     * @see #answeredInstead
     */
    public @Nullable ShardCall instead(ShardCall call, SQLException failure) throws SQLException {
        return replicas == null ? null : replicas.instead(call, failure);
    }

    /** Must be told when a call that went to another server {@link #instead} has its answer. */
    public void answeredInstead() {
        if (replicas != null) {
            replicas.answeredInstead();
        }
    }

    /**
     * The sharding values that statements stay with, one or two; null if there are none.
     *
     * @throws SQLException if they may be those of an earlier borrower of the connection
     */
    public @Nullable List<Object> shardingKey() throws SQLException {
        return settings == null ? null : settings.shardingKey();
    }

    /** Must be told when a pool may have taken the logical connection back. */
    public void mayBeReturned() {
        if (settings != null) {
            settings.leaveShardingKey();
        }
    }

    /** Gives back the connections that nothing needs. */
    public void releaseIdle() throws SQLException {
        try {
            transactions.releaseIdle();
        } finally {
            if (lastKey != null) {
                lastKey.connectionsReleased();
            }
        }
    }

    @Override
    public @Nullable Connection to(int dataSource) {
        ShardConnection shard = transactions.connections().get(dataSource);
        return shard == null ? null : shard.connection();
    }

    @Override
    public long left() throws SQLException {
        return watch().left();
    }

    @Override
    public void beforeWaitingFor(int dataSource) throws SQLException {
        transactions.releaseIdleAbove(dataSource);
    }

    @Override
    public <T> @Nullable T ask(int dataSource, Question<T> question) throws SQLException {
        return transactions.ask(dataSource, question);
    }

    /** Gives all connections back; what was not committed is rolled back. */
    @Override
    public void close() throws SQLException {
        transactions.close();
    }
}

package io.shardkit.jdbc;

import io.shardkit.execute.Databases;
import io.shardkit.execute.xa.XaSource;
import io.shardkit.execute.xa.XaTransaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections in the transactions of a transaction manager: those in one share what they hold. Thread-safe. */
final class ManagedConnections {
    private static final Logger LOG = LoggerFactory.getLogger(ManagedConnections.class);

    private final GlobalTransactions transactions;
    private final CurrentDatabase current;
    private final Function<Databases, List<XaSource>> sources;
    private final Map<GlobalTransaction, Managed> open = new ConcurrentHashMap<>();

    /** A session in one transaction, and the logical database that it started with. */
    private record Managed(LogicalDatabase logical, XaTransaction transaction) {}

    /** @param sources the resources of databases, in their order */
    ManagedConnections(
            GlobalTransactions transactions, CurrentDatabase current, Function<Databases, List<XaSource>> sources) {
        this.transactions = transactions;
        this.current = current;
        this.sources = sources;
    }

    /** A connection in the transaction of this thread; null if there is none. */
    @Nullable Connection connection() throws SQLException {
        GlobalTransaction global = transactions.current();
        if (global == null) {
            return null;
        }
        Managed managed = open.get(global);
        if (managed == null) {
            managed = begin(global);
        }
        return new ManagedConnection(current, managed.logical(), managed.transaction());
    }

    private Managed begin(GlobalTransaction global) throws SQLException {
        LogicalDatabase logical = current.get();
        XaTransaction transaction = new XaTransaction(
                logical.databases(),
                sources.apply(logical.databases()),
                logical.protocols(),
                logical.onTablesChanged(),
                global::enlist);
        Managed managed = new Managed(logical, transaction);
        Managed other = open.putIfAbsent(global, managed);
        if (other != null) {
            return other;
        }
        try {
            global.watch(transaction::isRollbackOnly, () -> ended(global, transaction));
        } catch (SQLException | RuntimeException failure) {
            open.remove(global);
            throw failure;
        }
        return managed;
    }

    private void ended(GlobalTransaction global, XaTransaction transaction) {
        open.remove(global);
        try {
            transaction.ended();
        } catch (SQLException | RuntimeException failure) {
            LOG.warn("The connections of a transaction could not be released", failure);
        }
    }
}

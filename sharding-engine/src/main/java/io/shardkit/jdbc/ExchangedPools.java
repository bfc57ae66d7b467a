package io.shardkit.jdbc;

import io.shardkit.catalog.DatabaseName;
import io.shardkit.execute.Databases;
import io.shardkit.execute.driver.FrontEndConnection;
import io.shardkit.execute.driver.FrontEndDatabase;
import io.shardkit.execute.run.StatementObserver;
import io.shardkit.execute.run.StatementObservers;
import io.shardkit.execute.session.Session;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens logical connections over other pools to the same databases. Thread-safe. */
final class ExchangedPools implements FrontEndDatabase {
    private final CurrentDatabase current;
    private final OpenCheck check;
    private final DatabaseName name;

    /** Checks that the logical data source is still there. */
    @FunctionalInterface
    interface OpenCheck {
        void run() throws SQLException;
    }

    /** The databases of rules by other pools. */
    private static final class Exchange {
        private final UnaryOperator<DataSource> pools;
        private volatile @Nullable Exchanged last;

        Exchange(UnaryOperator<DataSource> pools) {
            this.pools = pools;
        }

        Databases of(Databases databases) {
            Exchanged known = last;
            return known != null && known.isOf(databases) ? known.others() : make(databases);
        }

        private synchronized Databases make(Databases databases) {
            Exchanged known = last;
            if (known != null && known.isOf(databases)) {
                return known.others();
            }
            List<DataSource> others =
                    databases.dataSources().stream().map(pools).toList();
            Databases made = databases.over(others, known == null ? null : known.others());
            last = new Exchanged(databases, made);
            return made;
        }
    }

    /** Databases, and the same ones by other pools. */
    private record Exchanged(Databases databases, Databases others) {
        @SuppressWarnings("ReferenceEquality") // each rule has its object
        boolean isOf(Databases wanted) {
            return databases == wanted;
        }
    }

    ExchangedPools(CurrentDatabase current, OpenCheck check, DatabaseName name) {
        this.current = current;
        this.check = check;
        this.name = name;
    }

    private Databases databases() {
        return current.get().databases();
    }

    @Override
    public boolean passesThrough() {
        return current.get().rule().passesThrough() && databases().replicas() == null;
    }

    @Override
    public void name(String clients) {
        name.set(clients);
        current.get().onTablesChanged().run();
    }

    @Override
    public List<DataSource> pools() {
        Databases databases = databases();
        return databases.replicas() == null ? databases.dataSources() : List.of();
    }

    @Override
    public Connections over(UnaryOperator<DataSource> pools) {
        Exchange exchange = new Exchange(pools);
        exchange.of(databases());
        return () -> open(exchange);
    }

    private FrontEndConnection open(Exchange exchange) throws SQLException {
        check.run();
        return new ExchangedConnection(current, current.get(), exchange);
    }

    /** A connection over other pools. */
    private static final class ExchangedConnection extends ShardingConnection {
        private final Exchange exchange;
        private final @Nullable StatementObserver observer;

        ExchangedConnection(CurrentDatabase current, LogicalDatabase logical, Exchange exchange) {
            super(
                    current,
                    logical,
                    new Session(exchange.of(logical.databases()), logical.protocols(), logical.onTablesChanged()));
            this.exchange = exchange;
            this.observer = StatementObservers.of(logical.databases().options());
        }

        @Override
        Databases databases(LogicalDatabase database) {
            return exchange.of(database.databases());
        }

        @Override
        @Nullable StatementObserver observer() {
            return observer;
        }
    }
}

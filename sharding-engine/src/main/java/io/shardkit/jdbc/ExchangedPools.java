package io.shardkit.jdbc;

import io.shardkit.execute.Databases;
import io.shardkit.execute.driver.FrontEndConnection;
import io.shardkit.execute.driver.FrontEndDatabase;
import io.shardkit.execute.run.StatementObserver;
import io.shardkit.execute.session.Session;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** Opens logical connections over other pools to the same databases. Thread-safe. */
final class ExchangedPools implements FrontEndDatabase {
    private final CurrentDatabase current;
    private final Databases databases;
    private final OpenCheck check;

    /** Checks that the logical data source is still there. */
    @FunctionalInterface
    interface OpenCheck {
        void run() throws SQLException;
    }

    ExchangedPools(CurrentDatabase current, Databases databases, OpenCheck check) {
        this.current = current;
        this.databases = databases;
        this.check = check;
    }

    @Override
    public boolean passesThrough() {
        return current.get().rule().passesThrough() && databases.replicas() == null;
    }

    @Override
    public List<DataSource> pools() {
        return databases.replicas() == null ? databases.dataSources() : List.of();
    }

    @Override
    public Connections over(List<DataSource> pools) {
        if (pools.size() != pools().size()) {
            throw new IllegalArgumentException(pools.size() + " pools instead of " + pools().size());
        }
        Databases others = databases.over(pools);
        return () -> open(others);
    }

    private FrontEndConnection open(Databases others) throws SQLException {
        check.run();
        StatementObserver observer = StatementObserver.of(others.options());
        LogicalDatabase logical = current.get();
        Session session = new Session(others, logical.protocols(), logical.onTablesChanged());
        return observer == null
                ? new ShardingConnection(current, logical, session)
                : new ShardingConnection.Observed(current, logical, session, observer);
    }
}

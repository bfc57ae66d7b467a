package io.shardkit.benchmarks.subject;

import io.shardkit.benchmarks.database.Database;
import io.shardkit.benchmarks.database.OrderTables;
import io.shardkit.benchmarks.database.Pools;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The code that a person writes without a framework: takes the right pool, and the SQL with the right name. */
final class ByHand implements Subject {
    private final DataSource[] pools;

    ByHand(Pools pools) {
        this.pools = pools.byName().values().toArray(DataSource[]::new);
    }

    @Override
    public Connection connection(int source) throws SQLException {
        return pools[source].getConnection();
    }

    @Override
    public String text(Query query, int suffix) {
        return query.actual(suffix);
    }

    @Override
    public KeptStatement keep(Query query) throws SQLException {
        return new KeptStatement(this, query, Database.SOURCES, OrderTables.TABLES);
    }

    @Override
    public void close() {}
}

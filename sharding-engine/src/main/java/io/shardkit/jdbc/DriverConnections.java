package io.shardkit.jdbc;

import io.shardkit.catalog.Question;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.Warnings;
import io.shardkit.execute.session.PhysicalConnections;
import io.shardkit.execute.session.Session;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.NClob;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Struct;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of the drivers' connections behind a logical one: values that they make, their warnings, and they
 * themselves.
 */
abstract class DriverConnections extends ConnectionTransactions {
    DriverConnections(Session session) {
        super(session);
    }

    /** The data source that is asked where no other one is preferred. */
    abstract int defaultDataSource();

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        Warnings warnings = new Warnings();
        PhysicalConnections connections = new PhysicalConnections(session());
        for (ShardConnection shard : session().physical().enlisted()) {
            warnings.add(connections.ask(shard, Connection::getWarnings));
        }
        return warnings.first();
    }

    /**
     * {@inheritDoc} Pools call it when they take a connection back, and nothing else that could be told from a use of
     * it. So a sharding key has to be set anew, or null, before the next statement.
     */
    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
        session().mayBeGivenBack();
        for (ShardConnection shard : session().physical().enlisted()) {
            shard.connection().clearWarnings();
        }
    }

    /** Has something made by a driver's connection that stays as long as this one, as users keep it. */
    private <T> T lasting(Question<T> maker) throws SQLException {
        checkOpen();
        int preferred = session().physical().preferred();
        ShardConnection shard = lastingConnection(preferred >= 0 ? preferred : defaultDataSource());
        return Objects.requireNonNull(new PhysicalConnections(session()).ask(shard, maker));
    }

    /** A connection that is not given back before this one is closed. */
    final ShardConnection lastingConnection(int dataSource) throws SQLException {
        session().watch().check();
        session().watch().limit(0);
        ShardConnection shard = session().connection(dataSource);
        shard.pin();
        return shard;
    }

    @Override
    public Clob createClob() throws SQLException {
        return lasting(Connection::createClob);
    }

    @Override
    public Blob createBlob() throws SQLException {
        return lasting(Connection::createBlob);
    }

    @Override
    public NClob createNClob() throws SQLException {
        return lasting(Connection::createNClob);
    }

    @Override
    public SQLXML createSQLXML() throws SQLException {
        return lasting(Connection::createSQLXML);
    }

    @Override
    public Array createArrayOf(String typeName, Object[] elements) throws SQLException {
        return lasting(driver -> driver.createArrayOf(typeName, elements));
    }

    @Override
    public Struct createStruct(String typeName, Object[] attributes) throws SQLException {
        return lasting(driver -> driver.createStruct(typeName, attributes));
    }

    /** Its connections but those to replicas, which come and go. */
    private List<ShardConnection> primaries() {
        int dataSources = session().databases().size();
        return session().physical().enlisted().stream()
                .filter(shard -> shard.dataSource() < dataSources)
                .toList();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        checkOpen();
        List<ShardConnection> enlisted = primaries();
        if (enlisted.size() != 1) {
            throw ShardingExceptions.of(
                    ErrorCode.UNSUPPORTED_JDBC,
                    "unwrap to " + type.getName() + " of a connection that stands for " + enlisted.size());
        }
        ShardConnection shard = enlisted.get(0);
        Connection driver = session().watch().bounded(() -> {
            shard.pin();
            shard.handOut();
            return shard.connection();
        });
        return type.isInstance(driver) ? type.cast(driver) : driver.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        if (type.isInstance(this)) {
            return true;
        }
        List<ShardConnection> enlisted = primaries();
        return enlisted.size() == 1
                && (type.isInstance(enlisted.get(0).connection())
                        || enlisted.get(0).connection().isWrapperFor(type));
    }
}

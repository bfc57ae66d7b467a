package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.session.Session;
import java.sql.ClientInfoStatus;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The methods of a connection that are its session's alone: settings, ends of transactions, and savepoints. */
abstract class SessionConnection implements Connection {
    private final Session session;

    SessionConnection(Session session) {
        this.session = session;
    }

    final Session session() {
        return session;
    }

    /** Throws if the connection is closed. */
    abstract void checkOpen() throws SQLException;

    /** Told when names without a schema may mean others than before. */
    abstract void schemaChanged();

    /**
     * {@inheritDoc} It holds until another one is set, or null, for the statements that begin meanwhile, and ends with
     * {@link java.sql.Connection#endRequest}. After {@link java.sql.Connection#clearWarnings}, which pools call when they
     * take a connection back, statements are refused until it is set anew, or null.
     */
    @Override
    public final void setShardingKey(@Nullable ShardingKey key, @Nullable ShardingKey superKey) throws SQLException {
        checkOpen();
        ConnectionKey own = ConnectionKey.of(key, superKey);
        session.settings().setShardingKey(own == null ? List.of() : own.values());
    }

    @Override
    public final void setShardingKey(@Nullable ShardingKey key) throws SQLException {
        setShardingKey(key, null);
    }

    /** {@inheritDoc} The sharding key is that of the request. */
    @Override
    public final void endRequest() throws SQLException {
        if (!isClosed()) {
            session.settings().setShardingKey(List.of());
        }
    }

    /** {@inheritDoc} Keys fit if they are made by this driver; what they mean for a table is known when it is named. */
    @Override
    public final boolean setShardingKeyIfValid(@Nullable ShardingKey key, @Nullable ShardingKey superKey, int timeout)
            throws SQLException {
        checkOpen();
        boolean known = (key == null || key instanceof ConnectionKey)
                && (superKey == null || superKey instanceof ConnectionKey);
        if (!isValid(timeout) || !known) {
            return false;
        }
        setShardingKey(key, superKey);
        return true;
    }

    @Override
    public final boolean setShardingKeyIfValid(@Nullable ShardingKey key, int timeout) throws SQLException {
        return setShardingKeyIfValid(key, null, timeout);
    }

    @Override
    public void setAutoCommit(boolean autoCommit) throws SQLException {
        checkOpen();
        session.ends().setAutoCommit(autoCommit);
    }

    @Override
    public final boolean getAutoCommit() throws SQLException {
        checkOpen();
        return session.transactions().reportsAutoCommit();
    }

    @Override
    public final void setReadOnly(boolean readOnly) throws SQLException {
        checkOpen();
        session.settings().setReadOnly(readOnly);
    }

    @Override
    public final boolean isReadOnly() throws SQLException {
        checkOpen();
        return session.settings().readOnly();
    }

    @Override
    public final void setCatalog(@Nullable String catalog) throws SQLException {
        checkOpen();
        session.settings().setCatalog(catalog);
        schemaChanged();
    }

    @Override
    public final @Nullable String getCatalog() throws SQLException {
        checkOpen();
        return session.settings().catalog();
    }

    @Override
    public final void setSchema(@Nullable String schema) throws SQLException {
        checkOpen();
        session.settings().setSchema(schema);
        schemaChanged();
    }

    @Override
    public final @Nullable String getSchema() throws SQLException {
        checkOpen();
        return session.settings().schema();
    }

    @Override
    public final void setTransactionIsolation(int level) throws SQLException {
        checkOpen();
        switch (level) {
            case Connection.TRANSACTION_READ_UNCOMMITTED,
                    Connection.TRANSACTION_READ_COMMITTED,
                    Connection.TRANSACTION_REPEATABLE_READ,
                    Connection.TRANSACTION_SERIALIZABLE -> session.settings().setIsolation(level);
            default -> throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "transaction isolation " + level);
        }
    }

    @Override
    public final int getTransactionIsolation() throws SQLException {
        checkOpen();
        return session.settings().isolation();
    }

    @Override
    public final void setHoldability(int holdability) throws SQLException {
        checkOpen();
        if (holdability != ResultSet.HOLD_CURSORS_OVER_COMMIT && holdability != ResultSet.CLOSE_CURSORS_AT_COMMIT) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "holdability " + holdability);
        }
        session.settings().setHoldability(holdability);
    }

    @Override
    public final int getHoldability() throws SQLException {
        checkOpen();
        return session.settings().holdability();
    }

    @Override
    public final Map<String, Class<?>> getTypeMap() throws SQLException {
        checkOpen();
        return session.settings().typeMap();
    }

    @Override
    public final void setTypeMap(@Nullable Map<String, Class<?>> map) throws SQLException {
        checkOpen();
        session.settings().setTypeMap(map);
    }

    @Override
    public final void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
        checkOpen();
        if (milliseconds < 0) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "network timeout " + milliseconds);
        }
        session.settings().setNetworkTimeout(executor, milliseconds);
    }

    @Override
    public final int getNetworkTimeout() throws SQLException {
        checkOpen();
        return session.settings().networkTimeout();
    }

    @Override
    public final void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {
        try {
            checkOpen();
            session.settings().setClientInfo(name, value);
        } catch (SQLClientInfoException failure) {
            throw failure;
        } catch (SQLException failure) {
            throw new SQLClientInfoException(
                    failure.getMessage(),
                    failure.getSQLState(),
                    failure.getErrorCode(),
                    Map.of(name, ClientInfoStatus.REASON_UNKNOWN),
                    failure);
        }
    }

    @Override
    public final void setClientInfo(Properties properties) throws SQLClientInfoException {
        Set<String> names = new LinkedHashSet<>(properties.stringPropertyNames());
        try {
            // A property that is not named is cleared.
            names.addAll(getClientInfo().stringPropertyNames());
        } catch (SQLException closed) {
            throw new SQLClientInfoException(closed.getMessage(), Map.of(), closed);
        }
        for (String name : names) {
            setClientInfo(name, properties.getProperty(name));
        }
    }

    @Override
    public final @Nullable String getClientInfo(String name) throws SQLException {
        return getClientInfo().getProperty(name);
    }

    @Override
    public final Properties getClientInfo() throws SQLException {
        checkOpen();
        return session.settings().clientInfo();
    }

    @Override
    public void commit() throws SQLException {
        checkOpen();
        session().transactions().checkEnds();
        session().ends().commit();
    }

    @Override
    public void rollback() throws SQLException {
        checkOpen();
        session().transactions().checkEnds();
        session().ends().rollback();
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        checkOpen();
        return new ShardingSavepoint(session().savepoints().set(null));
    }

    @Override
    public Savepoint setSavepoint(String name) throws SQLException {
        checkOpen();
        return new ShardingSavepoint(session().savepoints().set(name));
    }

    @Override
    public void rollback(Savepoint savepoint) throws SQLException {
        checkOpen();
        session().savepoints().rollbackTo(own(savepoint).mark());
    }

    @Override
    public void releaseSavepoint(Savepoint savepoint) throws SQLException {
        checkOpen();
        session().savepoints().release(own(savepoint).mark());
    }

    private static ShardingSavepoint own(Savepoint savepoint) throws SQLException {
        if (savepoint instanceof ShardingSavepoint own) {
            return own;
        }
        throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "a savepoint of another connection");
    }
}

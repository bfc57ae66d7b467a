package io.shardkit.dialect.driver;

import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PostgreSQL's driver. A statement that was cancelled does not end before the cancel has, which a frozen server never
 * answers, so the connection is asked to cancel what it runs. It keeps a query timeout by a cancel of its own, too.
 */
final class PostgresqlDriver extends JdbcDriver {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresqlDriver.class);

    PostgresqlDriver() {
        super("PostgreSQL JDBC", "org.postgresql.", "org.postgresql.PGConnection");
    }

    @Override
    public boolean keepsTimeouts() {
        return false;
    }

    /**
     * Only where it caches what it has parsed. Without that cache each statement counts its runs anew, so that one which is
     * closed after a run is never prepared on the server, which a pooler before the server may rely on.
     */
    @Override
    public boolean keepsStatements(Connection own) {
        try {
            Method executorOf = own.getClass().getMethod("getQueryExecutor");
            Class<?> type = executorOf.getReturnType();
            Method borrow = type.getMethod("borrowQuery", String.class);
            Method release = type.getMethod("releaseQuery", borrow.getReturnType());
            Object executor = executorOf.invoke(own);
            Object first = borrow.invoke(executor, "SELECT 1");
            release.invoke(executor, first);
            Object second = borrow.invoke(executor, "SELECT 1");
            release.invoke(executor, second);
            return first == second;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError unknown) {
            LOG.debug("Could not find out if PostgreSQL's driver caches statements", unknown);
            return false;
        }
    }

    /** By its CopyManager, for COPY ... FROM STDIN. */
    @Override
    public @Nullable RowLoad rowLoad(Connection own) {
        try {
            Object manager = own.getClass().getMethod("getCopyAPI").invoke(own);
            Method copy = manager.getClass().getMethod("copyIn", String.class, InputStream.class);
            return (sql, rows) -> send(manager, copy, sql, rows);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError unknown) {
            LOG.debug("PostgreSQL's driver does not offer COPY", unknown);
            return null;
        }
    }

    private static void send(Object manager, Method copy, String sql, InputStream rows) throws SQLException {
        try {
            copy.invoke(manager, sql, rows);
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new SQLException("Rows could not be sent by COPY", failed.getCause());
        } catch (IllegalAccessException denied) {
            throw new SQLException("Rows could not be sent by COPY", denied);
        }
    }

    @Override
    public boolean readsPiecesInTransactions() {
        return true;
    }

    @Override
    public boolean endsOnlyWhatBegan() {
        return true;
    }

    @Override
    public boolean refusesSavepointsInAutoCommit() {
        return true;
    }

    /** A parameter that is set to a NULL of no type keeps the type that it had; warnings stay until the next run. */
    @Override
    public boolean renew(PreparedStatement statement, boolean onlyNumbers) throws SQLException {
        statement.clearParameters();
        if (statement.getWarnings() != null) {
            statement.clearWarnings();
        }
        return true;
    }

    @Override
    public void cancel(Statement statement, Connection own) throws SQLException {
        try {
            own.getClass().getMethod("cancelQuery").invoke(own);
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new SQLException("A statement could not be cancelled", failed.getCause());
        } catch (ReflectiveOperationException notPossible) {
            statement.cancel();
        }
    }
}

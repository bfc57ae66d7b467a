package io.shardkit.dialect.driver;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Executor;

/** A JDBC driver that cancels and aborts as JDBC says; the others are subclasses. Immutable. */
public class JdbcDriver {
    private final String packages;
    private final String connectionType;

    /**
     * @param packages what the names of its classes begin with
     * @param connectionType the type that its connections say they are
     */
    JdbcDriver(String packages, String connectionType) {
        this.packages = packages;
        this.connectionType = connectionType;
    }

    /** Whether a class is one of this driver's. */
    public final boolean owns(Class<?> type) {
        return type.getName().startsWith(packages);
    }

    /** The name of the type that its connections say they are. */
    public final String connectionType() {
        return connectionType;
    }

    /**
     * Cancels a statement; may hang.
     *
     * @param own the driver's own connection of the statement
     */
    public void cancel(Statement statement, Connection own) throws SQLException {
        statement.cancel();
    }

    /**
     * Ends a connection whose server may not answer, so that whoever waits for an answer gets an exception.
     *
     * @param own the driver's own connection
     * @param executor runs what may take long
     */
    public void end(Connection own, Executor executor) throws SQLException {
        own.abort(executor);
    }
}

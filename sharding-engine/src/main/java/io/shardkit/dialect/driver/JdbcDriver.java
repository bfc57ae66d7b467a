package io.shardkit.dialect.driver;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A JDBC driver that does as JDBC says; the others are subclasses. Immutable. */
public class JdbcDriver {
    private final String name;
    private final String packages;
    private final String connectionType;

    /**
     * @param name what the name begins with that it tells in metadata
     * @param packages what the names of its classes begin with
     * @param connectionType the type that its connections say they are
     */
    JdbcDriver(String name, String packages, String connectionType) {
        this.name = name;
        this.packages = packages;
        this.connectionType = connectionType;
    }

    /** Returns true if a class belongs to this driver. */
    public final boolean owns(Class<?> type) {
        return type.getName().startsWith(packages);
    }

    /** Returns true if metadata tell this driver's name. */
    final boolean isNamed(String told) {
        return told.startsWith(name);
    }

    /** The name of the type that its connections say they are. */
    public final String connectionType() {
        return connectionType;
    }

    /**
     * Returns true if the driver is given query timeouts; false for a driver that keeps them in a way that hangs, or for
     * too long.
     */
    public boolean keepsTimeouts() {
        return true;
    }

    /**
     * Returns true if statements may stay open on a connection for its next borrower, where {@link #renew} makes them as
     * good as new: that costs less than to prepare their SQL again.
     *
     * @param own the driver's own connection
     */
    public boolean keepsStatements(Connection own) {
        return false;
    }

    /**
     * Clears what the last, successful run left in a statement that is kept; its result is closed.
     *
     * @param onlyNumbers whether its parameters hold nothing else, so that they take no room
     * @return whether it is as good as new
     */
    public boolean renew(PreparedStatement statement, boolean onlyNumbers) throws SQLException {
        if (!onlyNumbers) {
            statement.clearParameters();
        }
        // Some hold the rows of a closed result until then.
        return !statement.getMoreResults();
    }

    /** Returns the fetch size with which a result is read in pieces of about so many rows. */
    public int fetchSize(int rows) {
        return rows;
    }

    /** Returns true if the driver rounds a fraction that is read as a whole number, where other drivers cut it off. */
    public boolean roundsToWhole() {
        return false;
    }

    /**
     * The text that it gives for a number of a result.
     *
     * @param sent the text of the number that the server sends
     */
    public String text(Number value, String sent) {
        return sent;
    }

    /** Returns true if the driver refuses to end a transaction in autocommit, where other drivers do nothing. */
    public boolean endsOnlyWhatBegan() {
        return false;
    }

    /** Returns true if the driver refuses a savepoint in autocommit, also in a transaction that a statement began. */
    public boolean refusesSavepointsInAutoCommit() {
        return false;
    }

    /**
     * Returns true if switching autocommit on fails like the commit that it is, where the server commits by it: the
     * driver neither believes the switch done before the server has answered, nor sends it again over another connection.
     *
     * @param own the metadata of one of the driver's connections
     */
    public boolean commitsBySwitch(DatabaseMetaData own) throws SQLException {
        return false;
    }

    /**
     * Returns true if the driver sends a batch of an INSERT as one message.
     *
     * @param own the metadata of one of the driver's connections, which also tell of its server
     */
    public boolean sendsBatchesWhole(DatabaseMetaData own) throws SQLException {
        return false;
    }

    /**
     * Returns the way to send many rows at once to statements that take them from the client, or null if the driver has
     * none that is always allowed.
     *
     * @param own the driver's own connection
     */
    public @Nullable RowLoad rowLoad(Connection own) {
        return null;
    }

    /** Returns true if a result is read in pieces in a transaction only, and all at once in autocommit. */
    public boolean readsPiecesInTransactions() {
        return false;
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
     * Ends a connection whose server may not answer, so that any thread that waits for an answer gets an exception.
     *
     * @param own the driver's own connection
     * @param executor runs what may take long
     */
    public void end(Connection own, Executor executor) throws SQLException {
        own.abort(executor);
    }

    /**
     * Ends a connection without undoing what is prepared on it.
     *
     * @param own the driver's own
     */
    public void leave(Connection own, Executor executor) throws SQLException {
        end(own, executor);
    }
}

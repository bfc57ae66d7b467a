package io.shardkit.execute;

import io.shardkit.catalog.Question;
import io.shardkit.execute.watch.HelperThreads;
import io.shardkit.execute.watch.Severing;
import io.shardkit.execute.watch.Step;
import io.shardkit.execute.watch.Watch;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of a driver's, each of whose calls can be ended by the watch over it. Calls belong to one thread at a
 * time; it may be taken away from any.
 */
public abstract class WatchedConnection implements Watch.Connection {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedConnection.class);
    private static final int SEVERING_SECONDS = 10;

    final ConnectionOwner session;

    private final Connection connection;

    /** The driver's own, if it was looked for. */
    @Nullable PhysicalConnection driver;

    /** The tasks that end it, once it is lost; more than one where several want its end. Null before. */
    private volatile @Nullable List<FutureTask<?>> severing;

    WatchedConnection(ConnectionOwner session, Connection connection) {
        this.session = session;
        this.connection = connection;
    }

    /** The pool's connection. */
    public Connection connection() {
        return connection;
    }

    /** A call begins; the statement if it can be cancelled. */
    public void enter(@Nullable Statement statement) {
        Watch watch = watch();
        if (watch != null) {
            watch.enter(this, statement);
        }
    }

    /** The call has ended. */
    public void leave() {
        leave(null);
    }

    final void leave(@Nullable Object around) {
        Watch watch = watch();
        if (watch != null) {
            watch.leave(this, around);
        }
    }

    /** The watch over calls, if there is one. */
    final @Nullable Watch watch() {
        return session.watch().current();
    }

    /** Switches autocommit, as a call of its own or a part of another. */
    public void setAutoCommit(boolean on) throws SQLException {
        Watch watch = watch();
        Object around = watch == null ? null : watch.enter(this, null);
        try {
            connection.setAutoCommit(on);
        } finally {
            leave(around);
        }
    }

    /** Makes calls that are no statements, as a call of its own or a part of another. */
    public void asking(Calls calls) throws SQLException {
        Watch watch = watch();
        Object around = watch == null ? null : watch.enter(this, null);
        try {
            calls.make(connection);
        } finally {
            leave(around);
        }
    }

    /** Asks a question, as a call of its own or a part of another. */
    public <T> @Nullable T answering(Question<T> question) throws SQLException {
        Watch watch = watch();
        Object around = watch == null ? null : watch.enter(this, null);
        try {
            return question.ask(connection);
        } finally {
            leave(around);
        }
    }

    /** Runs a statement that answers nothing, as a call of its own. */
    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            calling(statement, () -> statement.execute(sql));
        }
    }

    /** Runs a statement, as a call of its own. */
    public <T> T calling(Statement statement, Step<T> call) throws SQLException {
        Watch watch = watch();
        Object around = watch == null ? null : watch.enter(this, statement);
        try {
            return call.run();
        } finally {
            leave(around);
        }
    }

    /** Rolls back, as a call of its own. */
    public void rollback() throws SQLException {
        ending(open -> open.rollback());
    }

    /** Rolls back to a savepoint, as a call of its own. */
    public void rollback(Savepoint savepoint) throws SQLException {
        ending(open -> open.rollback(savepoint));
    }

    /** Makes calls that commit or roll back, as a call of its own. */
    public void ending(Calls calls) throws SQLException {
        Watch watch = watch();
        Object around = watch == null ? null : watch.enterEnd(this);
        try {
            calls.make(connection);
        } finally {
            leave(around);
        }
    }

    /** Calls of a connection. */
    @FunctionalInterface
    public interface Calls {
        /** Makes them. */
        void make(Connection connection) throws SQLException;
    }

    @Override
    public void markLost() {
        PhysicalConnection own = driver;
        FutureTask<?> ending = Severing.severing(connection, own == null ? null : own.get());
        synchronized (this) {
            List<FutureTask<?>> all = new ArrayList<>(endings());
            all.add(ending);
            severing = all;
        }
        HelperThreads.helpers().execute(ending);
    }

    /**
     * Waits, within limits, until a lost connection has been ended; otherwise the end could hit its next borrower from
     * a pool that does not notice.
     */
    final void awaitSevered() {
        for (FutureTask<?> ending : endings()) {
            try {
                ending.get(SEVERING_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException hanging) {
                LOG.debug("A connection does not end", hanging);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private List<FutureTask<?>> endings() {
        List<FutureTask<?>> all = severing;
        return all == null ? List.of() : all;
    }

    @Override
    public boolean isLost() {
        return severing != null;
    }
}

package io.shardkit.move.table;

import io.shardkit.execute.watch.HelperThreads;
import io.shardkit.execute.watch.Severing;
import io.shardkit.execute.watch.Step;
import io.shardkit.execute.watch.TimedQuestion;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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
 * A pool's connection with the settings of a move: times in UTC, no value changed where it is written, locks of others
 * waited for at most one second. Each statement has a limit of time. Not thread-safe.
 */
final class MoveConnection implements MoveStatements, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MoveConnection.class);

    private static final int SEVERING_SECONDS = 2;

    private final Connection connection;
    private final MoveSql sql;
    private final int seconds;
    private final boolean autoCommit;
    private final List<String> restoring;
    private boolean broken;

    private MoveConnection(
            Connection connection, MoveSql sql, int seconds, boolean autoCommit, List<String> restoring) {
        this.connection = connection;
        this.sql = sql;
        this.seconds = seconds;
        this.autoCommit = autoCommit;
        this.restoring = restoring;
    }

    /** Opens one, in autocommit. */
    static MoveConnection source(TableMove move) throws SQLException {
        return open(move.source(), move);
    }

    /** Opens one, in autocommit. */
    static MoveConnection open(TablePlace place, TableMove move) throws SQLException {
        return open(place, MoveSqls.of(move.dialect()), move.limits().seconds());
    }

    static MoveConnection open(TablePlace place, MoveSql sql, int seconds) throws SQLException {
        Connection connection = place.pool().getConnection();
        try {
            return TimedQuestion.ask(connection, seconds, () -> {
                boolean autoCommit = connection.getAutoCommit();
                if (!autoCommit) {
                    connection.setAutoCommit(true);
                }
                return new MoveConnection(connection, sql, seconds, autoCommit, sql.prepare(connection, seconds));
            });
        } catch (SQLException | RuntimeException failure) {
            end(connection);
            throw failure;
        }
    }

    /** Ends the connection, which no later borrower may meet. */
    void end() {
        end(connection);
    }

    /** Ends a connection, which no later borrower may meet. */
    private static void end(Connection connection) {
        FutureTask<?> severing = Severing.severing(connection, null);
        HelperThreads.helpers().execute(severing);
        try {
            severing.get(SEVERING_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException late) {
            LOG.debug("A connection is not ended yet", late);
        }
        try (connection;
                Statement statement = connection.createStatement()) {
            // So that the pool sees that it is of no use any more.
            statement.execute("SELECT 1");
        } catch (SQLException | RuntimeException ended) {
            LOG.debug("A connection was ended", ended);
        }
    }

    private <T> T ask(Step<T> step) throws SQLException {
        try {
            return TimedQuestion.ask(connection, seconds, step);
        } catch (SQLException failure) {
            broken |= !sql.isOfStatement(failure);
            throw failure;
        } catch (RuntimeException failure) {
            broken = true;
            throw failure;
        }
    }

    @Override
    public void execute(String text) throws SQLException {
        ask(() -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute(text);
            }
        });
    }

    @Override
    public int update(String text, Parameters parameters) throws SQLException {
        return ask(() -> {
            try (PreparedStatement statement = connection.prepareStatement(text)) {
                parameters.set(statement);
                return statement.executeUpdate();
            }
        });
    }

    @Override
    public <T extends @Nullable Object> List<T> rows(String text, Parameters parameters, RowReader<T> reader)
            throws SQLException {
        return ask(() -> {
            try (PreparedStatement statement = connection.prepareStatement(text)) {
                parameters.set(statement);
                try (ResultSet found = statement.executeQuery()) {
                    List<T> rows = new ArrayList<>();
                    while (found.next()) {
                        rows.add(reader.read(found));
                    }
                    return rows;
                }
            }
        });
    }

    @Override
    public <T> T with(TimedQuestion.Question<T> question) throws SQLException {
        return ask(() -> question.ask(connection));
    }

    @Override
    public void begin() throws SQLException {
        ask(() -> {
            connection.setAutoCommit(false);
            return true;
        });
    }

    @Override
    public void commit() throws SQLException {
        ask(() -> {
            connection.commit();
            connection.setAutoCommit(true);
            return true;
        });
    }

    /** Runs a step in a transaction, which is rolled back if it fails; the failure is that of the step. */
    <T> T inTransaction(Step<T> step) throws SQLException {
        try {
            begin();
            T answer = step.run();
            commit();
            return answer;
        } catch (SQLException | RuntimeException failure) {
            try {
                rollback();
            } catch (SQLException later) {
                failure.addSuppressed(later);
            }
            throw failure;
        }
    }

    /** Rolls back what is not committed. */
    void rollback() throws SQLException {
        if (broken) {
            return;
        }
        ask(() -> {
            if (!connection.getAutoCommit()) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
            return true;
        });
    }

    /** Rolls back what is not committed, and gives the connection back as it was. */
    @Override
    public void close() throws SQLException {
        if (!broken) {
            try {
                ask(() -> {
                    if (!connection.getAutoCommit()) {
                        connection.rollback();
                        connection.setAutoCommit(true);
                    }
                    try (Statement statement = connection.createStatement()) {
                        for (String each : restoring) {
                            statement.execute(each);
                        }
                    }
                    if (!autoCommit) {
                        connection.setAutoCommit(false);
                    }
                    return true;
                });
            } catch (SQLException | RuntimeException failure) {
                LOG.debug("The settings of a connection could not be restored", failure);
                broken = true;
            }
        }
        if (broken) {
            end(connection);
        } else {
            connection.close();
        }
    }
}

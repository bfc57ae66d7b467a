package io.shardkit.proxy.backend;

import io.shardkit.execute.driver.FrontEndConnection;
import io.shardkit.proxy.sql.LimitParameters;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Over a logical connection of JDBC, which has settings, transactions and refusals right. */
public final class JdbcSession implements BackendSession {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcSession.class);

    private final LogicalDatabase database;
    private final FrontEndConnection connection;
    private final int fetchSize;
    private volatile @Nullable Statement running;

    private JdbcSession(LogicalDatabase database, FrontEndConnection connection, int fetchSize) {
        this.database = database;
        this.connection = connection;
        this.fetchSize = fetchSize;
    }

    /**
     * A session that has touched no database yet.
     *
     * @param fetchSize how many rows are fetched at a time
     * @param foundRows whether UPDATE is to count the rows that it found, rather than those that it changed
     */
    public static JdbcSession open(LogicalDatabase database, int fetchSize, boolean foundRows) throws SQLException {
        return new JdbcSession(database, database.connect(foundRows), fetchSize);
    }

    @Override
    public LogicalDatabase database() {
        return database;
    }

    @Override
    public Answer run(Request request) throws SQLException {
        return run(request, statement(connection, request));
    }

    @Override
    public Answer runAsWritten(Request request) throws SQLException {
        return run(request, statement(connection.only(), request));
    }

    private Answer run(Request request, Statement statement) throws SQLException {
        running = statement;
        try {
            statement.setFetchSize(fetchSize);
            if (request.timeoutSeconds() > 0) {
                statement.setQueryTimeout(request.timeoutSeconds());
            }
            boolean hasRows = execute(statement, request);
            return new Answer(statement, request, hasRows, database, () -> ended(statement));
        } catch (SQLException | RuntimeException failure) {
            ended(statement);
            closeAfter(failure, statement);
            throw failure;
        }
    }

    private static Statement statement(Connection connection, Request request) throws SQLException {
        if (request.parameters() == null) {
            return connection.createStatement();
        }
        return request.keys()
                ? connection.prepareStatement(request.sql(), Statement.RETURN_GENERATED_KEYS)
                : connection.prepareStatement(request.sql());
    }

    private static boolean execute(Statement statement, Request request) throws SQLException {
        Parameters parameters = request.parameters();
        if (parameters != null) {
            PreparedStatement prepared = (PreparedStatement) statement;
            parameters.set(prepared);
            return prepared.execute();
        }
        return request.keys()
                ? statement.execute(request.sql(), Statement.RETURN_GENERATED_KEYS)
                : statement.execute(request.sql());
    }

    private static void closeAfter(Exception failure, Statement statement) {
        try {
            statement.close();
        } catch (SQLException | RuntimeException second) {
            failure.addSuppressed(second);
        }
    }

    @SuppressWarnings("ReferenceEquality") // it is this one or a later one
    private void ended(Statement statement) {
        if (running == statement) {
            running = null;
        }
    }

    @Override
    public Description describe(String sql, boolean withColumns) throws SQLException {
        Map<String, Description> descriptions = database.descriptions();
        Description known = descriptions.get(sql);
        if (known != null) {
            return known;
        }
        Description made = described(connection, sql, withColumns);
        descriptions.put(sql, made);
        return made;
    }

    @Override
    public Description describeAsWritten(String sql) throws SQLException {
        return described(connection.only(), sql, true);
    }

    private Description described(Connection on, String sql, boolean withColumns) throws SQLException {
        try (PreparedStatement statement = on.prepareStatement(sql)) {
            int known = statement.getParameterMetaData().getParameterCount();
            // Of a statement that the engine is to refuse when it runs it knows no parameters.
            int parameters = known == 0 ? LimitParameters.countAll(sql) : known;
            ResultSetMetaData columns = withColumns ? statement.getMetaData() : null;
            return new Description(parameters, columns == null ? List.of() : ResultColumn.of(columns, database));
        }
    }

    @Override
    public void setAutoCommit(boolean on) throws SQLException {
        connection.setAutoCommit(on);
    }

    @Override
    public int isolation() throws SQLException {
        return connection.getTransactionIsolation();
    }

    @Override
    public void setIsolation(int level) throws SQLException {
        connection.setTransactionIsolation(level);
    }

    @Override
    public void setReadOnly(boolean on) throws SQLException {
        connection.setReadOnly(on);
    }

    @Override
    public boolean isInTransaction() throws SQLException {
        return connection.isInTransaction();
    }

    @Override
    public boolean keepsConnections() throws SQLException {
        return connection.keepsConnections();
    }

    @Override
    public void giveBack() throws SQLException {
        connection.releaseIdle();
    }

    @Override
    public void cancel() {
        Statement statement = running;
        if (statement == null) {
            return;
        }
        try {
            statement.cancel();
        } catch (SQLException | RuntimeException ended) {
            LOG.debug("A statement was not cancelled", ended);
        }
    }

    @Override
    public void discard() {
        try {
            if (connection.isInTransaction()) {
                connection.rollback();
            }
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException failure) {
            LOG.debug("The connection of a client was dead", failure);
        } finally {
            close();
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException | RuntimeException failure) {
            LOG.warn("The connection of a client did not end as it should", failure);
        }
    }
}

package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.TableNames;
import io.shardkit.execute.driver.CursorKind;
import io.shardkit.execute.driver.OpenStatement;
import io.shardkit.execute.driver.PhysicalStatements;
import io.shardkit.execute.driver.StatementSettings;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Cancelling;
import io.shardkit.execute.watch.Watch;
import io.shardkit.jdbc.result.ResultOwner;
import io.shardkit.jdbc.result.ShardingResultSet;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** What a logical statement is apart from running: settings, the current result, open and closed. */
abstract class AbstractStatement implements Statement, ResultOwner {
    private static final VarHandle RUNNING;

    static {
        try {
            RUNNING = MethodHandles.lookup().findVarHandle(AbstractStatement.class, "running", OpenStatement.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    final ShardingConnection connection;
    final Session session;
    final CursorKind cursor;
    StatementSettings settings;
    final PhysicalStatements physical;

    /** Neighbours in the connection's chain of open statements. */
    @Nullable AbstractStatement newer;

    @Nullable AbstractStatement older;

    /** The driver's statement that runs on the fast path, for {@link #cancel()} from another thread. */
    private volatile @Nullable OpenStatement running;

    /** Those that run on the other paths, by data source, of which each runs one at a time. */
    private @Nullable AtomicReferenceArray<@Nullable Statement> runningTogether;

    /** What watches over the calls of the execution under way, if there may be several or there is a deadline. */
    volatile @Nullable Watch watch;

    private @Nullable ShardingResultSet result;

    /** Those that the user moved on from without closing them. */
    private List<ShardingResultSet> kept = List.of();

    private long updateCount = -1;
    private boolean closeOnCompletion;
    private boolean closed;

    AbstractStatement(ShardingConnection connection, CursorKind cursor, boolean poolable) {
        this.connection = connection;
        this.session = connection.session();
        this.cursor = cursor;
        this.settings = StatementSettings.fresh(poolable);
        this.physical = new PhysicalStatements(session.databases().size());
    }

    @Override
    public final Statement statement() {
        return this;
    }

    @Override
    public final TableNames tableNames() {
        return connection.tableNames();
    }

    private StatementSettings changed() {
        settings = settings.own();
        return settings;
    }

    final void checkOpen() throws SQLException {
        if (closed) {
            throw ErrorCode.CLOSED.exception("statement");
        }
    }

    /** What its text means may have changed. */
    void forgetPlan() {}

    /**
     * The statement will run: what it answered before is gone.
     *
     * @param sql what will run, or null if that is a batch
     */
    void begin(@Nullable String sql) throws SQLException {
        checkOpen();
        session.check();
        if (session.isRollbackOnly() && (sql == null || !connection.isControl(sql))) {
            session.checkStatement();
        }
        closeResult();
        closeKept();
        updateCount = -1;
        physical.trim();
    }

    final ShardingResultSet answer(ShardingResultSet rows) {
        result = rows;
        return rows;
    }

    final long answer(long count) {
        updateCount = count;
        return count;
    }

    final void closeResult() throws SQLException {
        ShardingResultSet last = result;
        if (last != null) {
            result = null;
            last.close();
        }
    }

    private void closeKept() throws SQLException {
        if (kept.isEmpty()) {
            return;
        }
        List<ShardingResultSet> last = kept;
        kept = List.of();
        for (ShardingResultSet each : last) {
            each.close();
        }
    }

    @Override
    public final void resultClosed(ShardingResultSet rows) throws SQLException {
        if (closeOnCompletion && result == rows && !closed) {
            result = null;
            close();
        }
    }

    /** A driver's statement starts on the fast path, or null where it ended; cheaper than a volatile write. */
    final void running(@Nullable OpenStatement statement) {
        RUNNING.setRelease(this, statement);
    }

    /** The places, one for each data source, for drivers' statements that run together. */
    final AtomicReferenceArray<@Nullable Statement> runningTogether() {
        synchronized (physical) {
            if (runningTogether == null) {
                runningTogether = new AtomicReferenceArray<>(session.databases().size());
            }
            return runningTogether;
        }
    }

    @Override
    public void cancel() throws SQLException {
        checkOpen();
        Watch over = watch;
        if (over != null) {
            // Knows what else the statement has under way.
            over.stop();
        }
        Cancelling.cancel(session, this::allRunning, this::isRunning);
    }

    private List<Cancelling.Running> allRunning() {
        List<Cancelling.Running> all = new ArrayList<>();
        OpenStatement single = running;
        if (single != null) {
            all.add(new Cancelling.Running(single.shard, single.statement));
        }
        AtomicReferenceArray<@Nullable Statement> together = runningTogether();
        for (int i = 0; i < together.length(); i++) {
            Statement each = together.get(i);
            if (each != null) {
                all.add(new Cancelling.Running(session.enlisted(i), each));
            }
        }
        return all;
    }

    private boolean isRunning(Statement statement) {
        AtomicReferenceArray<@Nullable Statement> together = runningTogether();
        for (int i = 0; i < together.length(); i++) {
            if (together.get(i) == statement) {
                return true;
            }
        }
        OpenStatement single = running;
        return single != null && single.statement == statement;
    }

    @Override
    public void close() throws SQLException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            closeResult();
            closeKept();
        } finally {
            connection.closed(this);
            physical.close();
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void closeOnCompletion() throws SQLException {
        checkOpen();
        closeOnCompletion = true;
    }

    @Override
    public boolean isCloseOnCompletion() throws SQLException {
        checkOpen();
        return closeOnCompletion;
    }

    @Override
    public Connection getConnection() throws SQLException {
        checkOpen();
        return connection;
    }

    @Override
    public @Nullable ResultSet getResultSet() throws SQLException {
        checkOpen();
        return result;
    }

    @Override
    public int getUpdateCount() throws SQLException {
        return (int) Math.min(Integer.MAX_VALUE, getLargeUpdateCount());
    }

    @Override
    public long getLargeUpdateCount() throws SQLException {
        checkOpen();
        return updateCount;
    }

    @Override
    public boolean getMoreResults() throws SQLException {
        return getMoreResults(CLOSE_CURRENT_RESULT);
    }

    @Override
    public boolean getMoreResults(int current) throws SQLException {
        checkOpen();
        if (current < CLOSE_CURRENT_RESULT || current > CLOSE_ALL_RESULTS) {
            throw ErrorCode.INVALID_ARGUMENT.exception("getMoreResults " + current);
        }
        updateCount = -1;
        ShardingResultSet last = result;
        if (current == KEEP_CURRENT_RESULT && last != null) {
            if (kept.isEmpty()) {
                kept = new ArrayList<>(1);
            }
            kept.add(last);
            result = null;
            return false;
        }
        closeResult();
        if (current == CLOSE_ALL_RESULTS) {
            closeKept();
        }
        return false;
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return physical.warnings();
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
        physical.clearWarnings();
    }

    @Override
    public int getMaxFieldSize() throws SQLException {
        checkOpen();
        return settings.maxFieldSize();
    }

    @Override
    public void setMaxFieldSize(int bytes) throws SQLException {
        checkOpen();
        changed().setMaxFieldSize(bytes);
    }

    @Override
    public int getMaxRows() throws SQLException {
        return (int) Math.min(Integer.MAX_VALUE, getLargeMaxRows());
    }

    @Override
    public void setMaxRows(int rows) throws SQLException {
        setLargeMaxRows(rows);
    }

    @Override
    public long getLargeMaxRows() throws SQLException {
        checkOpen();
        return settings.maxRows();
    }

    @Override
    public void setLargeMaxRows(long rows) throws SQLException {
        checkOpen();
        changed().setMaxRows(rows);
    }

    @Override
    public void setEscapeProcessing(boolean enable) throws SQLException {
        checkOpen();
        changed().setEscapeProcessing(enable);
    }

    @Override
    public int getQueryTimeout() throws SQLException {
        checkOpen();
        return settings.queryTimeout();
    }

    @Override
    public void setQueryTimeout(int seconds) throws SQLException {
        checkOpen();
        changed().setQueryTimeout(seconds);
    }

    @Override
    public void setCursorName(String name) throws SQLException {
        checkOpen();
        changed().setCursorName(name);
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        changed().setFetchDirection(direction);
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return settings.fetchDirection();
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        checkOpen();
        changed().setFetchSize(rows);
    }

    @Override
    public int getFetchSize() throws SQLException {
        checkOpen();
        return settings.fetchSize();
    }

    @Override
    public int getResultSetConcurrency() throws SQLException {
        checkOpen();
        return cursor.concurrency();
    }

    @Override
    public int getResultSetType() throws SQLException {
        checkOpen();
        return cursor.type();
    }

    @Override
    public int getResultSetHoldability() throws SQLException {
        checkOpen();
        return cursor.holdability() == 0 ? session.settings().holdability() : cursor.holdability();
    }

    @Override
    public void setPoolable(boolean poolable) throws SQLException {
        checkOpen();
        changed().setPoolable(poolable);
    }

    @Override
    public boolean isPoolable() throws SQLException {
        checkOpen();
        return settings.poolable();
    }

    @Override
    public String enquoteIdentifier(String identifier, boolean alwaysQuote) throws SQLException {
        String quote = session.databases().dialect().quote();
        if (!alwaysQuote && isSimpleIdentifier(identifier)) {
            return identifier;
        }
        return quote.equals("\"")
                ? Statement.super.enquoteIdentifier(identifier, alwaysQuote)
                : quote + identifier.replace(quote, quote + quote) + quote;
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        return physical.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || physical.isWrapperFor(type);
    }
}

package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.TableNames;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.StatementSettings;
import io.shardkit.execute.run.StatementObserver;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.session.SessionTransactions;
import io.shardkit.execute.write.StoredEpoch;
import io.shardkit.hint.ShardingHint;
import io.shardkit.jdbc.result.ResultOwner;
import io.shardkit.jdbc.result.ShardingResultSet;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A logical statement apart from running: settings, the current result, open and closed. */
abstract class AbstractStatement<E extends Execution> implements Statement, ResultOwner {
    final ShardingConnection connection;
    final E execution;

    /** Neighbours in the connection's chain of open statements. */
    @Nullable AbstractStatement<?> newer;

    @Nullable AbstractStatement<?> older;

    private @Nullable ShardingResultSet result;

    /** Null as long as there are none: most statements have one answer, and each field is a word of garbage. */
    private @Nullable OtherAnswers others;

    private long updateCount = -1;
    /** Set if no other statement of its transaction ran before. */
    private boolean isFirst;

    /** Set while it runs once more, as a table was gone. */
    private boolean isRetried;

    private boolean closeOnCompletion;
    private boolean closed;

    AbstractStatement(ShardingConnection connection, E execution) {
        this.connection = connection;
        this.execution = execution;
    }

    final Session session() {
        return connection.session();
    }

    /** The answers beside the first one, or null if there are none. */
    final @Nullable OtherAnswers others() {
        return others;
    }

    /** As {@link #others}, made if there are none. */
    final OtherAnswers moreAnswers() {
        if (others == null) {
            others = new OtherAnswers();
        }
        return others;
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
        return execution.changeSettings();
    }

    /**
     * Checks that it is open.
     *
     * @throws SQLException with {@link ErrorCode#CLOSED} if it is not
     */
    public final void checkOpen() throws SQLException {
        if (closed) {
            throw ShardingExceptions.of(ErrorCode.CLOSED, "statement");
        }
    }

    /** Must be told when its text may mean something else. */
    void forgetPlan() {}

    /**
     * The statement will run: what it answered before is gone.
     *
     * @param sql what will run, or null if that is a batch
     */
    void begin(@Nullable String sql) throws SQLException {
        checkOpen();
        Session session = session();
        session.watch().check();
        connection.takeRule();
        isFirst = connection.mayChangeRule();
        isRetried = false;
        if (session.transactions().isRollbackOnly() && (sql == null || !connection.isControl(sql))) {
            session.transactions().checkStatement();
        }
        closeResult();
        closeOthers();
        connection.catchUpWithRule();
        updateCount = -1;
        execution.trim();
    }

    /** A scope with the sharding key of the connection, to be closed when the statement has run; null if it has none. */
    final @Nullable ShardingHint openKey() throws SQLException {
        List<Object> key = session().shardingKey();
        return key == null ? null : ShardingHint.key(key.toArray());
    }

    /**
     * Begins once more what found, before it had an effect that stays, that actual tables came to be meanwhile.
     *
     * @param sql what will run, or null if that is a batch
     * @throws SQLException the failure, if it is another one or something is left of the statement
     */
    final void again(@Nullable String sql, SQLException failure) throws SQLException {
        boolean grew = failure instanceof ShardingException refusal && refusal.errorCode() == ErrorCode.TABLES_GREW;
        try {
            if (isGone(failure, sql == null)) {
                connection.takeRule();
            } else if (!grew || session().transactions().isRollbackOnly() || !connection.takeRule()) {
                throw failure;
            }
            StatementObserver observer = connection.observer();
            if (observer != null) {
                observer.again();
            }
            boolean retried = isRetried;
            begin(sql);
            isRetried = retried;
        } catch (SQLException last) {
            SQLException told = connection.names().in(last);
            failed(told);
            throw told;
        }
    }

    /**
     * Returns true if a table of the statement was gone, and what the statement began is undone: it is to run by the newest
     * rule. Without a newer one it runs once more, as the table may have its name back. A batch in autocommit does not: some
     * of its entries may have been committed.
     *
     * @throws SQLException with {@link ErrorCode#RULE_CHANGED} if others of its transaction ran before it by another rule
     */
    private boolean isGone(SQLException failure, boolean isBatch) throws SQLException {
        if (StoredEpoch.isSuperseded(failure)) {
            return isToRunByAnother(failure);
        }
        if (!connection.misses(failure)) {
            return false;
        }
        SessionTransactions transactions = session().transactions();
        boolean isAlone = transactions.autoCommit() ? !isBatch : isFirst && !transactions.hasModes();
        boolean caughtUp = connection.catchesUp(failure);
        boolean runsAgain = caughtUp || MissingTableFailure.isOfJournal(failure);
        if (runsAgain && !isAlone && !transactions.autoCommit()) {
            throw MissingTableFailure.changed(failure);
        }
        if (!isAlone || (!caughtUp && isRetried)) {
            return false;
        }
        if (!transactions.autoCommit()) {
            session().ends().rollback();
        }
        isRetried = true;
        return true;
    }

    /**
     * Returns true if another rule is in force than the one by which a statement wrote broadcast tables, all of which is
     * undone. To look for the rule may take a connection from a pool, so as few as possible are kept meanwhile.
     */
    private boolean isToRunByAnother(SQLException failure) throws SQLException {
        SessionTransactions transactions = session().transactions();
        if (!transactions.autoCommit()) {
            if (!isFirst || transactions.hasModes()) {
                connection.catchUpLater();
                return false;
            }
            session().ends().rollback();
        }
        session().releaseIdle();
        return connection.catchesUp(failure);
    }

    /** Tells the listener that the statement failed, unless it knows. */
    final void failed(Exception failure) {
        StatementObserver observer = connection.observer();
        if (observer != null) {
            observer.ended(failure);
        }
    }

    /** Tells the listener that the statement has its first answer, unless it knows. */
    final void succeeded() {
        StatementObserver observer = connection.observer();
        if (observer != null) {
            observer.ended(null);
        }
    }

    final ShardingResultSet answer(ShardingResultSet rows) {
        result = rows;
        StatementObserver observer = connection.observer();
        if (observer != null) {
            rows.countBy(observer.counter());
            observer.ended(null);
        }
        return rows;
    }

    final long answer(long count) {
        updateCount = count;
        StatementObserver observer = connection.observer();
        if (observer != null) {
            observer.wrote(count);
            observer.ended(null);
        }
        return count;
    }

    final void closeResult() throws SQLException {
        ShardingResultSet last = result;
        if (last != null) {
            result = null;
            last.close();
        }
    }

    private void closeOthers() throws SQLException {
        OtherAnswers last = others;
        if (last != null) {
            others = null;
            last.close();
        }
    }

    @Override
    public final void resultClosed(ResultSet rows) throws SQLException {
        if (closeOnCompletion && result == rows && !closed) {
            result = null;
            close();
        }
    }

    @Override
    public void cancel() throws SQLException {
        checkOpen();
        execution.cancel();
    }

    @Override
    public void close() throws SQLException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            closeResult();
            closeOthers();
        } finally {
            connection.closed(this);
            execution.close();
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
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "getMoreResults " + current);
        }
        updateCount = -1;
        ShardingResultSet last = result;
        if (current == KEEP_CURRENT_RESULT && last != null) {
            moreAnswers().keep(last);
            result = null;
            return false;
        }
        closeResult();
        if (current == CLOSE_ALL_RESULTS && others != null) {
            others.closeKept();
        }
        return false;
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        // Some drivers ask their servers for them.
        return session()
                .watch()
                .bounded(() -> Optional.ofNullable(execution.physical().warnings()))
                .orElse(null);
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
        execution.physical().clearWarnings();
    }

    @Override
    public int getMaxFieldSize() throws SQLException {
        checkOpen();
        return execution.settings().maxFieldSize();
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
        return execution.settings().maxRows();
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
        return execution.settings().queryTimeout();
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
        return execution.settings().fetchDirection();
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        checkOpen();
        changed().setFetchSize(rows);
    }

    @Override
    public int getFetchSize() throws SQLException {
        checkOpen();
        return execution.settings().fetchSize();
    }

    @Override
    public int getResultSetConcurrency() throws SQLException {
        checkOpen();
        return execution.cursor().concurrency();
    }

    @Override
    public int getResultSetType() throws SQLException {
        checkOpen();
        return execution.cursor().type();
    }

    @Override
    public int getResultSetHoldability() throws SQLException {
        checkOpen();
        return execution.cursor().holdability() == 0
                ? session().settings().holdability()
                : execution.cursor().holdability();
    }

    @Override
    public void setPoolable(boolean poolable) throws SQLException {
        checkOpen();
        changed().setPoolable(poolable);
    }

    @Override
    public boolean isPoolable() throws SQLException {
        checkOpen();
        return execution.settings().poolable();
    }

    @Override
    public String enquoteIdentifier(String identifier, boolean alwaysQuote) throws SQLException {
        String quote = session().databases().dialect().quote();
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
        return execution.physical().unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || execution.physical().isWrapperFor(type);
    }
}

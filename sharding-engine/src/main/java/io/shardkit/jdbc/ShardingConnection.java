package io.shardkit.jdbc;

import io.shardkit.catalog.OpenConnections;
import io.shardkit.catalog.Question;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.TableNames;
import io.shardkit.execute.driver.CursorKind;
import io.shardkit.execute.driver.FrontEndConnection;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.run.StatementObserver;
import io.shardkit.execute.run.StatementRunner;
import io.shardkit.execute.session.DriverQuestions;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.session.Validation;
import io.shardkit.execute.watch.HelperThreads;
import io.shardkit.jdbc.metadata.ShardingDatabaseMetaData;
import io.shardkit.plan.Plan;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.planner.PlanCache;
import io.shardkit.rule.SettingNames;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A logical connection. It touches no database until a statement needs one. */
class ShardingConnection extends SessionConnection implements FrontEndConnection {
    private static final Logger LOG = LoggerFactory.getLogger(ShardingConnection.class);

    private final CurrentDatabase current;
    private LogicalDatabase logical;
    /** The statement that was opened last and is open; each knows its neighbours. */
    private @Nullable AbstractStatement<?> newest;

    private boolean elsewhere;
    private boolean closed;
    private boolean lagging;

    /** @param current the databases by the rule of the moment */
    ShardingConnection(CurrentDatabase current) {
        this(current, current.get());
    }

    private ShardingConnection(CurrentDatabase current, LogicalDatabase logical) {
        this(current, logical, new Session(logical.databases(), logical.protocols(), logical.onTablesChanged()));
    }

    /** @param session the session that the connection runs its statements in */
    ShardingConnection(CurrentDatabase current, LogicalDatabase logical, Session session) {
        super(session);
        this.current = current;
        this.logical = logical;
    }

    /**
     * Goes over to another rule if there is one by now. A transaction stays with the one that it began with, but sees
     * actual tables of it that came to be.
     *
     * @return whether it is another one
     */
    @SuppressWarnings("ReferenceEquality") // each rule has its object
    boolean takeRule() {
        LogicalDatabase newest = current.get();
        boolean takes = newest != logical && (mayChangeRule() || newest.hasRuleOf(logical)) && follows(newest);
        if (takes) {
            logical = newest;
        }
        return takes;
    }

    /** Goes over to the databases of another rule, unless it holds something of one that is not the same there. */
    @SuppressWarnings("ReferenceEquality") // each rule has its object
    private boolean follows(LogicalDatabase newest) {
        if (newest.databases() == logical.databases()) {
            return true;
        }
        lagging = !session().follow(databases(newest), newest.protocols());
        for (AbstractStatement<?> each = lagging ? null : this.newest; each != null; each = each.older) {
            each.execution.follow();
        }
        return !lagging;
    }

    /** The databases by whose pools it is connected. */
    Databases databases(LogicalDatabase database) {
        return database.databases();
    }

    /** Takes the newest rule if that failed because of a result that is closed by now. */
    final void catchUpWithRule() {
        if (lagging) {
            takeRule();
        }
    }

    /** Tells whether nothing has run yet that another rule would have placed elsewhere. */
    boolean mayChangeRule() {
        return !session().transactions().hasBegun();
    }

    @Override
    public void commit() throws SQLException {
        try {
            super.commit();
        } catch (SQLException failure) {
            throw names().in(failure);
        }
    }

    /** Returns true if a failure says that a table is not there, which may have been moved away. */
    final boolean misses(SQLException failure) {
        return (MissingTableFailure.isOfRule(failure) || (current.follows() && MissingTableFailure.is(failure)))
                && !session().watch().isBroken();
    }

    /**
     * Looks for a newer rule if a failure says that a table is not there: it may have been moved away.
     *
     * @return whether a statement may run once more
     */
    @SuppressWarnings("ReferenceEquality") // each rule has its object
    final boolean catchesUp(SQLException failure) {
        return misses(failure) && !lagging && (current.get() != logical || current.catchUp());
    }

    /** Looks for a newer rule, and does not wait for that. */
    final void catchUpLater() {
        try {
            HelperThreads.helpers().execute(current::catchUp);
        } catch (RejectedExecutionException ends) {
            LOG.debug("No newer rule is looked for", ends);
        }
    }

    /** The data source that is asked where no other one is preferred. */
    int defaultDataSource() {
        return logical.rule().home();
    }

    private DriverConnections drivers() throws SQLException {
        checkOpen();
        return new DriverConnections(session());
    }

    private <T> T lasting(Question<T> maker) throws SQLException {
        return drivers().lasting(defaultDataSource(), maker);
    }

    PlanCache plans() {
        return logical.plans();
    }

    StatementRunner runner() {
        return logical.runner();
    }

    TableNames tableNames() {
        return logical.runner().names();
    }

    @Override
    void checkOpen() throws SQLException {
        if (closed) {
            throw ShardingExceptions.of(ErrorCode.CLOSED, "connection");
        }
    }

    private <T extends AbstractStatement<?>> T opened(T statement) {
        AbstractStatement<?> last = newest;
        statement.older = last;
        if (last != null) {
            last.newer = statement;
        }
        newest = statement;
        return statement;
    }

    /** Told by a statement when it is closed. */
    void closed(AbstractStatement<?> statement) {
        AbstractStatement<?> later = statement.newer;
        AbstractStatement<?> earlier = statement.older;
        if (later == null) {
            newest = earlier;
        } else {
            later.older = earlier;
        }
        if (earlier != null) {
            earlier.newer = later;
        }
    }

    @Override
    void schemaChanged() {
        elsewhere = session().settings().isElsewhere();
        for (AbstractStatement<?> each = newest; each != null; each = each.older) {
            each.forgetPlan();
        }
    }

    /** Returns the names of settings for messages. */
    SettingNames names() {
        return logical.rule().names();
    }

    private Plan planned(@Nullable String given) throws SQLException {
        try {
            return plannedByRule(checkGiven(given));
        } catch (SQLException failure) {
            throw names().in(failure);
        }
    }

    /** The plan of a text; if its tables are gone, by a newer rule if there is one. */
    private Plan plannedByRule(String sql) throws SQLException {
        Hold hold = current.hold();
        if (hold != null && mayChangeRule() && hold.concerns(sql)) {
            hold.await(session().watch().left());
            takeRule();
        }
        for (boolean retried = false; ; retried = true) {
            try {
                return plannedNow(sql, retried);
            } catch (SQLException failure) {
                boolean caughtUp = catchesUp(failure);
                if (caughtUp && !mayChangeRule()) {
                    throw MissingTableFailure.changed(failure);
                }
                if (!caughtUp && (retried || !misses(failure))) {
                    throw failure;
                }
                takeRule();
            }
        }
    }

    /** @param fresh whether tables are read over connections of their own: an open transaction may see them as they were */
    private Plan plannedNow(String sql, boolean fresh) throws SQLException {
        if (elsewhere && plans().isQualified(sql)) {
            throw ShardingExceptions.of(ErrorCode.FOREIGN_SCHEMA, "the connection was set to another one");
        }
        if (session().transactions().hasUncommittedDdl()) {
            return plans().uncommitted(sql, session());
        }
        // Facts of another schema must not get into plans that others use.
        return plans().get(sql, elsewhere || fresh ? OpenConnections.NONE : session());
    }

    /** Tells what runs; null if there is no listener. */
    @Nullable StatementObserver observer() {
        return null;
    }

    /** As {@link #planned}, and tells that it was asked for. */
    Plan plan(@Nullable String given) throws SQLException {
        StatementObserver told = observer();
        if (told == null) {
            return planned(given);
        }
        told.asked(given);
        Plan plan;
        try {
            plan = planned(given);
        } catch (SQLException | RuntimeException failure) {
            told.notPlanned(given, failure, logical.statistics());
            throw failure;
        }
        told.planned(plan);
        return plan;
    }

    static String checkGiven(@Nullable String sql) throws SQLException {
        if (sql == null) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "no text is given");
        }
        return sql;
    }

    private Statement create(CursorKind cursor) throws SQLException {
        checkOpen();
        return opened(new ShardingStatement(this, cursor));
    }

    private PreparedStatement prepared(String sql, CursorKind cursor, KeyRequest keys) throws SQLException {
        ShardingPreparedStatement statement = prepare(sql, cursor, keys);
        Plan plan = statement.prepared().plan();
        if (!plan.isOfSeveral()) {
            return statement;
        }
        statement.close();
        return opened(new SeriesPreparedStatement(this, sql, plan, cursor, keys));
    }

    /** Prepares a text of one statement. */
    ShardingPreparedStatement prepare(String sql, CursorKind cursor, KeyRequest keys) throws SQLException {
        checkOpen();
        takeRule();
        session().watch().unlimited();
        long epoch = plans().epoch();
        return opened(new ShardingPreparedStatement(this, sql, plan(sql), epoch, cursor, keys));
    }

    @Override
    public Statement createStatement() throws SQLException {
        return create(CursorKind.PLAIN);
    }

    @Override
    public Statement createStatement(int type, int concurrency) throws SQLException {
        checkOpen();
        return create(CursorKind.of(type, concurrency, 0));
    }

    @Override
    public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
        checkOpen();
        return create(CursorKind.of(type, concurrency, holdability));
    }

    @Override
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        return prepared(sql, CursorKind.PLAIN, KeyRequest.NONE);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency) throws SQLException {
        checkOpen();
        return prepared(sql, CursorKind.of(type, concurrency, 0), KeyRequest.NONE);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
            throws SQLException {
        checkOpen();
        return prepared(sql, CursorKind.of(type, concurrency, holdability), KeyRequest.NONE);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
        return prepared(sql, CursorKind.PLAIN, KeyRequest.of(autoGeneratedKeys));
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
        return prepared(sql, CursorKind.PLAIN, KeyRequest.of(columnIndexes));
    }

    @Override
    public PreparedStatement prepareStatement(String sql, String[] columnNames) throws SQLException {
        return prepared(sql, CursorKind.PLAIN, KeyRequest.of(columnNames));
    }

    /**
     * A call runs as it is written, where no table of several databases is named; what a routine does is not seen. Any
     * other text is prepared as usual.
     */
    private CallableStatement call(String sql, CursorKind cursor, Question<CallableStatement> maker)
            throws SQLException {
        checkOpen();
        takeRule();
        session().watch().unlimited();
        Plan plan = plan(sql);
        ShardCall written = plan.asWritten();
        Refusal refusal = plan.statement().refusal();
        if (refusal != null) {
            throw ShardingExceptions.of(
                    ErrorCode.UNSUPPORTED_JDBC, "prepareCall of what is refused, " + refusal.text());
        }
        if (written == null) {
            return OrdinaryCall.of(prepared(sql, cursor, KeyRequest.NONE));
        }
        ShardConnection shard = drivers().lasting(written.dataSource());
        CallableStatement made = Objects.requireNonNull(new DriverQuestions(session()).ask(shard, maker));
        return PassthroughCall.of(this, session(), tableNames(), plan, shard, made);
    }

    @Override
    public CallableStatement prepareCall(String sql) throws SQLException {
        return call(sql, CursorKind.PLAIN, driver -> driver.prepareCall(sql));
    }

    @Override
    public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
        CursorKind cursor = CursorKind.of(type, concurrency, 0);
        return call(sql, cursor, driver -> driver.prepareCall(sql, type, concurrency));
    }

    @Override
    public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability) throws SQLException {
        CursorKind cursor = CursorKind.of(type, concurrency, holdability);
        return call(sql, cursor, driver -> driver.prepareCall(sql, type, concurrency, holdability));
    }

    @Override
    public String nativeSQL(String sql) throws SQLException {
        checkOpen();
        return sql;
    }

    /** Tells whether a statement may run although nothing but the end of the transaction can follow. */
    boolean isControl(@Nullable String sql) throws SQLException {
        return plan(sql).kind() == StatementKind.TRANSACTION;
    }

    @Override
    public void close() throws SQLException {
        if (closed) {
            return;
        }
        closed = true;
        SQLException first = null;
        for (AbstractStatement<?> statement = newest; statement != null; statement = newest) {
            try {
                statement.close();
            } catch (SQLException failure) {
                first = failure;
            }
        }
        try {
            end();
        } catch (SQLException failure) {
            if (first != null) {
                failure.addSuppressed(first);
            }
            throw failure;
        }
        if (first != null) {
            throw first;
        }
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

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        return drivers().warnings();
    }

    /**
     * {@inheritDoc} Pools call it when they take a connection back, and nothing else that could be told from a use of
     * it. So a sharding key has to be set anew, or null, before the next statement.
     */
    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
        session().mayBeReturned();
        drivers().clearWarnings();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type.isInstance(this) ? type.cast(this) : drivers().unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || new DriverConnections(session()).isWrapperFor(type);
    }

    /** It is closed, and all of its statements are. */
    void end() throws SQLException {
        session().close();
    }

    @Override
    public boolean isInTransaction() throws SQLException {
        checkOpen();
        return session().transactions().isOpen();
    }

    @Override
    public boolean keepsConnections() throws SQLException {
        checkOpen();
        return session().physical().isPinned();
    }

    @Override
    public void releaseIdle() throws SQLException {
        checkOpen();
        session().releaseIdle();
    }

    @Override
    public Connection only() throws SQLException {
        checkOpen();
        takeRule();
        if (!logical.rule().passesThrough()) {
            throw ShardingExceptions.of(
                    ErrorCode.UNSUPPORTED_STATEMENT,
                    "what leaves something on a connection, over several or by a rule");
        }
        return drivers().lasting(0).connection();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void abort(Executor executor) throws SQLException {
        session().watch().abort();
        close();
    }

    /** Asks every database: those of the open connections over these, the others over one of their pools. */
    @Override
    public boolean isValid(int timeout) throws SQLException {
        if (timeout < 0) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "timeout " + timeout);
        }
        if (closed) {
            return false;
        }
        return Validation.isValid(session().databases(), session(), timeout);
    }

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        checkOpen();
        takeRule();
        return ShardingDatabaseMetaData.of(this, new DriverQuestions(session()), logical.schema());
    }

    /** One of whose statements a listener is told; others have no room for that. */
    static final class Observed extends ShardingConnection {
        private final StatementObserver observer;

        Observed(CurrentDatabase current, StatementObserver observer) {
            super(current);
            this.observer = observer;
        }

        @Override
        StatementObserver observer() {
            return observer;
        }
    }
}

package io.shardkit.jdbc;

import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.ConnectionSource;
import io.shardkit.catalog.DatabaseCatalog;
import io.shardkit.catalog.DatabaseName;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.error.ShardingException;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.Databases;
import io.shardkit.execute.atomic.AtomicProtocol;
import io.shardkit.execute.run.Shards;
import io.shardkit.execute.run.StatementObserver;
import io.shardkit.execute.run.StatementObservers;
import io.shardkit.execute.transaction.CommitGate;
import io.shardkit.heat.Heat;
import io.shardkit.keygen.KeyGenerator;
import io.shardkit.membership.ChangeWork;
import io.shardkit.membership.Membership;
import io.shardkit.membership.RuleWatch;
import io.shardkit.membership.SharedHeat;
import io.shardkit.membership.SharedStatistics;
import io.shardkit.move.LockedCopies;
import io.shardkit.move.Moves;
import io.shardkit.observe.Advice;
import io.shardkit.observe.DataSourceState;
import io.shardkit.observe.ExecutionStrategy;
import io.shardkit.observe.HeatState;
import io.shardkit.observe.InDoubtTransaction;
import io.shardkit.observe.LeaseState;
import io.shardkit.observe.QuerySummary;
import io.shardkit.observe.ReplicaState;
import io.shardkit.observe.RuleState;
import io.shardkit.observe.StatementForecast;
import io.shardkit.observe.StatementTotals;
import io.shardkit.observe.StatementsState;
import io.shardkit.options.Limits;
import io.shardkit.options.Replication;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.options.Start;
import io.shardkit.options.StatisticsSettings;
import io.shardkit.planner.PastExecution;
import io.shardkit.planner.PlanCache;
import io.shardkit.planner.Planner;
import io.shardkit.replica.Replicas;
import io.shardkit.restore.RestorePoints;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRule;
import io.shardkit.sql.text.QuerySummaries;
import io.shardkit.sql.text.ValuelessText;
import io.shardkit.statistics.StatementStatistics;
import io.shardkit.verify.LookupDifferences;
import io.shardkit.verify.Verifier;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.ShardingKeyBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import javax.transaction.xa.XAResource;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Presents many databases as one data source. Thread-safe; its connections are not. Spring Boot makes one of properties;
 * in plain Java:
 *
 * <pre>{@code
 * ShardingRule rule = ShardingRuleBuilder.over("ds0", "ds1")
 *         .table("t_order", t -> t.nodes("ds{0..1}.t_order_{0..3}")
 *                 .databaseBy("user_id", Algorithms.mod())
 *                 .tableBy("order_id", Algorithms.hashMod())
 *                 .generateKeys("order_id", keys))
 *         .broadcast("t_country")
 *         .build();
 * ShardingDataSource sharded = ShardingDataSource.builder()
 *         .dataSource("ds0", pool0)
 *         .dataSource("ds1", pool1)
 *         .rule(rule)
 *         .build();
 * }</pre>
 *
 * <p>The pools of the physical data sources belong to the caller: {@link #close()} does not close them.
 */
public final class ShardingDataSource implements DataSource, AutoCloseable {
    private final DataSourcesInUse sources;
    private final ShardingOptions options;

    private final RulesInUse rules;
    private final ExchangedPools frontEnd;

    /** Connections in transactions of a transaction manager, if there is one. */
    private volatile @Nullable ManagedConnections managed;

    /** The instance among the others that have this rule; null if nothing is stored. */
    private final @Nullable Membership membership;

    /** Moves units between data sources; null if there is no rule store. */
    private final @Nullable Moves moves;

    /** Shares the counts of the traffic; null if nothing is counted. */
    private final @Nullable SharedHeat heat;

    /** Shares the statistics of statements; null if nothing is counted. */
    private final @Nullable SharedStatistics statistics;

    private volatile @Nullable RuleWatch watching;
    private volatile boolean closed;
    /** The difference between rules because of which no statement is answered any more; null if there is none. */
    private volatile @Nullable ShardingConfigurationException stopped;

    private volatile @Nullable PrintWriter logWriter;

    private ShardingDataSource(
            DataSourcesInUse sources,
            RulesInUse rules,
            ShardingOptions options,
            @Nullable Membership membership,
            DatabaseName name) {
        this.membership = membership;
        this.sources = sources;
        this.rules = rules;
        this.options = options;
        this.moves = membership == null
                ? null
                : new Moves(
                        membership,
                        sources.current().databases().dialect(),
                        sources::pool,
                        sources::lagging,
                        this::lookForInDoubt,
                        options.listener());
        Heat counts = rules.heat();
        this.heat = counts == null
                ? null
                : new SharedHeat(counts, membership, () -> rules.current().get().rule());
        StatisticsSettings settings = options.statistics();
        StatementStatistics counted = rules.statistics();
        this.statistics =
                settings == null || counted == null ? null : new SharedStatistics(counted, settings, membership);
        this.frontEnd = new ExchangedPools(rules.current(), this::checkOpen, name);
    }

    /** Starts without pools and rule, with default options and no replicas. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Opens pools under a rule, without replicas and without a rule store: a short form of {@link #builder()} for tests, and
     * for databases that no other process uses under another rule.
     *
     * @throws ShardingConfigurationException as {@link Builder#build()} does
     * @throws SQLException as {@link Builder#build()} does
     */
    public static ShardingDataSource create(
            Map<String, DataSource> dataSources, ShardingRule rule, ShardingOptions options) throws SQLException {
        ShardingOptions alone = options.toBuilder().ruleStore(RuleStore.OFF).build();
        return builder().dataSources(dataSources).rule(rule).options(alone).build();
    }

    static ShardingDataSource create(
            Map<String, DataSource> dataSources,
            ShardingRule rule,
            ShardingOptions options,
            RulesInUse.Planning planning)
            throws SQLException {
        ShardMap map = ShardMap.of(rule);
        Shards shards = Shards.open(dataSources, map, options, Replication.NONE);
        DataSourcesInUse sources = new DataSourcesInUse(dataSources, null, shards);
        RulesInUse rules = RulesInUse.start(sources, map, null, options, planning);
        return new ShardingDataSource(sources, rules, options, null, new DatabaseName());
    }

    /**
     * Has statements planned by another rule, while others run. It may have other data sources: those that this one was
     * given, and those that its {@link DataSourceProvider} opens. A statement runs by one rule
     * from beginning to end, and so does a transaction: those under way go on under the one that they began with, and
     * whatever begins when this method has returned runs by the other one, prepared statements too. No row is moved, and
     * no other instance is told: that rows lie where the rule looks for them, and that no instance writes by another one,
     * is up to the caller. With a rule store, the stored rule is followed instead.
     *
     * @throws ShardingConfigurationException if this instance lacks a data source of the rule or cannot use it, or a rule is
     *     stored for all instances
     * @throws SQLException if this data source was closed
     */
    public void apply(ShardingRule rule) throws SQLException {
        checkOpen();
        if (membership != null && membership.isJoined()) {
            throw new ShardingConfigurationException(
                    ErrorCode.RULE_DIFFERS,
                    "sharding.rule-store",
                    "the rule of this data source is the stored one, which all instances follow; apply is for those"
                            + " without a rule store");
        }
        ShardMap map = ShardMap.of(rule);
        try {
            rules.prepare(map, false).take(null);
            rules.withdraw();
        } catch (ShardingConfigurationException failure) {
            throw map.names().in(failure);
        }
    }

    /**
     * Stores the rule for all instances if it is the first or has more tables, tells the others of this instance, and
     * follows newer rules from now on. To be called after {@link Builder#joinLater()}; calls after the first do nothing.
     *
     * @throws ShardingConfigurationException if another instance has stored a rule that places rows elsewhere
     * @throws SQLException if this data source was closed
     */
    @API(status = API.Status.INTERNAL)
    public void join() throws SQLException {
        checkOpen();
        Membership own = membership;
        if (own == null || watching != null) {
            return;
        }
        ShardMap before = own.rule();
        ShardMap joined = own.join();
        if (!joined.equals(before)) {
            rules.prepare(joined, false).take(own.storedEpoch());
        } else {
            rules.stored(own.storedEpoch());
        }
        RuleWatch watch = new RuleWatch(
                own,
                new RuleFollowing(rules, commitGate(), difference -> stopped = difference),
                moves == null ? ChangeWork.NONE : moves.worker());
        rules.current().catchUpBy(watch::catchUp);
        sources.awaits(own::areOthersBehind);
        watching = watch;
        watch.start();
    }

    /** Returns the gate that holds the commits over several data sources by all rules. */
    CommitGate commitGate() {
        return sources.current().protocols().gate();
    }

    /**
     * As {@link #join()} if a rule is stored; else nothing is written: a tool may come before the tables of an application.
     *
     * @throws ShardingConfigurationException as {@link #join()} does
     * @throws SQLException as {@link #join()} does
     */
    @API(status = API.Status.INTERNAL)
    public void joinOthers() throws SQLException {
        if (membership != null && membership.epoch() > 0) {
            join();
        }
    }

    /**
     * Returns what moves units between data sources.
     *
     * @throws ShardingConfigurationException if no rule is stored for all instances, which moves need
     */
    @API(status = API.Status.EXPERIMENTAL)
    public Moves moves() {
        if (moves == null || membership == null || !membership.isJoined()) {
            throw new ShardingConfigurationException(
                    ErrorCode.RULE_STORE_LACKING,
                    "sharding.rule-store",
                    "moves need the rule of all instances to be stored");
        }
        return moves;
    }

    /**
     * Returns what makes restore points of the databases.
     *
     * @throws ShardingConfigurationException if no rule is stored for all instances, by which they hold their commits
     */
    @API(status = API.Status.EXPERIMENTAL)
    public RestorePoints restorePoints() {
        Membership own = membership;
        if (own == null || !own.isJoined()) {
            throw new ShardingConfigurationException(
                    ErrorCode.RULE_STORE_LACKING,
                    "sharding.rule-store",
                    "restore points need the rule of all instances to be stored");
        }
        return new RestorePoints(own, () -> sources.current().databases());
    }

    /**
     * The result of filling a lookup table.
     *
     * @param table its name
     * @param added the number of rows added
     * @param removed the number of rows removed because no row has their value
     * @param taken the number of rows with a value that another row has as well, which are still missing from it
     */
    public record FilledLookup(String table, long added, long removed, long taken) {}

    /**
     * Gives the lookup tables of a table the rows that they lack, and takes from them those of no row, while others write.
     * Each row is a transaction of its own. All rows are read; that holds a connection to a data source while others are
     * taken from the same pool.
     *
     * @param table the logical name
     * @throws ShardingConfigurationException if columns or keys of a lookup table do not fit
     * @throws SQLException if a database fails; what was done until then stays
     */
    public List<FilledLookup> fillLookups(String table) throws SQLException {
        checkOpen();
        try {
            return filled(table);
        } catch (ShardingConfigurationException failure) {
            throw rules.current().get().rule().names().in(failure);
        }
    }

    private List<FilledLookup> filled(String table) throws SQLException {
        List<FilledLookup> filled = new ArrayList<>();
        Verifier verifier = new Verifier(ConnectionSource.of(databases().dataSources()), rule());
        for (LookupDifferences differences : verifier.lookups(table)) {
            try (ShardingConnection connection = new ShardingConnection(rules.current())) {
                connection.setAutoCommit(false);
                LookupFill fill = new LookupFill(connection, differences);
                fill.run();
                filled.add(new FilledLookup(differences.lookup().table(), fill.added(), fill.removed(), fill.taken()));
            }
        }
        return filled;
    }

    private Databases databases() {
        return rules.current().get().databases();
    }

    /** Returns the rule in force at the moment. */
    public ShardingRule rule() {
        return rules.current().get().declared();
    }

    /** Returns the last known state of the data sources, in their order; no data source is asked for it. */
    public List<DataSourceState> dataSources() {
        Databases databases = databases();
        return databases.bulkheads().subList(0, databases.size()).stream()
                .map(each -> new DataSourceState(each.name(), !each.isDown()))
                .toList();
    }

    /** Returns the number of plans kept under the current rule. */
    public int plans() {
        return rules.current().get().plans().size();
    }

    /** A text with {@code ?} for the values that stand in it, and without comments, to be shown to people. */
    public String withoutValues(String sql) {
        return ValuelessText.of(sql, databases().dialect());
    }

    /** The operations and tables of a statement, whether or not it could run; nothing is planned, and no database is asked. */
    public QuerySummary summary(String sql) {
        return QuerySummaries.of(sql, databases().dialect());
    }

    /**
     * Returns changes that would make a statement cheaper that has run, under the current rule: the advice of {@code
     * EXPLAIN SHARDING} for values of its parameters with which it would run in the same way. Nothing is run, and no
     * listener is told; databases are asked about tables that are not known yet.
     *
     * @param sql the statement, as the application wrote it
     * @param way the way it ran
     * @param units the number of units it went to
     * @param refusal the error it was refused with, or null if it was not
     * @return the simplest first; empty if there is none, or if no such values are found
     * @throws SQLException if a database has to be asked and cannot be
     */
    public List<Advice> advice(String sql, ExecutionStrategy way, int units, @Nullable ErrorCode refusal)
            throws SQLException {
        try {
            return rules.current().get().plans().advice(sql, new PastExecution(way, units, refusal));
        } catch (SQLException failure) {
            if (failure instanceof ShardingException) {
                // Its tables are not there any more.
                return List.of();
            }
            throw failure;
        }
    }

    /**
     * Returns the statements that would run in another way under a rule, of those that this instance has run lately. They
     * are planned by both rules, for sample values, and none is run; one that cannot be planned is left out.
     *
     * @param other a rule with the same tables
     */
    @API(status = API.Status.EXPERIMENTAL)
    public List<StatementForecast> forecast(ShardingRule other) {
        PlanCache plans = rules.current().get().plans();
        Set<String> known = new LinkedHashSet<>(plans.statements());
        known.addAll(plans.shapes());
        return forecast(other, known);
    }

    /**
     * Returns the same of other statements.
     *
     * @param statements with {@code ?} for their parameters
     */
    @API(status = API.Status.EXPERIMENTAL)
    public List<StatementForecast> forecast(ShardingRule other, Collection<String> statements) {
        PlanCache plans = rules.current().get().plans();
        ShardMap map = ShardMap.of(other);
        Map<String, StatementForecast> forecasts = new LinkedHashMap<>();
        for (String sql : statements) {
            try {
                StatementForecast forecast = plans.forecast(sql, map);
                if (forecast != null) {
                    forecasts.putIfAbsent(forecast.sql(), forecast);
                }
            } catch (SQLException | ShardingConfigurationException unplanned) {
                // Its tables may not be there any more; the others can still be planned.
            }
        }
        return List.copyOf(forecasts.values());
    }

    /** Returns the last known state of the replicas, and the number of reads each got; empty if there are none. */
    public List<ReplicaState> replicas() {
        Replicas replicas = databases().replicas();
        return replicas == null ? List.of() : replicas.states();
    }

    /** Returns the last known state of the worker ids that key generators of the rule lease; no database is asked. */
    public List<LeaseState> leases() {
        return rules.current().get().declared().keyGenerators().stream()
                .map(KeyGenerator::lease)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Returns the rule and the instances that keep to it, as of the last look at the rule store; no database is asked. */
    public RuleState ruleState() {
        ShardingConfigurationException difference = stopped;
        if (difference != null) {
            return new RuleState(0, "", "", "", String.valueOf(difference.getMessage()), true, List.of());
        }
        RuleWatch watch = watching;
        return watch == null || closed ? RuleState.NONE : watch.state();
    }

    /**
     * Returns the traffic of the last few intervals by table, unit, sharding value and statement, of all instances with one
     * rule store; no database is asked. Sharding values may be personal data.
     */
    @API(status = API.Status.EXPERIMENTAL)
    public HeatState heat() {
        SharedHeat shared = heat;
        return shared == null ? HeatState.NONE : shared.state();
    }

    /**
     * Returns statistics of statements by their shape; no database is asked.
     *
     * @param all whether those of the other instances are added, as they shared them last
     */
    @API(status = API.Status.EXPERIMENTAL)
    public StatementsState statements(boolean all) {
        SharedStatistics shared = statistics;
        return shared == null ? StatementsState.NONE : shared.state(all);
    }

    /**
     * Returns totals of this instance's statements by their operations and tables, such as {@code SELECT t_order}: the first
     * hundred, and of all others.
     */
    @API(status = API.Status.EXPERIMENTAL)
    public Map<String, StatementTotals> statementTotals() {
        SharedStatistics shared = statistics;
        return shared == null ? Map.of() : shared.totals();
    }

    /** Has the statistics of statements begin anew: of this instance at once, of the others when they share theirs. */
    @API(status = API.Status.EXPERIMENTAL)
    public void resetStatements() {
        SharedStatistics shared = statistics;
        if (shared != null) {
            shared.reset();
        }
    }

    /** A logical connection; no database is touched until a statement needs one. */
    @Override
    public Connection getConnection() throws SQLException {
        checkOpen();
        ManagedConnections inTransactions = managed;
        Connection joined = inTransactions == null ? null : inTransactions.connection();
        return joined == null ? connection() : joined;
    }

    private ShardingConnection connection() {
        StatementObserver observer = StatementObservers.of(options);
        return observer == null
                ? new ShardingConnection(rules.current())
                : new ShardingConnection.Observed(rules.current(), observer);
    }

    /**
     * Has connections take part in the transactions of a transaction manager, if there is one when they are asked for:
     * each data source that they touch is a resource of it. All connections in one transaction see what the others have
     * written. They refuse to end it; and to close them gives nothing back before the transaction has ended.
     *
     * @throws ShardingConfigurationException if there are several databases, and one cannot commit in two phases
     * @throws SQLException if a database cannot be asked
     */
    public void takePartIn(GlobalTransactions transactions) throws SQLException {
        sources.manage();
        managed = new ManagedConnections(transactions, rules.current(), sources::resources);
    }

    /**
     * A resource for each data source, in their order, by which a transaction manager ends what it has left prepared.
     * They hold no connection, and may be kept as long as this is open: it is always the same one of a data source. There
     * are more, or fewer, once a rule with other data sources is in force and nothing is prepared on those that have gone.
     */
    public List<XAResource> recoveryResources() {
        return List.copyOf(sources.resources());
    }

    private void checkOpen() throws SQLException {
        if (closed) {
            throw ShardingExceptions.of(ErrorCode.CLOSED, "data source");
        }
        ShardingConfigurationException difference = stopped;
        if (difference != null) {
            throw ShardingExceptions.of(ErrorCode.RULE_DIFFERS, difference.detail());
        }
    }

    /**
     * Collects what a connection is to be given: its statements stay on the units of its sharding keys, as those within a
     * {@link io.shardkit.hint.ShardingHint#key} do. Credentials are refused, as each pool has its own.
     */
    @Override
    public ConnectionBuilder createConnectionBuilder() throws SQLException {
        checkOpen();
        return new KeyedConnectionBuilder(this);
    }

    /** Collects one or two sharding values: for the strategy of the data source, and for that of the table. */
    @Override
    public ShardingKeyBuilder createShardingKeyBuilder() throws SQLException {
        checkOpen();
        return new ConnectionKey.Builder();
    }

    /** Not supported: each pool has its own credentials. */
    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_JDBC, "getConnection with credentials");
    }

    /**
     * Returns the in-doubt transactions: branches of atomic transactions that a database has prepared and that have not
     * ended, as of the last check; empty where commits are not atomic.
     */
    public List<InDoubtTransaction> inDoubt() {
        AtomicProtocol atomic = sources.current().atomic();
        return atomic == null ? List.of() : atomic.inDoubt();
    }

    /**
     * As {@link #inDoubt()}, but asks the databases that can be reached, some ten seconds at most for each. What has been
     * in doubt for so long that it is time is ended, as it would be without being asked.
     */
    public List<InDoubtTransaction> lookForInDoubt() {
        AtomicProtocol atomic = sources.current().atomic();
        return atomic == null ? List.of() : atomic.lookForInDoubt();
    }

    /**
     * Ends the in-doubt transactions now, also recent ones: a transaction that no process has decided to commit is rolled
     * back, and a process that was about to commit it is told so. Waits for each database some ten seconds at most.
     *
     * @return the in-doubt transactions that could not be ended
     */
    public List<InDoubtTransaction> recover() {
        AtomicProtocol atomic = sources.current().atomic();
        return atomic == null ? List.of() : atomic.recoverNow();
    }

    /**
     * Ends the giving of connections; those that are open, and the caller's pools, stay as they are. The pools that a {@link
     * DataSourceProvider} has opened are closed.
     */
    @Override
    public void close() {
        closed = true;
        RuleWatch watch = watching;
        if (watch != null) {
            watch.close();
        }
        if (moves != null) {
            moves.worker().close();
        }
        if (heat != null) {
            heat.close();
        }
        if (statistics != null) {
            statistics.close();
        }
        if (membership != null) {
            membership.close();
        }
        sources.close();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return logWriter;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        logWriter = out;
    }

    /** Not supported: how long to wait for a connection is a setting of each pool. */
    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_JDBC, "setLoginTimeout");
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException(ErrorCode.UNSUPPORTED_JDBC.message("getParentLogger"));
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        if (type.isInstance(frontEnd)) {
            return type.cast(frontEnd);
        }
        if (type.isInstance(membership)) {
            return type.cast(membership);
        }
        if (type.isInstance(heat)) {
            return type.cast(heat);
        }
        if (type.isInstance(statistics)) {
            return type.cast(statistics);
        }
        throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_JDBC, "unwrap to " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this)
                || type.isInstance(frontEnd)
                || type.isInstance(membership)
                || type.isInstance(heat)
                || type.isInstance(statistics);
    }

    /** Collects what a logical data source is made of. Not thread-safe. */
    public static final class Builder {
        private final Map<String, DataSource> dataSources = new LinkedHashMap<>();
        private @Nullable ShardingRule rule;
        private @Nullable ShardingRule next;
        private Set<String> wantedTables = Set.of();
        private ShardingOptions options = ShardingOptions.builder().build();
        private Replication replication = Replication.NONE;
        private AlgorithmRegistry types = AlgorithmRegistry.builtIn();
        private @Nullable DataSourceProvider provider;
        private boolean joinsLater;

        private Builder() {}

        /** Sets the types of which algorithms of a stored rule are made; the built-in ones by default. */
        @API(status = API.Status.INTERNAL)
        public Builder algorithmTypes(AlgorithmRegistry registry) {
            this.types = registry;
            return this;
        }

        /** Leaves it to {@link ShardingDataSource#join()} to write to the rule store: tables may have to be made first. */
        @API(status = API.Status.INTERNAL)
        public Builder joinLater() {
            this.joinsLater = true;
            return this;
        }

        /**
         * Adds a pool under the name of one of the rule's data sources, in any order. The pool stays the caller's: it is
         * not closed with the logical data source.
         */
        public Builder dataSource(String name, DataSource pool) {
            if (dataSources.putIfAbsent(name, pool) != null) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING, "data source " + name, "there are two pools of that name");
            }
            return this;
        }

        /** Adds pools by name; see {@link #dataSource}. */
        public Builder dataSources(Map<String, ? extends DataSource> pools) {
            pools.forEach(this::dataSource);
            return this;
        }

        /**
         * Sets what opens the data sources that a rule names and that were not given: one that other instances have taken
         * meanwhile, or one that is {@link ShardingDataSource#apply applied}. By default such a rule is refused.
         */
        public Builder furtherDataSources(DataSourceProvider opening) {
            this.provider = opening;
            return this;
        }

        /** Sets the rule, which is required. */
        public Builder rule(ShardingRule sharding) {
            this.rule = sharding;
            return this;
        }

        /**
         * Sets the rule that is wanted later: it changes nothing until its tables are resharded, which are those that it
         * has otherwise than the {@link #rule}. None by default.
         */
        @API(status = API.Status.EXPERIMENTAL)
        public Builder next(@Nullable ShardingRule wanted) {
            return next(wanted, Set.of());
        }

        /**
         * Sets the rule that is wanted later, as {@link #next(ShardingRule)}.
         *
         * @param tables that are to be as the wanted rule has them also if the {@link #rule} has them alike, as
         *     {@code sharding.next} names them: by a stored rule they may lie elsewhere
         */
        @API(status = API.Status.EXPERIMENTAL)
        public Builder next(@Nullable ShardingRule wanted, Collection<String> tables) {
            this.next = wanted;
            this.wantedTables = tables.stream()
                    .map(table -> table.trim().toLowerCase(Locale.ROOT))
                    .collect(Collectors.toUnmodifiableSet());
            return this;
        }

        /** Sets the options; the defaults if not called. */
        public Builder options(ShardingOptions behaviour) {
            this.options = behaviour;
            return this;
        }

        /**
         * Sets the replicas of data sources, whose pools are the primaries'; none by default. Replicas are asked for their
         * health until the logical data source is closed, and one that cannot be reached yet gets reads when it can.
         */
        public Builder replication(Replication replicas) {
            this.replication = replicas;
            return this;
        }

        /**
         * Opens the logical data source. Each database is asked what it is, side by side on the options' executor. Nothing
         * of it is changed, but that the table of decisions is made if commits are to be atomic, and the tables by which
         * all instances keep to one rule, unless {@link ShardingOptions#ruleStore()} is off; no table of the rule is
         * looked at.
         *
         * @throws ShardingConfigurationException if the pools are not those of the rule, or a database cannot be reached,
         *     is of a kind that is not known, or of another kind than the first; if that is true of several, those of the
         *     others are suppressed in it
         * @throws SQLException if a database fails otherwise
         */
        public ShardingDataSource build() throws SQLException {
            ShardingRule sharding = rule;
            if (sharding == null) {
                throw new ShardingConfigurationException(ErrorCode.INVALID_SETTING, "rule", "it is missing");
            }
            ShardMap map = ShardMap.of(sharding);
            try {
                return opened(map);
            } catch (ShardingConfigurationException failure) {
                throw map.names().in(failure);
            }
        }

        private ShardingDataSource opened(ShardMap map) throws SQLException {
            Map<String, DataSource> pools = inOrderOf(map.dataSources());
            Shards shards = Shards.open(pools, map, options, replication);
            DataSourcesInUse sources = new DataSourcesInUse(pools, provider, shards);
            try {
                return opened(map, sources);
            } catch (SQLException | RuntimeException failure) {
                sources.close();
                throw failure;
            }
        }

        /** Pools go by name: the given ones in another order, if the names are the same. */
        private Map<String, DataSource> inOrderOf(List<String> names) {
            if (!dataSources.keySet().equals(Set.copyOf(names))) {
                return dataSources;
            }
            Map<String, DataSource> pools = new LinkedHashMap<>();
            names.forEach(name -> pools.put(name, dataSources.get(name)));
            return pools;
        }

        private @Nullable Membership membership(ShardMap configured, DataSourcesInUse sources) {
            RuleStore store = options.ruleStore();
            return store.mode() == RuleStore.Mode.OFF
                    ? null
                    : new Membership(
                            sources.current().databases(),
                            configured,
                            next == null ? null : ShardMap.of(next),
                            wantedTables,
                            store,
                            types,
                            options.start() == Start.TOLERATE,
                            provider != null,
                            new LockedCopies(sources.current().databases()));
        }

        private ShardingDataSource opened(ShardMap map, DataSourcesInUse sources) throws SQLException {
            Membership membership = membership(map, sources);
            ShardMap checked = membership == null ? map : membership.check();
            Limits limits = options.limits();
            DatabaseName name = new DatabaseName();
            RulesInUse.Planning planning = (planned, shards) -> {
                Dialect dialect = shards.databases().dialect();
                Catalog catalog = new DatabaseCatalog(
                        planned, shards.databases(), dialect, shards.facts().settings(), name);
                return new Planner(planned, catalog, dialect, limits);
            };
            RulesInUse rules = RulesInUse.start(
                    sources, checked, membership == null ? null : membership.storedEpoch(), options, planning);
            ShardingDataSource logical = new ShardingDataSource(sources, rules, options, membership, name);
            try {
                if (!joinsLater) {
                    logical.join();
                }
                return logical;
            } catch (SQLException | RuntimeException failure) {
                logical.close();
                throw failure;
            }
        }
    }
}

package io.shardkit.jdbc;

import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.DatabaseCatalog;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.ConnectionDefaults;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ProductFacts;
import io.shardkit.execute.SessionModes;
import io.shardkit.execute.StartCheck;
import io.shardkit.execute.TableNames;
import io.shardkit.execute.run.StatementRunner;
import io.shardkit.options.ShardingOptions;
import io.shardkit.planner.PlanCache;
import io.shardkit.planner.Planner;
import io.shardkit.rule.ShardingRule;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Many databases as one. Thread-safe; its connections are not.
 *
 * <p>The data sources behind it are pools that somebody else owns: {@link #close()} does not close them.
 */
public final class ShardingDataSource implements DataSource, AutoCloseable {
    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(ShardingDataSource.class);

    private final LogicalDatabase facade;
    private volatile boolean closed;
    private volatile @Nullable PrintWriter logWriter;

    ShardingDataSource(
            Databases databases, ShardingRule rule, ProductFacts product, PlanCache plans, TableNames names) {
        this.facade = new LogicalDatabase(databases, rule, plans, StatementRunner.over(databases, names), product);
    }

    /**
     * A logical data source over these pools. Each database is asked what it is, side by side on the options' executor;
     * nothing of it is changed, and no table is looked at.
     *
     * @param dataSources the pools by name, in the order of the rule's data sources
     * @throws ShardingConfigurationException if a database cannot be reached, is of a kind that is not known, or of
     *     another kind than the first; if that is true of several, those of the others are suppressed in it
     * @throws SQLException if a database fails otherwise
     */
    public static ShardingDataSource create(
            Map<String, DataSource> dataSources, ShardingRule rule, ShardingOptions options) throws SQLException {
        return create(dataSources, rule, options, facts -> {
            Dialect dialect = facts.dialect();
            Catalog catalog = new DatabaseCatalog(rule, List.copyOf(dataSources.values()), dialect, facts.settings());
            return new Planner(rule, catalog, dialect, options.limits());
        });
    }

    static ShardingDataSource create(
            Map<String, DataSource> dataSources,
            ShardingRule rule,
            ShardingOptions options,
            Function<StartCheck.Facts, PlanCache.Source> planner)
            throws SQLException {
        List<String> names = new ArrayList<>(dataSources.keySet());
        if (!names.equals(rule.dataSources())) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    "sharding.data-sources",
                    "the pools " + names + " are not those of the rule, " + rule.dataSources());
        }
        List<StartCheck.Facts> facts =
                StartCheck.of(dataSources, options.executor(), options.limits().timeoutSeconds());
        ProductFacts product = facts.isEmpty() ? null : facts.get(0).product();
        if (product == null) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, "sharding.data-sources", "no data source is configured");
        }
        Dialect dialect = facts.get(0).dialect();
        List<ConnectionDefaults> defaults =
                facts.stream().map(StartCheck.Facts::defaults).toList();
        SessionModes modes = new SessionModes(
                dialect.sqlModes(),
                facts.stream().map(StartCheck.Facts::session).toList());
        Databases databases = new Databases(
                names,
                List.copyOf(dataSources.values()),
                dialect,
                defaults.get(0),
                modes,
                options,
                lockLimit(facts, dialect, options.lockTimeout()));
        PlanCache plans =
                new PlanCache(options.planCacheSize(), options.planCacheWeight(), planner.apply(facts.get(0)));
        return new ShardingDataSource(
                databases, rule, product, plans, new TableNames(rule, databases.dialect(), defaults));
    }

    /** What ends waits for locks in transactions over several databases, or null if that needs nothing. */
    private static @Nullable String lockLimit(List<StartCheck.Facts> facts, Dialect dialect, Duration limit) {
        if (facts.size() == 1 || facts.stream().noneMatch(StartCheck.Facts::waitsForEver)) {
            return null;
        }
        if (limit.toMillis() <= 0) {
            LOG.warn("A deadlock of two transactions over several data sources lasts for ever, as lock_timeout is 0"
                    + " there, and sharding.transaction.lock-timeout is 0. Set one of the two.");
            return null;
        }
        return dialect.transactions().limitLockWaits(limit.toMillis());
    }

    /** What is sharded and where. */
    public ShardingRule rule() {
        return facade.rule();
    }

    /** A logical connection; no database is touched until a statement needs one. */
    @Override
    public Connection getConnection() throws SQLException {
        if (closed) {
            throw ErrorCode.CLOSED.exception("data source");
        }
        return new ShardingConnection(facade);
    }

    /** Not supported: each pool has its own credentials. */
    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw ErrorCode.UNSUPPORTED_JDBC.exception("getConnection with credentials");
    }

    /** Ends the giving of connections; those that are open, and the pools, stay as they are. */
    @Override
    public void close() {
        closed = true;
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
        throw ErrorCode.UNSUPPORTED_JDBC.exception("setLoginTimeout");
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
        throw ErrorCode.UNSUPPORTED_JDBC.exception("unwrap to " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}

package io.shardkit.execute.atomic;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.branch.TwoPhase;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.ConnectionDefaults;
import io.shardkit.execute.Databases;
import io.shardkit.execute.transaction.CommitFence;
import io.shardkit.execute.transaction.CommitGate;
import io.shardkit.execute.transaction.CommitProtocol;
import io.shardkit.execute.transaction.Coordinator;
import io.shardkit.execute.watch.TimedQuestion;
import io.shardkit.observe.InDoubtTransaction;
import io.shardkit.options.AtomicCommits;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Commits in two phases, with the databases' own statements over their ordinary connections. All but one participant
 * prepare; that one inserts the decision into a table of its own and commits it with its part of the transaction; then
 * the others are told. Nothing but that row is needed to come to the same end after a crash, so that any process that
 * reaches the databases can. Thread-safe.
 *
 * <p>The idea of a decision that is committed where data lie anyway is that of the last resource of two-phase commit
 * ("last resource gambit"; J. Gray, A. Reuter, Transaction Processing, 1993), with the decision in it, so that it is no
 * gamble.
 */
public final class AtomicProtocol implements CommitProtocol, AutoCloseable {
    private static final String PROPERTY = "sharding.data-sources.";

    private final List<AtomicDatabase> databases;
    private final TwoPhase statements;
    private final Recovery recovery;
    private final @Nullable CommitFence fence;
    private final CommitGate gate;

    private AtomicProtocol(
            List<AtomicDatabase> databases,
            TwoPhase statements,
            Recovery recovery,
            @Nullable CommitFence fence,
            CommitGate gate) {
        this.databases = databases;
        this.statements = statements;
        this.recovery = recovery;
        this.fence = fence;
        this.gate = gate;
    }

    /**
     * Makes the databases ready, and begins to look for what earlier processes have left.
     *
     * @param defaults the state in which the connections of each data source come
     * @param fence keeps reads away from commits that are half done, or null if they may meet
     * @param gate holds commits over several data sources
     * @throws ShardingConfigurationException if a database cannot take part
     */
    public static AtomicProtocol open(
            Databases databases,
            List<ConnectionDefaults> defaults,
            AtomicCommits options,
            @Nullable CommitFence fence,
            CommitGate gate) {
        Dialect dialect = databases.dialect();
        List<AtomicDatabase> opened = new ArrayList<>();
        for (int i = 0; i < databases.size(); i++) {
            String table = table(options.table(), defaults.get(i), dialect);
            AtomicDatabase database =
                    open(databases.names().get(i), databases.dataSources().get(i), dialect.twoPhase(), table, options);
            checkName(database, opened);
            opened.add(database);
        }
        Recovery recovery = new Recovery(opened, options.recoverAfter());
        recovery.start();
        return new AtomicProtocol(List.copyOf(opened), dialect.twoPhase(), recovery, fence, gate);
    }

    /**
     * The same over the data sources of another rule. What is in doubt on any of them is looked for by both until {@link
     * #leave}.
     *
     * @param defaults the state in which the connections of each data source come
     * @throws ShardingConfigurationException if a database cannot take part
     */
    public AtomicProtocol over(Databases others, List<ConnectionDefaults> defaults, AtomicCommits options) {
        List<AtomicDatabase> opened = new ArrayList<>();
        for (int i = 0; i < others.size(); i++) {
            String name = others.names().get(i);
            DataSource pool = others.dataSources().get(i);
            AtomicDatabase known = recovery.covered(name, pool);
            AtomicDatabase database = known == null
                    ? open(name, pool, statements, table(options.table(), defaults.get(i), others.dialect()), options)
                    : known;
            checkName(database, opened);
            opened.add(database);
        }
        recovery.cover(opened);
        return new AtomicProtocol(List.copyOf(opened), statements, recovery, fence, gate);
    }

    /** Looks no more at a data source that no rule has, once nothing is in doubt that it takes part in or decides. */
    public void leave(String name, DataSource pool) {
        AtomicDatabase database = recovery.covered(name, pool);
        if (database != null) {
            recovery.leave(database);
        }
    }

    /** Returns true if a data source is looked at. */
    public boolean covers(String name, DataSource pool) {
        return recovery.covered(name, pool) != null;
    }

    /**
     * Decisions are asked for by the database's own name, which a copy of a database has as well.
     *
     * @throws ShardingConfigurationException if one of the others has the same
     */
    private static void checkName(AtomicDatabase database, List<AtomicDatabase> others) {
        for (AtomicDatabase other : others) {
            if (other.id().equals(database.id())) {
                throw new ShardingConfigurationException(
                        ErrorCode.ATOMIC_LACKING,
                        PROPERTY + database.dataSourceName(),
                        "it has the same name in its table of decisions as " + PROPERTY + other.dataSourceName()
                                + ", as a copy of a database has; when nothing is in doubt, give the copy its own by "
                                + database.renaming());
            }
        }
    }

    /** With its schema: sessions may look for tables elsewhere. */
    private static String table(String name, ConnectionDefaults defaults, Dialect dialect) {
        String schema = defaults.schema() == null ? defaults.catalog() : defaults.schema();
        return schema == null ? name : dialect.quote() + schema + dialect.quote() + "." + name;
    }

    private static AtomicDatabase open(
            String name, DataSource dataSource, TwoPhase statements, String table, AtomicCommits options) {
        Optional<SQLException> creating = Optional.empty();
        try {
            AtomicDatabase database;
            try (Connection connection = dataSource.getConnection()) {
                creating = TimedQuestion.ask(
                        connection,
                        AtomicDatabase.SECONDS,
                        () -> prepare(connection, name, statements, table, options));
                database = AtomicDatabase.open(name, dataSource, connection, statements, table);
            }
            // Over a connection of its own, which need not be a second one.
            database.prepared();
            return database;
        } catch (SQLException failure) {
            creating.ifPresent(failure::addSuppressed);
            throw new ShardingConfigurationException(
                    ErrorCode.ATOMIC_LACKING,
                    PROPERTY + name,
                    failure.getMessage() + "; its user must be able to read and write " + table
                            + ", and to list what is prepared: " + statements.createTable(table),
                    failure);
        }
    }

    /** Returns the failure to make the table, which may be there all the same: another process may have made it. */
    private static Optional<SQLException> prepare(
            Connection connection, String name, TwoPhase statements, String table, AtomicCommits options)
            throws SQLException {
        String lacks = statements.lacks(connection);
        if (lacks != null) {
            throw new ShardingConfigurationException(ErrorCode.ATOMIC_LACKING, PROPERTY + name, lacks);
        }
        if (!options.create()) {
            return Optional.empty();
        }
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute(statements.createTable(table));
            return Optional.empty();
        } catch (SQLException failure) {
            return Optional.of(failure);
        }
    }

    @Override
    public Coordinator begin() {
        return new AtomicCoordinator(databases, statements, recovery, fence, gate);
    }

    /**
     * Returns the transactions that are prepared on the databases and have not been ended by their own process, as last
     * seen.
     */
    public List<InDoubtTransaction> inDoubt() {
        return recovery.inDoubt();
    }

    /** The same, as it is now: all databases that can be reached are asked. */
    public List<InDoubtTransaction> lookForInDoubt() {
        recovery.sweep(false);
        return recovery.inDoubt();
    }

    /** Ends, as far as it can be done, what is in doubt: also what has not been so for long. */
    public List<InDoubtTransaction> recoverNow() {
        recovery.sweep(true);
        return recovery.inDoubt();
    }

    /** Ends the looking for what others have left. */
    @Override
    public void close() {
        recovery.close();
    }
}

package io.shardkit.execute.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.CopiedColumn;
import io.shardkit.dialect.facts.Storage;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.CallRunner;
import io.shardkit.execute.Databases;
import io.shardkit.execute.LogicalFailure;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.TableNames;
import io.shardkit.execute.TemporaryNames;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.scatter.RowsInMotion;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.CommitFence;
import io.shardkit.execute.transaction.Participants;
import io.shardkit.execute.transaction.TransactionRunner;
import io.shardkit.execute.transaction.TransactionRunner.Scope;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.gather.Gather;
import io.shardkit.sql.statement.Parameters;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies rows of several shards into temporary tables on one data source and runs the query there. In autocommit all of
 * it is one short transaction; in an open transaction it neither commits nor leaves anything except, on H2, empty tables
 * until the transaction ends. Thread-safe.
 */
public final class Gatherer {
    private static final Logger LOG = LoggerFactory.getLogger(Gatherer.class);

    /** Maximum number of times that rows are gathered anew because others have moved meanwhile. */
    private static final int ATTEMPTS = 10;

    /** Maximum number of times that connections which broke are replaced: a pool may have kept others of the same server. */
    private static final int REPLACEMENTS = 3;

    /** The time after which a connection that breaks is taken for one whose server did not wait any longer. */
    private static final long WAITED_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Databases databases;
    private final Dialect dialect;
    private final RowsInMotion moves;
    private final LogicalFailure logical;

    /**
     * For sessions over these databases.
     *
     * @param names from actual tables to logical names
     */
    public Gatherer(Databases databases, RowsInMotion moves, TableNames names) {
        this.databases = databases;
        this.dialect = databases.dialect();
        this.moves = moves;
        this.logical = new LogicalFailure(names, dialect);
    }

    /**
     * The answer, with the statement and the connection that it lives on.
     *
     * @param rows all of them are in memory; the temporary tables are gone
     * @param shard where they were asked for
     */
    public record Answer(ResultSet rows, ShardConnection shard) {}

    /**
     * Runs a gather.
     *
     * @param execution has the user's parameters, and the timeout for all of it
     * @param query asks the query itself
     */
    public Answer run(Execution execution, Gather gather, CallRunner<ResultSet> query) throws SQLException {
        Session session = execution.session();
        TreeSet<Integer> sources = new TreeSet<>(List.of(gather.dataSource()));
        gather.tables().forEach(table -> table.remote().forEach(call -> sources.add(call.dataSource())));
        if (session.physical().isReadOnly()
                && !session.physical().sendsNoWrites()
                && dialect.transactions().readOnlyForbidsTemporaryTables()) {
            throw ShardingExceptions.of(
                    ErrorCode.READ_ONLY, "rows cannot be gathered through a pool whose connections are read-only");
        }
        session.connections(List.copyOf(sources));
        Scope scope = Scope.of(session);
        if (scope != Scope.OWN && !gather.text().asked().isEmpty()) {
            // To keep its rows would lock those of other tables, and read later ones than the transaction sees.
            throw ShardingExceptions.of(
                    ErrorCode.UNSUPPORTED_SYNTAX,
                    "in a transaction, a common table of gathered rows that is read more than once and may have other"
                            + " rows each time; write its query in each place");
        }
        Deadline deadline = databases.deadline(execution.settings().queryTimeout());
        // Over several data sources there is no common snapshot in any case.
        String unlocked = scope == Scope.OWN && sources.size() > 1
                ? dialect.transactions().copyWithoutLocks()
                : null;
        // MariaDB's windows over tables in memory are not to be relied on: SUM(COUNT(*)) OVER () was seen to give 0.
        GatherMode mode =
                new GatherMode(!gather.windows(), unlocked, gather.sizes().readsBreak());
        CommitFence fence = moves.fence();
        int attempts = 0;
        int replacements = 0;
        boolean learned = gather.sizes().knowsWhole();
        while (true) {
            if (moves.any()) {
                // Until the commits under way have ended. It copies with locks of its own, so that none may wait for
                // it.
                fence.reading(() -> true);
            }
            long before = fence.mark();
            Map<Integer, String> names = TemporaryTableFill.names(gather, databases);
            if (replacements > 0) {
                borrow(session, List.copyOf(sources));
            }
            ShardConnection home = session.connection(gather.dataSource());
            Answer answer;
            long begun = System.nanoTime();
            try {
                answer = TransactionRunner.run(
                        session,
                        scope,
                        Participants.reading(home),
                        steps(execution, gather, query, home, mode, names, deadline));
            } catch (SQLException | RuntimeException | Error failure) {
                dropAfter(failure, home, names);
                if (learned && isTooLarge(failure)) {
                    // The sizes by which tables are copied whole or by keys may be those of other values.
                    gather.sizes().forgetWhole();
                    learned = false;
                    if (scope == Scope.OWN) {
                        continue;
                    }
                }
                if (scope == Scope.OWN
                        && replacements < REPLACEMENTS
                        && RemoteReads.isBroken(failure)
                        && replace(session, sources)) {
                    LOG.warn("Rows are gathered once more by new connections, as one broke", failure);
                    replacements++;
                    if (System.nanoTime() - begun > WAITED_NANOS) {
                        gather.sizes().foundReadsToBreak();
                    }
                    mode = mode.withReadsApart();
                    continue;
                }
                mode = next(mode, failure);
                if (mode == null) {
                    if (failure instanceof SQLException exception) {
                        throw told(exception);
                    }
                    throw failure;
                }
                continue;
            }
            boolean anew = session.reads().isTakenAnew();
            if (anew
                    ? before != CommitFence.COMMITTING && before == fence.mark()
                    : session.reads().showsRowsOnce(session.connections(List.copyOf(sources)))) {
                return answer;
            }
            answer.rows().close();
            if (!anew || ++attempts == ATTEMPTS) {
                throw RowsInMotion.missed("tables that are gathered");
            }
        }
    }

    /**
     * The mode of a gather.
     *
     * @param light whether in tables that are filled faster but cannot hold everything
     * @param unlocked what lets the transaction copy within the home without locks, or null
     * @param apart whether rows of other data sources are asked for only when those of the home are there: a server ends a
     *     read whose reader waits too long, as one does while many rows are copied within the home
     */
    private record GatherMode(boolean light, @Nullable String unlocked, boolean apart) {
        static final GatherMode PLAIN = new GatherMode(false, null, false);

        GatherMode withReadsApart() {
            return new GatherMode(light, unlocked, true);
        }
    }

    /** The mode for the failure of another mode; null if it fails in all of them. */
    private @Nullable GatherMode next(GatherMode mode, Throwable failure) {
        if (!(failure instanceof SQLException exception)) {
            return null;
        }
        boolean ofLight = dialect.temporaryTables().isLightFailure(exception);
        if (mode.light() && ofLight) {
            // There may be more rows than a table in memory holds, whose copies within the home take long.
            return new GatherMode(false, mode.unlocked(), true);
        }
        // Without what lets it copy within the home, all rows are read by plain queries, which strict modes and all
        // binary logs leave alone.
        return mode.unlocked() != null && (ofLight || dialect.temporaryTables().isStrictFailure(exception))
                ? new GatherMode(false, null, mode.apart())
                : null;
    }

    /** Borrows other connections; a pool may lend one that broke with the first one, and notice it only by that. */
    private static void borrow(Session session, List<Integer> sources) throws SQLException {
        for (int left = REPLACEMENTS; ; left--) {
            try {
                session.connections(sources);
                return;
            } catch (SQLException failure) {
                if (left == 0 || failure instanceof ShardingException || !RemoteReads.isBroken(failure)) {
                    throw failure;
                }
                LOG.debug("A pool has lent a broken connection", failure);
            }
        }
    }

    /**
     * Gives up the connections that broke, so that others are borrowed.
     *
     * @return false if the session does not survive that: something else lives on them, or the call was cancelled
     */
    private boolean replace(Session session, Set<Integer> sources) {
        List<ShardConnection> broken = sources.stream()
                .map(session.physical()::get)
                .filter(Objects::nonNull)
                .filter(ShardConnection::isDiscarded)
                .toList();
        // Reads of replicas that broke are sent to other servers.
        boolean replaced = !broken.isEmpty()
                && !session.watch().isBroken()
                && broken.stream().allMatch(each -> each.isIdle() && each.dataSource() < databases.size());
        if (replaced) {
            broken.forEach(session.physical()::evict);
        }
        return replaced;
    }

    private static boolean isTooLarge(Throwable failure) {
        return failure instanceof ShardingException refusal && refusal.errorCode() == ErrorCode.GATHER_TOO_LARGE;
    }

    /** Tells a failure in the user's words, if the database's say nothing to the user. */
    SQLException told(SQLException failure) {
        SQLException refusal;
        if (dialect.isUngroupedColumn(failure)) {
            refusal = ShardingExceptions.of(
                    ErrorCode.GROUP_BY_OVER_UNITS, "a selected column is neither a group key nor determined by one");
        } else if (dialect.temporaryTables().isOpenedTwice(failure)) {
            // A common table stands for its query wherever it is read; its copies may not be told to be equal.
            refusal = ShardingExceptions.of(
                    ErrorCode.UNSUPPORTED_SYNTAX,
                    "a common table of gathered rows that is read more than once and may have other rows each time;"
                            + " write its query in each place");
        } else {
            return logical.of(failure);
        }
        refusal.initCause(failure);
        return refusal;
    }

    /** Copies, asks and drops the tables. */
    private WriteSteps<Answer> steps(
            Execution execution,
            Gather gather,
            CallRunner<ResultSet> query,
            ShardConnection home,
            GatherMode mode,
            Map<Integer, String> names,
            Deadline deadline) {
        Session session = execution.session();
        return (connections, transaction) -> {
            if (mode.unlocked() != null) {
                home.execute(mode.unlocked());
            }
            transaction.begin(home);
            long start = System.nanoTime();
            try {
                TemporaryTableFill filling = filling(session, home, mode, names, execution.parameters(), deadline);
                filling.run(gather);
                filling.ask(gather);
                ShardCall call = asked(gather, names);
                Statement statement = query.opening().open(home, call);
                deadline.limit(statement);
                ResultSet rows = home.calling(statement, () -> query.sending().send(statement, call));
                drop(home, names);
                return new Answer(rows, home);
            } catch (SQLException | RuntimeException | Error failure) {
                session.failed(
                        failure, home, StatementKind.QUERY, gather.tables().size(), 0, start);
                throw failure;
            }
        };
    }

    /** The user's text over the temporary tables. */
    private static ShardCall asked(Gather gather, Map<Integer, String> names) {
        int[] sources = gather.text().parameterSources();
        ParameterMapping mapping = sources == null ? null : new ParameterMapping(sources, new Object[0]);
        return new ShardCall(gather.dataSource(), 0, gather.text().render(names::get), mapping);
    }

    /**
     * Makes the tables of gathers, and fills them, as a part of an open transaction.
     *
     * @param home the connection of the gathers' data source
     * @param names the tables' names
     * @param deadline of the whole statement
     */
    TemporaryTableFill filling(
            Session session, ShardConnection home, Map<Integer, String> names, Parameters parameters, Deadline deadline)
            throws SQLException {
        return filling(session, home, GatherMode.PLAIN, names, parameters, deadline);
    }

    private TemporaryTableFill filling(
            Session session,
            ShardConnection home,
            GatherMode mode,
            Map<Integer, String> names,
            Parameters parameters,
            Deadline deadline)
            throws SQLException {
        if (!session.autoCommit()) {
            session.transaction().coordinator().makesTemporaryTable(home);
        }
        return new TemporaryTableFill(
                databases,
                () -> drop(home, names),
                session,
                home,
                mode.light(),
                mode.unlocked() != null,
                mode.apart(),
                names,
                parameters,
                deadline);
    }

    /** Makes an empty temporary table, all of whose columns take NULL and are visible. */
    void create(ShardConnection home, String name, List<Column> columns) throws SQLException {
        List<CopiedColumn> copied = columns.stream()
                .map(column -> TemporaryTableFill.copied(column.visible(), true, false))
                .toList();
        new TableMaker(home, dialect).create(name, copied, "", Storage.ORDINARY);
    }

    /** Drops what a failure left, unless the connection is lost; errors join the one that led here. */
    private void dropAfter(Throwable failure, ShardConnection home, Map<Integer, String> names) {
        if (home.isLost()) {
            return;
        }
        try {
            drop(home, names);
        } catch (SQLException | RuntimeException second) {
            failure.addSuppressed(second);
        }
    }

    /**
     * Drops those of the tables that are temporary, where that does not end the transaction. A connection that keeps
     * one is not used by others again.
     */
    void drop(ShardConnection shard, Map<Integer, String> names) throws SQLException {
        String temporary = String.join(
                ", ",
                names.values().stream()
                        .filter(TemporaryNames::isTemporary)
                        .distinct()
                        .toList());
        String drop = temporary.isEmpty() ? null : dialect.temporaryTables().drop(temporary);
        if (drop != null) {
            shard.drop(drop);
        }
    }
}

package io.shardkit.execute.query;

import io.shardkit.execute.CallRunner;
import io.shardkit.execute.driver.CursorKind;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.merge.MergeSpec;
import io.shardkit.merge.RowCursor;
import io.shardkit.merge.RowLimit;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.limit.KeyedRead;
import io.shardkit.plan.limit.LockingRead;
import io.shardkit.plan.limit.RowKey;
import io.shardkit.sql.statement.Parameters;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Locks so many rows of several units and no more. Any rows: the units are read in turn until there are enough. The
 * first rows of an order: their keys are looked for without locks, and then these rows are locked, if they still meet
 * the condition; where one does not, or is passed over because others have locked it, it looks again. For one
 * execution.
 */
public final class FirstRowLocks {
    /** In which statements' rows it can be moved about. */
    public static final CursorKind SCROLLABLE =
            new CursorKind(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY, 0);

    /** Each time others changed rows between the look and the lock, so that they came further. */
    private static final int MOST_ROUNDS = 1_000;

    private final ShardExecutor executor;
    private final Session session;
    private final LockingRead read;
    private final Parameters parameters;
    private final CallRunner<ResultSet> runner;
    private final Deadline deadline;

    /** Of each answer that is open, the unit. */
    private final List<Integer> units = new ArrayList<>();

    private final List<ResultSet> answers = new ArrayList<>();

    /**
     * @param parameters those of the read
     * @param runner makes the calls that lock, whose rows can be moved about in
     */
    public FirstRowLocks(
            ShardExecutor executor,
            Session session,
            LockingRead read,
            Parameters parameters,
            CallRunner<ResultSet> runner,
            Deadline deadline) {
        this.executor = executor;
        this.session = session;
        this.read = read;
        this.parameters = parameters;
        this.runner = runner;
        this.deadline = deadline;
    }

    /**
     * Locks them.
     *
     * @param newest whether reads that lock nothing see what was committed before; else each unit locks as many of its
     *     first rows as are wanted in all
     * @throws SQLException a driver's exception, or a rollback that asks for another attempt if the rows keep changing
     */
    public void lock(boolean newest) throws SQLException {
        try {
            KeyedRead keyed = read.keyed();
            if (keyed == null) {
                inTurn();
            } else if (newest) {
                first(keyed);
            } else {
                for (ShardCall call : read.calls()) {
                    ask(call);
                }
            }
        } catch (SQLException | RuntimeException failure) {
            for (ResultSet answer : answers) {
                try {
                    answer.close();
                } catch (SQLException suppressed) {
                    failure.addSuppressed(suppressed);
                }
            }
            throw failure;
        }
    }

    /** The wanted rows, in order; {@link #keyOf} tells the key of the current one. */
    public RowCursor merged(RowLimit limit) throws SQLException {
        MergeSpec merge = read.merge();
        if (merge.order().isEmpty()) {
            return session.databases().merger().merge(merge, limit, answers);
        }
        // A row that was waited for may have been given another place meanwhile.
        int[] anyRuns = new int[answers.size()];
        Arrays.fill(anyRuns, Integer.MAX_VALUE);
        return session.databases()
                .merger()
                .mergeUnions(merge, limit, answers, answers.get(0).getMetaData(), anyRuns, false);
    }

    /** The key of the row on which the cursor stands. */
    public RowKey keyOf(RowCursor cursor) throws SQLException {
        return key(cursor, answers, units);
    }

    private void inTurn() throws SQLException {
        long left = read.limit().count();
        for (ShardCall call : read.calls()) {
            if (left > 0 || answers.isEmpty()) {
                left -= count(ask(LockingRead.limited(call, left)));
            }
        }
    }

    private static long count(ResultSet rows) throws SQLException {
        long count = rows.last() ? rows.getRow() : 0;
        rows.beforeFirst();
        return count;
    }

    private void first(KeyedRead keyed) throws SQLException {
        long wanted = read.limit().count();
        Set<RowKey> settled = new HashSet<>();
        long locked = 0;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Set<RowKey> chosen = chosen(wanted - locked, wanted + settled.size(), settled);
            if (chosen.isEmpty() && !answers.isEmpty()) {
                return;
            }
            Set<RowKey> got = lock(keyed, chosen);
            locked += got.size();
            settled.addAll(keyed.skips() ? chosen : got);
            boolean all = got.size() == chosen.size();
            if (locked == wanted || (all && chosen.size() < wanted - (locked - got.size()))) {
                return;
            }
        }
        throw new SQLTransactionRollbackException("Other transactions change the first rows all the time", "40001");
    }

    /** The first rows that are not settled yet. */
    private Set<RowKey> chosen(long most, long ofEachUnit, Set<RowKey> settled) throws SQLException {
        Set<RowKey> chosen = new LinkedHashSet<>();
        ConcurrentLinkedQueue<Statement> opened = new ConcurrentLinkedQueue<>();
        List<ShardCall> looks = read.looks(ofEachUnit);
        try {
            CallRunner<ResultSet> looking = new CallRunner<>(
                    (shard, call) -> {
                        PreparedStatement statement = shard.connection().prepareStatement(call.sql());
                        opened.add(statement);
                        Objects.requireNonNull(call.mapping()).apply(parameters, statement);
                        return statement;
                    },
                    (statement, call) -> ((PreparedStatement) statement).executeQuery(),
                    runner.parts());
            List<ResultSet> seen =
                    executor.query(session, StatementKind.QUERY, looks, looking, deadline.secondsLeft(), pace());
            List<Integer> unitOf = looks.stream().map(ShardCall::unit).toList();
            try (RowCursor cursor = session.databases().merger().merge(read.merge(), RowLimit.NONE, seen)) {
                while (chosen.size() < most && cursor.next()) {
                    RowKey row = key(cursor, seen, unitOf);
                    if (!settled.contains(row)) {
                        chosen.add(row);
                    }
                }
            }
            return chosen;
        } finally {
            for (Statement statement : opened) {
                statement.close();
            }
        }
    }

    private ParallelismChoice pace() {
        return read.pace();
    }

    /** Locks these rows where they still meet the condition, and tells which do. */
    private Set<RowKey> lock(KeyedRead keyed, Set<RowKey> rows) throws SQLException {
        Set<RowKey> locked = new HashSet<>();
        if (rows.isEmpty()) {
            // Its answer has the columns, and no rows.
            ask(keyed.lock().call(read.calls().get(0).unit(), List.of(), 0));
        }
        for (ShardCall call : read.calls()) {
            List<RowKey> own =
                    rows.stream().filter(row -> row.unit() == call.unit()).toList();
            // Where several keys are looked for by another index, InnoDB locks the rows that it passes.
            boolean apart = session.databases().dialect().transactions().locksWhatItCopies();
            for (int i = 0; i < own.size(); i += apart ? 1 : own.size()) {
                List<RowKey> together = apart ? own.subList(i, i + 1) : own;
                ResultSet answer = ask(keyed.lock().call(call.unit(), together, answers.size()));
                while (answer.next()) {
                    locked.add(keyed.row(answer, call.unit(), read.merge().hiddenColumns()));
                }
                answer.beforeFirst();
            }
        }
        return locked;
    }

    private ResultSet ask(ShardCall call) throws SQLException {
        ResultSet answer = executor.query(
                        session,
                        StatementKind.LOCKING_QUERY,
                        List.of(call),
                        runner,
                        deadline.secondsLeft(),
                        ParallelismChoice.IN_TURN)
                .get(0);
        answers.add(answer);
        units.add(call.unit());
        return answer;
    }

    @SuppressWarnings("ReferenceEquality") // the cursor stands on one of these very results
    private RowKey key(RowCursor cursor, List<ResultSet> results, List<Integer> unitOf) throws SQLException {
        ResultSet row = cursor.row();
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i) == row) {
                return Objects.requireNonNull(read.keyed())
                        .row(row, unitOf.get(i), read.merge().hiddenColumns());
            }
        }
        throw new IllegalStateException("a row of no unit");
    }
}

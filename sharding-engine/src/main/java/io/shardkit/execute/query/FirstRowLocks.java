package io.shardkit.execute.query;

import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.CursorKind;
import io.shardkit.execute.scatter.OwnCalls;
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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Locks so many rows of several units and no more. Any rows: the units are read in turn until there are enough. The
 * first rows of an order: their keys are looked for without locks, and then these rows are locked, if they still meet
 * the condition; where one does not, or is passed over because others have locked it, the next one is, and it looks again
 * if the transaction's reads see then what others have committed. For one execution.
 */
public final class FirstRowLocks {
    /** In which statements' rows it can be moved about. */
    public static final CursorKind SCROLLABLE =
            new CursorKind(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY, 0);

    /** The times at which reads that lock nothing see what others have committed. */
    public enum Sight {
        ALWAYS,
        /** Until the transaction's first statement, whose snapshot can be given up: one look is possible. */
        BEFORE_LOCKS,
        /** Each unit locks as many of its first rows as are wanted in all. */
        NEVER;

        /**
         * The sight of a session.
         *
         * @param unused whether its transaction had not used the connections yet
         */
        public static Sight of(Session session, List<ShardConnection> connections, boolean unused) throws SQLException {
            if (session.reads().seesNewest(connections.get(0).dataSource())) {
                return ALWAYS;
            }
            return unused && connections.stream().noneMatch(ShardConnection::hasBranch) ? BEFORE_LOCKS : NEVER;
        }
    }

    /** Number of rows of each unit that are looked for at once, for each wanted row: others may have locked the first. */
    private static final long AHEAD = 16;

    private static final long LEAST_AHEAD = 64;

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
     * @param connections those to the data sources of the rows
     * @throws SQLException a driver's exception, or a rollback that asks for another attempt if the rows keep changing
     */
    public void lock(Sight sight, List<ShardConnection> connections) throws SQLException {
        try {
            KeyedRead keyed = read.keyed();
            if (keyed == null) {
                inTurn();
                return;
            }
            switch (sight) {
                case ALWAYS -> first(keyed);
                case BEFORE_LOCKS -> ahead(keyed, connections);
                case NEVER -> ofEachUnit();
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

    private void ofEachUnit() throws SQLException {
        for (ShardCall call : read.calls()) {
            ask(call);
        }
    }

    /** Looks once, further than to the rows that are wanted, and goes on with those that come next. */
    private void ahead(KeyedRead keyed, List<ShardConnection> connections) throws SQLException {
        long wanted = read.limit().count();
        long most = Math.max(LEAST_AHEAD, wanted * AHEAD);
        List<RowKey> seen = new ArrayList<>(chosen(most, most, Set.of()));
        for (ShardConnection connection : connections) {
            connection.endSnapshot();
        }
        long locked = 0;
        int next = 0;
        while (locked < wanted && next < seen.size()) {
            int end = next + (int) Math.min(seen.size() - next, wanted - locked);
            List<RowKey> chosen = seen.subList(next, end);
            next = end;
            locked += lock(keyed, new LinkedHashSet<>(chosen)).size();
        }
        boolean all = seen.size() < most;
        if (locked == wanted || (all && (keyed.skips() || locked == seen.size()))) {
            if (answers.isEmpty()) {
                lock(keyed, Set.of());
            }
            return;
        }
        // Only locks find rows that came meanwhile, or lie beyond.
        closeAnswers();
        ofEachUnit();
    }

    private void closeAnswers() throws SQLException {
        for (ResultSet answer : answers) {
            answer.close();
        }
        answers.clear();
        units.clear();
    }

    /** The first rows that are not settled yet. */
    private Set<RowKey> chosen(long most, long ofEachUnit, Set<RowKey> settled) throws SQLException {
        Set<RowKey> chosen = new LinkedHashSet<>();
        List<ShardCall> looks = read.looks(ofEachUnit);
        try (OwnCalls looking = new OwnCalls(parameters, runner.parts())) {
            List<ResultSet> seen = executor.query(
                    session, StatementKind.QUERY, looks, looking.asking(), deadline.secondsLeft(), pace());
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
            // Looking for several keys by another index, InnoDB locks the rows that it passes.
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

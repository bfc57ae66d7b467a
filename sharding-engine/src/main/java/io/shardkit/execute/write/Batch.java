package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.GeneratedKeyRows;
import io.shardkit.execute.driver.KeySource;
import io.shardkit.execute.scatter.LookupReader;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.Participants;
import io.shardkit.execute.transaction.TransactionRunner;
import io.shardkit.execute.transaction.TransactionRunner.Scope;
import io.shardkit.execute.watch.Watch;
import io.shardkit.hint.ShardingHint;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Calls;
import io.shardkit.plan.FixedTimestampWrite;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.sql.statement.Parameters;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The batch of a logical statement. Its calls are put together into as few batches for the drivers as the order allows:
 * rows of one unit keep their order; the SQL of a plain statement, which may be about different tables, keeps its order
 * on each data source.
 */
public final class Batch {
    private final Execution execution;
    private final Session session;
    private final boolean prepared;
    private final List<BatchEntry> entries = new ArrayList<>();

    /** Writes by the rule of the run; entries may have been added by an earlier one. */
    private WriteRunner writes;

    /** Names of the data sources where a part of the running batch may have been committed if no answer comes, or null. */
    private @Nullable String unknown;

    /** To how many lanes the entries went that ran last. */
    private int units;

    /** Calls that must not overtake each other: those of a unit, or of a data source where entries may have any SQL. */
    private record Lane(int dataSource, int unit) {}

    /**
     * @param execution whose batch this is
     * @param prepared whether all entries have one text
     */
    public Batch(WriteRunner writes, Execution execution, boolean prepared) {
        this.writes = writes;
        this.execution = execution;
        this.session = execution.session();
        this.prepared = prepared;
    }

    /** Adds an entry. */
    public void add(Plan plan, Parameters parameters) {
        entries.add(new BatchEntry(plan, parameters, prepared ? boundEarly(plan, parameters) : null));
    }

    /** Binds a row while its values are at hand; null if that has to wait until the batch runs. */
    private @Nullable Calls boundEarly(Plan plan, Parameters parameters) {
        if (ShardingHint.current() != null) {
            // The hint of the batch's execution counts.
            return null;
        }
        try {
            BoundPlan bound = plan.bind(parameters, session.physical().preferred());
            return bound instanceof Calls calls ? calls : null;
        } catch (SQLException refused) {
            // Told when the batch runs, where it is refused again.
            return null;
        }
    }

    /** Gives all entries, which have one text, its plan if that is another one now. */
    @SuppressWarnings("ReferenceEquality") // another plan of the same text is what matters
    public void replan(Plan plan) {
        if (!entries.isEmpty() && entries.get(0).plan() != plan) {
            entries.replaceAll(entry -> new BatchEntry(plan, entry.parameters()));
        }
    }

    /**
     * Returns the number of units, or of data sources where entries may have any SQL, that the last run went to; 0 if
     * entries ran one by one.
     */
    public int units() {
        return units;
    }

    /** Forgets all entries. */
    public void clear() {
        entries.clear();
    }

    /** Runs all and forgets them, also after an error; but not if they have to be bound anew. */
    public BatchAnswer execute(WriteRunner runner, boolean large) throws SQLException {
        writes = runner;
        List<BatchEntry> rows = List.copyOf(entries);
        entries.clear();
        unknown = null;
        units = 0;
        if (rows.isEmpty()) {
            return new BatchAnswer(new long[0], null);
        }
        StoredEpoch stored = writes.stored();
        BatchEntry copies = stored == null ? null : firstOfCopies(rows);
        Watch over = execution.watchAll();
        try {
            return stored == null || copies == null
                    ? execute(rows, large)
                    : stored.keeping(execution, copies.plan(), () -> execute(rows, large));
        } catch (SQLException failure) {
            if (isToBeBoundAnew(failure)) {
                entries.addAll(rows);
                throw failure;
            }
            throw over == null ? failure : over.explained(failure, unknown);
        } finally {
            execution.unwatch(over);
        }
    }

    private static @Nullable BatchEntry firstOfCopies(List<BatchEntry> rows) {
        for (BatchEntry row : rows) {
            if (row.plan().writesCopies()) {
                return row;
            }
        }
        return null;
    }

    /** Returns true if nothing of the batch stays, and it may run by another rule, or with tables that came to be. */
    private static boolean isToBeBoundAnew(SQLException failure) {
        return StoredEpoch.isSuperseded(failure)
                || (failure instanceof ShardingException refusal && refusal.errorCode() == ErrorCode.TABLES_GREW);
    }

    private BatchAnswer execute(List<BatchEntry> rows, boolean large) throws SQLException {
        List<Calls> bound = new ArrayList<>(rows.size());
        List<Integer> timed = List.of();
        boolean together = true;
        StatementKind kind = rows.get(0).plan().kind();
        session.lastKey().inserted(null);
        for (BatchEntry row : rows) {
            BoundPlan early = ShardingHint.current() == null ? row.bound() : null;
            BoundPlan one = early == null ? execution.bind(row.plan(), row.parameters()) : early;
            if (row.plan().kind() == StatementKind.SET || row.plan().kind() == StatementKind.TRANSACTION) {
                throw ShardingExceptions.of(
                        ErrorCode.UNSUPPORTED_STATEMENT, row.plan().kind() + " in a batch");
            }
            if (one instanceof FixedTimestampWrite at) {
                timed = at.dataSources();
                one = FixedTimestamp.resolve(session, at);
            }
            if (one instanceof Calls calls && !mayMiss(calls)) {
                bound.add(calls);
            } else {
                together = false;
            }
            boolean returning = row.plan().returning() && row.plan().kind() != StatementKind.OTHER;
            if (row.plan().kind().returnsRows() || returning) {
                throw ShardingExceptions.of(ErrorCode.IS_A_QUERY, "in a batch");
            }
            kind = row.plan().kind() == StatementKind.DDL ? StatementKind.DDL : kind;
        }
        commitBeforeDdl(rows);
        if (!together) {
            return oneByOne(rows, large);
        }
        List<BatchSegment> segments = segments(rows, bound);
        unknown = commitsItself(kind, segments)
                ? segments.stream()
                        .map(segment -> session.databases().names().get(segment.dataSource()))
                        .distinct()
                        .collect(Collectors.joining(", "))
                : null;
        BatchRun run = new BatchRun(writes.executor(), execution, kind, rows, bound, segments, large);
        try {
            return timed.isEmpty() ? run.run() : FixedTimestamp.during(session, timed, run::run);
        } finally {
            if (kind == StatementKind.DDL) {
                session.transactions().tablesChanged();
            }
        }
    }

    /** True of calls whose rows may move from one unit to another while they run. */
    private boolean mayMiss(Calls calls) {
        return calls.moving() != null && writes.executor().moves().knows(calls.moving());
    }

    private void commitBeforeDdl(List<BatchEntry> rows) throws SQLException {
        long ddl = rows.stream().filter(row -> row.plan().commits()).count();
        if (ddl > 0 && ddl < rows.size() && session.transactions().endsByDdl()) {
            throw ShardingExceptions.of(
                    ErrorCode.DDL_IN_TRANSACTION, "in a batch, where it would commit the statements before it");
        }
        if (ddl > 0) {
            session.ends().commitBeforeDdl();
        }
    }

    private boolean commitsItself(StatementKind kind, List<BatchSegment> segments) {
        boolean ddl = kind == StatementKind.DDL
                && session.databases().dialect().transactions().ddlCommits();
        return ddl || (session.autoCommit() && segments.size() == 1);
    }

    /**
     * Runs the entries one by one: an entry that reads rows of several units has to see what the entries before it wrote.
     */
    private BatchAnswer oneByOne(List<BatchEntry> rows, boolean large) throws SQLException {
        long[] counts = new long[rows.size()];
        Arrays.fill(counts, Statement.EXECUTE_FAILED);
        List<Object> generated = new ArrayList<>();
        List<KeySource> reported = new ArrayList<>();
        try {
            session.transactions().checkWrite();
            TransactionRunner.run(session, Scope.of(session), Participants.ofSession(), (connections, progress) -> {
                for (int i = 0; i < counts.length; i++) {
                    BatchEntry row = rows.get(i);
                    BoundPlan bound = LookupReader.asked(
                            execution, writes.executor(), row.plan(), execution.bind(row.plan(), row.parameters()));
                    Written written =
                            writes.written(new CountedWrites(execution, row.plan(), row.parameters(), large), bound);
                    counts[i] = written.count();
                    generated.addAll(written.keys());
                    if (written.reported() != null) {
                        reported.add(written.reported());
                    }
                    progress.succeeded();
                }
                return counts;
            });
        } catch (SQLException failure) {
            if (session.autoCommit()) {
                Arrays.fill(counts, Statement.EXECUTE_FAILED);
            }
            BatchUpdateException mapped = new BatchUpdateException(
                    failure.getMessage(), failure.getSQLState(), failure.getErrorCode(), counts, failure);
            mapped.setNextException(failure.getNextException());
            throw mapped;
        }
        KeySource made = CountedWrites.madeKeys(execution, rows.get(0).plan(), generated, null);
        return new BatchAnswer(counts, reported.isEmpty() ? made : () -> joined(reported));
    }

    private static GeneratedKeyRows joined(List<KeySource> reported) throws SQLException {
        List<GeneratedKeyRows> parts = new ArrayList<>();
        for (KeySource source : reported) {
            parts.add(source.keys());
        }
        return GeneratedKeyRows.joined(parts);
    }

    private List<BatchSegment> segments(List<BatchEntry> rows, List<Calls> bound) {
        List<BatchSegment> segments = new ArrayList<>();
        Map<Lane, BatchSegment> latest = new HashMap<>();
        for (int entry = 0; entry < bound.size(); entry++) {
            BatchEntry row = rows.get(entry);
            Calls calls = bound.get(entry);
            int number = 0;
            for (ShardCall call : calls.calls()) {
                Lane lane = new Lane(call.dataSource(), prepared ? call.unit() : 0);
                BatchSegment segment = latest.get(lane);
                if (segment == null || !segment.takes(call, prepared)) {
                    segment = new BatchSegment(call, prepared);
                    segments.add(segment);
                    latest.put(lane, segment);
                }
                segment.add(new BatchStep(entry, row.plan(), row.parameters(), call, calls.rowsOf(number)));
                number++;
            }
        }
        units = latest.size();
        segments.sort(Comparator.comparingInt(BatchSegment::dataSource));
        return segments;
    }
}

package io.shardkit.execute.write;

import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.GeneratedKeyRows;
import io.shardkit.execute.driver.KeyCollector;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.driver.KeySource;
import io.shardkit.execute.driver.OpenStatement;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
import io.shardkit.plan.Calls;
import io.shardkit.plan.Calls.Counts;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import java.sql.BatchUpdateException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** One execution of a batch: its segments in order, all or nothing in autocommit if there are several. */
final class BatchRun {
    private final ShardExecutor executor;
    private final Execution execution;
    private final KeyRequest keys;
    private final Session session;
    private final StatementKind kind;
    private final List<BatchEntry> entries;
    private final List<Calls> bound;
    private final List<BatchSegment> segments;
    private final boolean large;
    private final BatchCounts counts;
    private final KeyCollector driverKeys = new KeyCollector();

    BatchRun(
            ShardExecutor executor,
            Execution execution,
            StatementKind kind,
            List<BatchEntry> entries,
            List<Calls> bound,
            List<BatchSegment> segments,
            boolean large) {
        this.executor = executor;
        this.execution = execution;
        this.session = execution.session();
        this.kind = kind;
        this.entries = entries;
        this.bound = bound;
        this.segments = segments;
        this.large = large;
        this.counts = new BatchCounts(entries.size());
        // Keys that the framework makes are not asked of the driver.
        this.keys = makesKeys() ? KeyRequest.NONE : execution.keys();
    }

    BatchAnswer run() throws SQLException {
        boolean several = segments.size() > 1;
        List<Integer> dataSources = dataSources();
        ParallelismChoice pace = pace();
        long[] result = executor.atomically(session, kind, dataSources, several, (connections, progress) -> {
            ParallelismChoice.Run run = pace.begin(connections.size(), entries.size());
            if (run.byThreads()) {
                // After a failed batch it is unknown how far the other batches under way came.
                progress.succeeded();
                inParallel(connections, progress);
                run.ended();
                return combined();
            }
            long start = System.nanoTime();
            for (int i = 0; i < segments.size(); i++) {
                runSegment(i, connections, progress, start);
                progress.succeeded();
            }
            run.ended();
            return combined();
        });
        return new BatchAnswer(result, reported());
    }

    private List<Integer> dataSources() {
        List<Integer> numbers = new ArrayList<>();
        for (BatchSegment segment : segments) {
            if (numbers.isEmpty() || numbers.get(numbers.size() - 1) != segment.dataSource()) {
                numbers.add(segment.dataSource());
            }
        }
        return numbers;
    }

    /** Returns the parallelism choice of the plan if all entries share one plan, else {@link ParallelismChoice#IN_TURN}. */
    @SuppressWarnings("ReferenceEquality") // a plan is the same object for all entries of one text
    private ParallelismChoice pace() {
        Plan plan = entries.get(0).plan();
        for (BatchEntry entry : entries) {
            if (entry.plan() != plan) {
                return ParallelismChoice.IN_TURN;
            }
        }
        return plan.pace();
    }

    private void inParallel(List<ShardConnection> connections, WriteSteps.Progress progress) throws SQLException {
        SegmentRunner runner = new SegmentRunner(progress);
        try {
            List<Sent> sent = executor.inParallel(session, kind, runner.calls, connections, runner.runner());
            for (int i = 0; i < sent.size(); i++) {
                answered(segments.get(i), sent.get(i));
            }
        } catch (SQLException failure) {
            BatchSegment failed = null;
            for (int i = 0; i < segments.size(); i++) {
                Sent sent = runner.sent.get(i);
                if (sent != null) {
                    answered(segments.get(i), sent);
                }
                failed = runner.failures.get(i) == failure ? segments.get(i) : failed;
            }
            throw failed == null ? failure : inUsersOrder(failure, failed);
        }
    }

    /** The answer of a driver to a batch. */
    private record Sent(long[] counts, @Nullable GeneratedKeyRows keys) {}

    /** Runs the segments of different data sources on different threads. */
    private final class SegmentRunner {
        private final WriteSteps.Progress progress;

        /** One for each segment, told apart by identity. */
        final List<ShardCall> calls = new ArrayList<>();

        final AtomicReferenceArray<@Nullable Sent> sent = new AtomicReferenceArray<>(segments.size());
        final AtomicReferenceArray<@Nullable SQLException> failures = new AtomicReferenceArray<>(segments.size());
        private final IdentityHashMap<ShardCall, Integer> numbers = new IdentityHashMap<>();

        SegmentRunner(WriteSteps.Progress progress) {
            this.progress = progress;
            for (BatchSegment segment : segments) {
                ShardCall first = segment.steps().get(0).call();
                ShardCall call = new ShardCall(first.dataSource(), first.unit(), first.sql(), first.mapping());
                numbers.put(call, calls.size());
                calls.add(call);
            }
        }

        CallRunner<Sent> runner() {
            return new CallRunner<>(this::open, this::send, null);
        }

        private int number(ShardCall call) {
            return Objects.requireNonNull(numbers.get(call));
        }

        private Statement open(ShardConnection shard, ShardCall call) throws SQLException {
            int number = number(call);
            try {
                return BatchRun.this.open(segments.get(number), shard, progress).statement;
            } catch (SQLException failure) {
                failures.set(number, failure);
                throw failure;
            }
        }

        private Sent send(Statement opened, ShardCall call) throws SQLException {
            int number = number(call);
            try {
                Sent answer = BatchRun.this.send(segments.get(number), opened);
                sent.set(number, answer);
                return answer;
            } catch (SQLException failure) {
                failures.set(number, failure);
                throw failure;
            }
        }
    }

    private void runSegment(int index, List<ShardConnection> connections, WriteSteps.Progress progress, long start)
            throws SQLException {
        BatchSegment segment = segments.get(index);
        ShardCall call = segment.steps().get(0).call();
        ShardConnection shard = ShardConnection.of(call, connections);
        shard.enter(null);
        try {
            answered(segment, ShardExecutor.observed(session.databases(), call, shard, () -> {
                Statement driver = open(segment, shard, progress).statement;
                shard.enter(driver);
                return send(segment, driver);
            }));
        } catch (SQLException | RuntimeException failure) {
            session.failed(failure, shard, kind, segments.size(), index, start);
            if (failure instanceof SQLException exception) {
                throw inUsersOrder(exception, segment);
            }
            throw failure;
        } finally {
            shard.leave();
        }
    }

    private OpenStatement open(BatchSegment segment, ShardConnection shard, WriteSteps.Progress progress)
            throws SQLException {
        progress.begin(shard);
        OpenStatement open = segment.viaPrepared()
                ? execution.physical().prepared(shard, segment.sql(), execution.cursor(), keys)
                : execution.physical().plain(shard, execution.cursor());
        execution.settings().apply(open, execution.driverKeepsTime());
        return open;
    }

    private Sent send(BatchSegment segment, Statement driver) throws SQLException {
        AtomicReferenceArray<@Nullable Statement> together = execution.parts();
        together.set(segment.dataSource(), driver);
        try {
            for (BatchStep step : segment.steps()) {
                addTo(driver, step);
            }
            long[] answered = large ? largeBatch(driver) : UpdateCounts.longs(driver.executeBatch());
            return new Sent(answered, keys.wanted() ? GeneratedKeyRows.read(driver) : null);
        } catch (SQLException | RuntimeException failure) {
            clear(driver, failure);
            throw failure;
        } finally {
            together.set(segment.dataSource(), null);
        }
    }

    /** Wrappers of drivers that know no large counts do nothing before they say so. */
    private static long[] largeBatch(Statement driver) throws SQLException {
        try {
            return driver.executeLargeBatch();
        } catch (UnsupportedOperationException noLargeCounts) {
            return UpdateCounts.longs(driver.executeBatch());
        }
    }

    private void addTo(Statement driver, BatchStep step) throws SQLException {
        if (driver instanceof PreparedStatement prepared) {
            Execution.apply(step.plan(), step.call(), step.parameters(), prepared);
            prepared.addBatch();
        } else {
            driver.addBatch(step.call().sql());
        }
    }

    private static void clear(Statement driver, Exception failure) {
        try {
            driver.clearBatch();
        } catch (SQLException second) {
            failure.addSuppressed(second);
        }
    }

    private void answered(BatchSegment segment, Sent sent) {
        record(segment, sent.counts());
        if (sent.keys() != null) {
            List<Long> positions = new ArrayList<>();
            for (BatchStep step : segment.steps()) {
                for (int row : step.rows()) {
                    positions.add(KeyCollector.position(step.entry(), row));
                }
            }
            driverKeys.add(sent.keys(), positions);
        }
    }

    private boolean makesKeys() {
        return bound.stream().anyMatch(Calls::generated);
    }

    private KeySource reported() {
        Plan plan = entries.get(0).plan();
        if (plan.generatedKeyColumn() == null || !makesKeys()) {
            return driverKeys;
        }
        List<Object> made = new ArrayList<>();
        for (Calls calls : bound) {
            made.addAll(calls.keys());
        }
        return CountedWrites.madeKeys(execution, plan, made, null);
    }

    private void record(BatchSegment segment, long[] answered) {
        for (int i = 0; i < answered.length && i < segment.steps().size(); i++) {
            counts.add(segment.steps().get(i).entry(), answered[i]);
        }
    }

    private long[] combined() throws SQLException {
        long[] combined = new long[entries.size()];
        for (int i = 0; i < combined.length; i++) {
            combined[i] = counts.combined(i, bound.get(i).counts());
        }
        return combined;
    }

    /** The driver's failure with the counts where the user expects them. */
    private SQLException inUsersOrder(SQLException failure, BatchSegment segment) {
        boolean ordered = segments.size() == 1 && segment.steps().size() == entries.size();
        if (ordered) {
            return failure;
        }
        if (failure instanceof BatchUpdateException partly) {
            record(segment, partly.getLargeUpdateCounts());
        }
        long[] all = new long[entries.size()];
        Arrays.fill(all, Statement.EXECUTE_FAILED);
        boolean undone = session.autoCommit();
        if (!undone) {
            int[] steps = new int[entries.size()];
            segments.forEach(each -> each.steps().forEach(step -> steps[step.entry()]++));
            for (int i = 0; i < all.length; i++) {
                List<Long> answered = counts.all(i);
                if (answered.size() == steps[i] && !answered.contains((long) Statement.EXECUTE_FAILED)) {
                    all[i] = bound.get(i).counts() == Counts.SAME ? answered.get(0) : UpdateCounts.sum(answered);
                }
            }
        }
        BatchUpdateException mapped = new BatchUpdateException(
                failure.getMessage(), failure.getSQLState(), failure.getErrorCode(), all, failure);
        mapped.setNextException(failure.getNextException());
        return mapped;
    }
}

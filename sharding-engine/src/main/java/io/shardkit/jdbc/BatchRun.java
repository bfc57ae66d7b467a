package io.shardkit.jdbc;

import io.shardkit.execute.Session;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.ShardExecutor;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.BoundPlan.Counts;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import java.sql.BatchUpdateException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** One execution of a batch: its segments in order, all or nothing in autocommit if there are several. */
final class BatchRun {
    private final ExecutingStatement statement;
    private final Session session;
    private final StatementKind kind;
    private final List<Batch.Entry> entries;
    private final List<BoundPlan> bound;
    private final List<BatchSegment> segments;
    private final boolean large;
    private final List<List<Long>> counts = new ArrayList<>();
    private final KeyCollector driverKeys = new KeyCollector();

    BatchRun(
            ExecutingStatement statement,
            StatementKind kind,
            List<Batch.Entry> entries,
            List<BoundPlan> bound,
            List<BatchSegment> segments,
            boolean large) {
        this.statement = statement;
        this.session = statement.session;
        this.kind = kind;
        this.entries = entries;
        this.bound = bound;
        this.segments = segments;
        this.large = large;
        entries.forEach(entry -> counts.add(new ArrayList<>()));
    }

    long[] run() throws SQLException {
        if (makesKeys()) {
            statement.makesKeys();
        }
        boolean several = segments.size() > 1;
        List<Integer> dataSources =
                segments.stream().map(BatchSegment::dataSource).distinct().toList();
        long[] result = statement
                .connection
                .executor()
                .atomically(session, kind, dataSources, several, (connections, progress) -> {
                    long start = System.nanoTime();
                    for (int i = 0; i < segments.size(); i++) {
                        runSegment(i, connections, start);
                        progress.succeeded();
                    }
                    return combined();
                });
        statement.keysFrom(keys());
        return result;
    }

    private void runSegment(int index, List<ShardConnection> connections, long start) throws SQLException {
        BatchSegment segment = segments.get(index);
        ShardCall call = segment.steps().get(0).call();
        ShardConnection shard = ShardExecutor.connectionOf(call, connections);
        try {
            long[] answered = ShardExecutor.observed(session.databases(), call, shard, () -> send(segment, shard));
            record(segment, answered);
        } catch (SQLException | RuntimeException failure) {
            ShardExecutor.describe(session, failure, shard, kind, segments.size(), index, start);
            if (failure instanceof SQLException exception) {
                throw inUsersOrder(exception, segment);
            }
            throw failure;
        }
    }

    private long[] send(BatchSegment segment, ShardConnection shard) throws SQLException {
        KeyRequest keys = statement.driverKeys();
        OpenStatement open = segment.viaPrepared()
                ? statement.physical.prepared(shard, segment.sql(), statement.cursor, keys)
                : statement.physical.plain(shard, statement.cursor);
        statement.settings.apply(open);
        Set<Statement> together = statement.runningTogether();
        together.add(open.statement);
        try {
            for (Batch.Step step : segment.steps()) {
                addTo(open, step);
            }
            long[] answered = large
                    ? open.statement.executeLargeBatch()
                    : Arrays.stream(open.statement.executeBatch())
                            .asLongStream()
                            .toArray();
            collectKeys(segment, open, keys);
            return answered;
        } catch (SQLException | RuntimeException failure) {
            clear(open, failure);
            throw failure;
        } finally {
            together.remove(open.statement);
        }
    }

    private void addTo(OpenStatement open, Batch.Step step) throws SQLException {
        PreparedStatement prepared = open.prepared;
        if (prepared == null) {
            open.statement.addBatch(step.call().sql());
        } else {
            Batch.Entry entry = entries.get(step.entry());
            ExecutingStatement.apply(entry.plan(), step.call(), entry.parameters(), prepared);
            prepared.addBatch();
        }
    }

    private static void clear(OpenStatement open, Exception failure) {
        try {
            open.statement.clearBatch();
        } catch (SQLException second) {
            failure.addSuppressed(second);
        }
    }

    private void collectKeys(BatchSegment segment, OpenStatement open, KeyRequest keys) throws SQLException {
        if (keys.wanted()) {
            List<Long> positions = segment.steps().stream()
                    .flatMap(step -> step.keyPositions().stream())
                    .toList();
            driverKeys.add(KeyRows.read(open.statement), positions);
        }
    }

    private boolean makesKeys() {
        return bound.stream().anyMatch(plan -> plan instanceof BoundPlan.RowInsert insert && insert.generated());
    }

    private KeySource keys() {
        String column = entries.get(0).plan().generatedKeyColumn();
        if (column == null || !makesKeys()) {
            return driverKeys;
        }
        List<Object> keys = new ArrayList<>();
        for (BoundPlan plan : bound) {
            if (plan instanceof BoundPlan.RowInsert insert) {
                keys.addAll(insert.keys());
            }
        }
        return statement.keys().wanted() ? KeyRows.generated(column, keys) : KeyRows.NONE;
    }

    private void record(BatchSegment segment, long[] answered) {
        for (int i = 0; i < answered.length && i < segment.steps().size(); i++) {
            counts.get(segment.steps().get(i).entry()).add(answered[i]);
        }
    }

    private long[] combined() throws SQLException {
        long[] combined = new long[entries.size()];
        for (int i = 0; i < combined.length; i++) {
            combined[i] = UpdateCounts.combine(counts.get(i), copies(i) ? Counts.SAME : Counts.SUM);
        }
        return combined;
    }

    private boolean copies(int entry) {
        return bound.get(entry) instanceof BoundPlan.ManyWrites writes && writes.counts() == Counts.SAME;
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
                List<Long> answered = counts.get(i);
                if (answered.size() == steps[i] && !answered.contains((long) Statement.EXECUTE_FAILED)) {
                    all[i] = copies(i) ? answered.get(0) : UpdateCounts.sum(answered);
                }
            }
        }
        BatchUpdateException mapped = new BatchUpdateException(
                failure.getMessage(), failure.getSQLState(), failure.getErrorCode(), all, failure);
        mapped.setNextException(failure.getNextException());
        return mapped;
    }
}

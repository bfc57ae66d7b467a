package io.shardkit.execute.gather;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.execute.watch.Watch;
import io.shardkit.observe.StatementListener;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.sql.statement.Parameters;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a gather reads from the units to write them elsewhere: each data source's are read by a task on the
 * executor while others are written, or by the caller where no task has begun. They are written in the order of the
 * data sources. All methods are for one thread, which has to call {@link #stop} at the end.
 */
final class RemoteReads {
    /** Milliseconds between the writer's looks whether a share has failed or is given up. */
    private static final long LOOK_MILLIS = 50;

    private final Databases databases;
    private final Session session;
    private final Parameters parameters;
    private final Deadline deadline;
    private final RowBudget budget;
    private final List<Share> shares = new ArrayList<>();
    private final long start = System.nanoTime();
    private final Watch watch;
    private final StatementListener listener;

    /** Statement that the calls belong to, as the listener says on the caller's thread. */
    private final @Nullable Object statement;

    private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();
    private volatile boolean stopped;

    /** The first failure. */
    private record Failure(Share share, Throwable cause) {}

    /** A call, and what writes its rows. */
    record Pull(ShardCall call, CopyWriter writer) {}

    /** A message of a share: rows, or the end. */
    private record Event(CopyWriter.@Nullable Chunk rows) {
        static final Event END = new Event(null);
    }

    /**
     * @param pulls the calls, those of a data source in the order in which their rows are written
     * @param budget of the rows of all calls
     */
    RemoteReads(
            Databases databases,
            Session session,
            List<Pull> pulls,
            Parameters parameters,
            Deadline deadline,
            RowBudget budget)
            throws SQLException {
        this.databases = databases;
        this.session = session;
        this.parameters = parameters;
        this.deadline = deadline;
        this.budget = budget;
        this.listener = databases.options().listener();
        this.statement = listener.statement();
        this.watch = Objects.requireNonNull(session.watch().current());
        Map<Integer, List<Pull>> bySource = new TreeMap<>();
        pulls.forEach(pull -> bySource.computeIfAbsent(pull.call().dataSource(), none -> new ArrayList<>())
                .add(pull));
        List<ShardConnection> connections = session.connections(List.copyOf(bySource.keySet()));
        for (ShardConnection connection : connections) {
            shares.add(new Share(connection, bySource.getOrDefault(connection.dataSource(), List.of())));
        }
    }

    /** Begins to read all shares but that of the home, whose connection is the caller's. */
    void start(int home) {
        for (Share share : shares) {
            if (share.shard.dataSource() != home) {
                try {
                    databases.options().executor().execute(share);
                } catch (RejectedExecutionException busy) {
                    // The caller takes what is left.
                    return;
                }
            }
        }
    }

    /** Writes all rows; the first failure of a share ends that. */
    void write() throws SQLException {
        for (Share share : shares) {
            share.run();
            while (!share.ended) {
                Event event = next(share);
                share.ended = event != null && event.rows() == null;
                Failure first = failure.get();
                if (first != null) {
                    throw failed(first.share(), first.cause());
                }
                if (event != null && event.rows() != null) {
                    event.rows().write();
                }
            }
        }
    }

    /** Returns the next event of a share; null if the share says nothing for a while. */
    private @Nullable Event next(Share share) throws SQLException {
        try {
            Event event = share.events.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            if (event == null && watch.isGivenUp()) {
                throw ShardingExceptions.of(ErrorCode.DEADLINE_PASSED, "");
            }
            return event;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            SQLException interrupted = ShardingExceptions.of(ErrorCode.INTERRUPTED, "");
            session.failed(interrupted);
            throw interrupted;
        }
    }

    private SQLException failed(Share share, Throwable cause) {
        int all = shares.stream().mapToInt(each -> each.pulls.size()).sum();
        int done = shares.stream().mapToInt(each -> each.done).sum();
        session.failed(cause, share.shard, StatementKind.QUERY, all, done, start);
        if (cause instanceof SQLException exception) {
            return exception;
        }
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        throw new IllegalStateException(cause);
    }

    /** Ends what still reads; no connection is in use by a task when this returns, but such as were taken away. */
    void stop() {
        stopped = true;
        boolean interrupted = false;
        boolean waited = false;
        for (Share share : shares) {
            boolean idle = share.claimed.compareAndSet(false, true);
            while (!idle && !share.ended) {
                if (!waited) {
                    watch.fail();
                    waited = true;
                }
                try {
                    // Rows that were read before are dropped.
                    Event event = share.events.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                    share.ended = event == null ? watch.isGivenUp() : event.rows() == null;
                } catch (InterruptedException stop) {
                    interrupted = true;
                }
            }
        }
        if (waited) {
            watch.recover();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The reads of one data source. */
    private final class Share implements Runnable {
        private final ShardConnection shard;
        private final List<Pull> pulls;
        private final AtomicBoolean claimed = new AtomicBoolean();
        private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
        private volatile int done;

        /** Of the thread that writes. */
        private boolean ended;

        Share(ShardConnection shard, List<Pull> pulls) {
            this.shard = shard;
            this.pulls = pulls;
        }

        /** Reads all rows of the share unless another thread does. */
        @Override
        public void run() {
            if (!claimed.compareAndSet(false, true)) {
                return;
            }
            shard.enter(null);
            CopyWriter writer = null;
            CopyWriter.Collector rows = null;
            try {
                for (int i = 0; i < pulls.size() && !stopped; i++) {
                    Pull pull = pulls.get(i);
                    if (rows == null || pull.writer() != writer) {
                        hand(rows);
                        writer = pull.writer();
                        rows = writer.collector();
                    }
                    ShardCall call = pull.call();
                    try (TextCall part = TextCall.open(shard.connection(), call.sql(), call.mapping(), parameters)) {
                        deadline.limit(part.statement());
                        shard.enter(part.statement());
                        if (stopped) {
                            throw new SQLException("another part of the gather has failed");
                        }
                        long asked = System.nanoTime();
                        ResultSet result = null;
                        if (listener != StatementListener.NONE) {
                            listener.shardCallStarted(statement, shard.name(), call.sql());
                        }
                        try {
                            result = part.query();
                        } finally {
                            told(call, asked, result == null);
                        }
                        read(result, rows);
                    } finally {
                        shard.enter(null);
                    }
                    done = i + 1;
                }
                hand(rows);
            } catch (Throwable cause) {
                fail(cause);
            } finally {
                shard.leave();
                events.add(Event.END);
            }
        }

        private void told(ShardCall call, long asked, boolean failed) {
            if (listener != StatementListener.NONE) {
                listener.shardCalled(shard.name(), call.sql(), System.nanoTime() - asked, failed);
            }
        }

        private void read(ResultSet open, CopyWriter.Collector rows) throws SQLException {
            try (ResultSet result = open) {
                while (result.next() && !stopped) {
                    budget.take(1);
                    rows.add(result);
                    if (rows.isFull()) {
                        hand(rows);
                    }
                }
            }
        }

        private void fail(Throwable cause) {
            if (!failure.compareAndSet(null, new Failure(this, cause)) && !stopped) {
                Failure first = failure.get();
                if (first != null && first.cause() != cause) {
                    first.cause().addSuppressed(cause);
                }
            }
        }

        private void hand(CopyWriter.@Nullable Collector rows) {
            if (rows != null) {
                events.add(new Event(rows.take()));
            }
        }
    }
}

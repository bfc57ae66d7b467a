package io.shardkit.execute.gather;

import io.shardkit.dialect.driver.JdbcDriver;
import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.UnknownOutcome;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.execute.watch.Watch;
import io.shardkit.observe.StatementListener;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.sql.statement.Parameters;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows that a gather reads from the units to write them elsewhere: each data source's are read by a task on the
 * executor while others are written, or by the caller where no task has begun. They are written as they come. All methods
 * are for one thread, which has to call {@link #stop} at the end.
 */
final class RemoteReads {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteReads.class);

    /** Milliseconds between the writer's looks whether a share has failed or is given up. */
    private static final long LOOK_MILLIS = 50;

    /** The number of pieces that a share reads ahead of the writer, so that memory stays flat. */
    private static final int MOST_WAITING = 4;

    /** A driver refuses to limit rows to more. */
    private static final long MOST_LIMITED = 10_000_000;

    /** Causes further down tell nothing of a failure. */
    private static final int MOST_CAUSES = 8;

    /** The number of rows that a driver reads at once, if it reads in pieces. */
    private static final int FETCHED = 1000;

    private final Databases databases;
    private final Session session;
    private final int home;
    private final Parameters parameters;
    private final Deadline deadline;
    private final GatherBudget budget;
    private final List<Share> shares = new ArrayList<>();
    private final long start = System.nanoTime();
    private final Watch watch;
    private final StatementListener listener;

    /** Statement that the calls belong to, as the listener says on the caller's thread. */
    private final @Nullable Object statement;

    private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private volatile boolean stopped;

    /** The thread that writes. */
    private final Thread caller = Thread.currentThread();

    /** True once the tables are there to be written to; of the caller's thread. */
    private boolean writing;

    /** The first failure. */
    private record Failure(Share share, Throwable cause) {}

    /**
     * A call, and what writes its rows.
     *
     * @param few whether its rows are so few that the driver may read them at once, which lets a server use several
     *     threads
     * @param count is told of the rows and bytes
     */
    record Pull(ShardCall call, CopyWriter writer, boolean few, Count count) {}

    /** Takes the size of what a call read, when it has been read. */
    @FunctionalInterface
    interface Count {
        void read(long rows, long bytes);
    }

    /** A message of a share: rows, or its end if these are null. */
    private record Event(Share share, CopyWriter.@Nullable Chunk rows) {}

    /**
     * @param pulls the calls, those of a data source in the order in which their rows are written
     * @param home the data source that the rows are written to, by the caller
     * @param budget what may be moved
     */
    RemoteReads(
            Databases databases,
            Session session,
            int home,
            List<Pull> pulls,
            Parameters parameters,
            Deadline deadline,
            GatherBudget budget)
            throws SQLException {
        this.databases = databases;
        this.session = session;
        this.home = home;
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

    private boolean isWriter() {
        return Thread.currentThread() == caller;
    }

    /** Returns true if a failure is one of a connection that broke; Connector/J tells it by the cause alone while rows come. */
    static boolean isBroken(Throwable failure) {
        boolean broken = failure instanceof SQLException exception && UnknownOutcome.isLost(exception);
        Throwable cause = failure instanceof SQLException ? failure.getCause() : null;
        for (int depth = 0; cause != null && !broken && depth < MOST_CAUSES; depth++) {
            broken = cause instanceof IOException;
            cause = cause.getCause();
        }
        return broken;
    }

    /** Begins to read all shares but that of the home, whose connection is the caller's. */
    void start() {
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

    /** Writes the rows of the home before those of any other data source are asked for. */
    void writeHome() throws SQLException {
        writing = true;
        for (Share share : shares) {
            if (share.shard.dataSource() == home) {
                share.run();
                share.checkHome();
            }
        }
    }

    /** Writes all rows as they come; the first failure of a share ends that. */
    void write() throws SQLException {
        writing = true;
        while (shares.stream().anyMatch(share -> !share.ended)) {
            Event event = events.poll();
            Share idle = event == null ? idle() : null;
            if (idle != null) {
                idle.run();
                idle.checkHome();
            } else if (event == null) {
                event = next();
            }
            CopyWriter.Chunk rows = event == null ? null : event.rows();
            if (event != null && rows == null) {
                event.share().ended = true;
            }
            Failure first = failure.get();
            if (first != null) {
                throw failed(first.share(), first.cause());
            }
            if (event != null && rows != null) {
                rows.write();
                event.share().waiting.release();
            }
        }
    }

    /** Returns a share that no task has begun to read, or null. */
    private @Nullable Share idle() {
        return shares.stream().filter(share -> !share.claimed.get()).findFirst().orElse(null);
    }

    /** Returns the next event; null if no share says anything for a while. */
    private @Nullable Event next() throws SQLException {
        try {
            Event event = events.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
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
            share.ended |= share.claimed.compareAndSet(false, true);
            while (!share.ended) {
                if (!waited) {
                    watch.fail();
                    waited = true;
                }
                try {
                    // Rows that were read before are dropped.
                    Event event = events.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                    if (event == null) {
                        share.ended = watch.isGivenUp();
                    } else if (event.rows() == null) {
                        event.share().ended = true;
                    }
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
        private final Semaphore waiting = new Semaphore(MOST_WAITING);
        private volatile int done;

        /** Of the thread that writes. */
        private boolean ended;

        /** The failure to write what the writer itself reads, which is none of this data source. */
        private @Nullable SQLException ofHome;

        /** The rows that were read and not handed on, and their writer. */
        private CopyWriter.@Nullable Collector rows;

        private @Nullable CopyWriter writer;

        Share(ShardConnection shard, List<Pull> pulls) {
            this.shard = shard;
            this.pulls = pulls;
        }

        /** Reads all rows of the share unless another thread does; the writer's thread only when it may write them. */
        @Override
        public void run() {
            if ((isWriter() && !writing) || !claimed.compareAndSet(false, true)) {
                return;
            }
            shard.enter(null);
            boolean begun = false;
            try {
                begun = begin();
                for (int i = 0; i < pulls.size() && !stopped; i++) {
                    Pull pull = pulls.get(i);
                    CopyWriter.Collector to = collector(pull.writer());
                    ShardCall call = pull.call();
                    try (TextCall part = TextCall.open(shard.connection(), call.sql(), call.mapping(), parameters)) {
                        limit(part.statement(), pull);
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
                        read(result, to, pull.count());
                    } finally {
                        shard.enter(null);
                    }
                    done = i + 1;
                }
                hand();
            } catch (Throwable cause) {
                if (cause != ofHome) {
                    if (isBroken(cause)) {
                        // Also where another share has failed before: no later read may use it.
                        shard.discard();
                    }
                    fail(cause);
                }
            } finally {
                if (begun && !shard.isLost()) {
                    end();
                }
                shard.leave();
                events.add(new Event(this, null));
            }
        }

        /** Throws what failed where the writer itself read the share. */
        void checkHome() throws SQLException {
            if (ofHome != null) {
                throw ofHome;
            }
        }

        private CopyWriter.Collector collector(CopyWriter next) throws SQLException {
            CopyWriter.Collector collector = rows;
            if (collector == null || next != writer) {
                hand();
                writer = next;
                collector = next.collector();
                rows = collector;
            }
            return collector;
        }

        /** Begins a transaction if rows are read in pieces, and the driver does so in one only. */
        private boolean begin() throws SQLException {
            boolean begins = shard.dataSource() != home
                    && driver().readsPiecesInTransactions()
                    && pulls.stream().anyMatch(pull -> !pull.few())
                    && session.autoCommit()
                    && shard.connection().getAutoCommit();
            if (begins) {
                shard.setAutoCommit(false);
            }
            return begins;
        }

        /** Ends a transaction in which nothing was written. */
        private void end() {
            try {
                shard.asking(Connection::rollback);
                shard.setAutoCommit(true);
            } catch (SQLException | RuntimeException broken) {
                // The rows that were read stay right, and an earlier failure says more; no other borrower may get it.
                LOG.debug("A transaction that read rows did not end", broken);
                shard.discard();
            }
        }

        private JdbcDriver driver() throws SQLException {
            return JdbcDrivers.named(shard.connection().getMetaData().getDriverName());
        }

        private void limit(Statement part, Pull pull) throws SQLException {
            // The home's connection writes while rows are read, so that it reads all of them at once.
            boolean ofHome = shard.dataSource() == home;
            if (!ofHome && !pull.few()) {
                part.setFetchSize(driver().fetchSize(FETCHED));
            } else if (ofHome && budget.mostRows() < MOST_LIMITED) {
                part.setMaxRows((int) budget.mostRows() + 1);
            }
            deadline.limit(part);
        }

        private void told(ShardCall call, long asked, boolean failed) {
            if (listener != StatementListener.NONE) {
                listener.shardCalled(shard.name(), call.sql(), System.nanoTime() - asked, failed);
            }
        }

        private void read(ResultSet open, CopyWriter.Collector to, Count count) throws SQLException {
            long number = 0;
            long bytes = 0;
            try (ResultSet result = open) {
                while (!stopped && result.next()) {
                    long length = to.add(result);
                    budget.take(length);
                    bytes += length;
                    number++;
                    if (to.isFull()) {
                        hand();
                    }
                }
            }
            count.read(number, bytes);
        }

        private void fail(Throwable cause) {
            if (!failure.compareAndSet(null, new Failure(this, cause)) && !stopped) {
                Failure first = failure.get();
                if (first != null && first.cause() != cause) {
                    first.cause().addSuppressed(cause);
                }
            }
        }

        private void write(CopyWriter.Chunk chunk) throws SQLException {
            try {
                chunk.write();
            } catch (SQLException failure) {
                ofHome = failure;
                throw failure;
            }
        }

        /** Hands rows to the writer, which may have to write others before. */
        private void hand() throws SQLException {
            if (rows == null) {
                return;
            }
            CopyWriter.Chunk chunk = rows.take();
            if (isWriter()) {
                write(chunk);
                return;
            }
            try {
                while (!waiting.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                    if (stopped) {
                        return;
                    }
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw ShardingExceptions.of(ErrorCode.INTERRUPTED, "");
            }
            events.add(new Event(this, chunk));
        }
    }
}

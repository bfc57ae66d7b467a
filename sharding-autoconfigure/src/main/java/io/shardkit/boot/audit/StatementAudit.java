package io.shardkit.boot.audit;

import io.shardkit.forecast.Forecasts;
import io.shardkit.options.Limits;
import io.shardkit.plan.Cost;
import io.shardkit.rule.ShardingRule;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans the statements that an application sends to its own databases by a rule, on a thread of its own. What comes faster
 * than it is planned is counted, and not planned. Thread-safe.
 */
final class StatementAudit implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(StatementAudit.class);

    /** The number of statements that may wait to be planned. */
    private static final int WAITING = 10_000;

    /** About how many bytes they may occupy. */
    private static final long HEAVIEST = 64L << 20;

    /** The number of different shapes of SQL that are counted. */
    private static final int MOST_STATEMENTS = 5_000;

    /** For how long a database that could not be asked is not asked again. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long END_SECONDS = 20;
    private static final long LOOK_MILLIS = 100;

    private final ShardingRule rule;
    private final Limits limits;
    private final BlockingQueue<Waiting> queue = new ArrayBlockingQueue<>(WAITING);
    private final LongAdder sent = new LongAdder();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong done = new AtomicLong();
    private final Thread thread;
    private volatile boolean closed;

    /** By data source. */
    private final Map<String, Forecasts> forecasts = new HashMap<>();

    /** By data source and text without values. */
    private final Map<Key, Tally> tallies = new LinkedHashMap<>();

    /** By data source that could not be asked, when it was. */
    private final Map<String, Long> failures = new HashMap<>();

    private boolean told;

    private record Waiting(Sent statement, DataSource dataSource, long bytes) {}

    private record Key(String dataSource, String sql) {}

    StatementAudit(ShardingRule rule, Limits limits) {
        this.rule = rule;
        this.limits = limits;
        thread = new Thread(this::run, "sharding-audit");
        thread.setDaemon(true);
        thread.start();
    }

    /** A statement was sent to a data source, on the caller's thread. */
    void sent(String name, DataSource dataSource, Sent statement) {
        if (Thread.holdsLock(this)) {
            // It is the audit that asks, by a DataSource that asks another one.
            return;
        }
        sent.add(statement.executions());
        long bytes = statement.weight();
        // Counted before it is queued, so that a report never misses a statement that was sent before it.
        accepted.incrementAndGet();
        if (waitingBytes.addAndGet(bytes) > HEAVIEST
                || closed
                || !queue.offer(new Waiting(statement.to(name), dataSource, bytes))) {
            waitingBytes.addAndGet(-bytes);
            accepted.decrementAndGet();
        }
    }

    private void run() {
        while (!closed || !queue.isEmpty()) {
            try {
                Waiting next = queue.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                if (next != null) {
                    waitingBytes.addAndGet(-next.bytes());
                    plan(next);
                    done.incrementAndGet();
                }
            } catch (InterruptedException stop) {
                return;
            }
        }
    }

    private synchronized void plan(Waiting waiting) {
        Sent statement = waiting.statement();
        try {
            Forecasts own = forecasts(statement.dataSource(), waiting.dataSource());
            Tally tally = tally(statement, own);
            tally.took(statement);
            boolean changes = false;
            for (Parameters row : statement.rows()) {
                Cost forecast = own.of(statement.sql(), row);
                tally.add(forecast, own, statement.sql(), row);
                changes |= Forecasts.changesTables(forecast);
            }
            if (changes) {
                own.forget();
            }
        } catch (SQLException | RuntimeException | StackOverflowError | LinkageError failure) {
            if (!told) {
                told = true;
                LOGGER.warn(
                        "A statement cannot be planned for the audit; others that cannot are counted only", failure);
            }
        }
    }

    private Forecasts forecasts(String name, DataSource dataSource) throws SQLException {
        Forecasts known = forecasts.get(name);
        if (known == null) {
            Long failed = failures.get(name);
            if (failed != null && System.nanoTime() - failed < PAUSE_NANOS) {
                throw new SQLException("The database of '" + name + "' could not be asked a moment ago");
            }
            failures.put(name, System.nanoTime());
            known = Forecasts.of(rule, dataSource, limits);
            forecasts.put(name, known);
        }
        return known;
    }

    private Tally tally(Sent statement, Forecasts own) {
        String shape = own.withoutValues(statement.sql());
        Key key = new Key(statement.dataSource(), shape);
        Tally known = tallies.get(key);
        if (known == null && tallies.size() >= MOST_STATEMENTS) {
            key = new Key(statement.dataSource(), Tally.OTHERS);
            known = tallies.get(key);
        }
        if (known == null) {
            known = new Tally(statement.dataSource(), key.sql());
            tallies.put(key, known);
        }
        return known;
    }

    /** Waits until what was sent before is planned, but not for ever. */
    private void settle() {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
        long goal = accepted.get();
        try {
            while (done.get() < Math.min(goal, accepted.get()) && System.nanoTime() < until && thread.isAlive()) {
                Thread.sleep(5);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the report as of now. */
    AuditReport report() {
        settle();
        synchronized (this) {
            List<AuditReport.Column> columns = new ArrayList<>();
            forecasts.forEach((name, own) -> columns.addAll(scores(name, own)));
            return AuditReport.of(sent::sum, List.copyOf(tallies.values()), columns);
        }
    }

    private List<AuditReport.Column> scores(String name, Forecasts own) {
        List<Tally> sent = tallies.values().stream()
                .filter(tally -> tally.dataSource().equals(name))
                .toList();
        try {
            return own
                    .score(
                            sent.stream()
                                    .flatMap(tally -> tally.samples().stream())
                                    .toList(),
                            sent.stream().mapToLong(Tally::executions).sum())
                    .stream()
                    .map(score -> new AuditReport.Column(
                            name,
                            score.column(),
                            score.tables(),
                            score.copied(),
                            score.executions(),
                            score.onOneUnit(),
                            Math.round(score.share() * 1000) / 10.0))
                    .toList();
        } catch (SQLException | RuntimeException | StackOverflowError failure) {
            LOGGER.warn("The columns of '{}' cannot be scored", name, failure);
            return List.of();
        }
    }

    /** Plans what waits, but does not begin anew. */
    @Override
    public void close() {
        settle();
        closed = true;
    }
}

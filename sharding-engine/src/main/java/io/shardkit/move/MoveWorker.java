package io.shardkit.move;

import io.shardkit.execute.watch.HelperThreads;
import io.shardkit.membership.Change;
import io.shardkit.membership.ChangeWork;
import io.shardkit.membership.Membership;
import io.shardkit.membership.RuleChange;
import io.shardkit.observe.StatementListener;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes up moves that no worker holds. Each instance has one; of all instances one holds a move at a time. Thread-safe.
 */
@API(status = API.Status.INTERNAL)
public final class MoveWorker implements ChangeWork, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MoveWorker.class);

    /** Requests to the worker of a move. */
    static final String CANCEL = "cancel";

    static final String HALT = "halt";
    static final String RESUME = "resume";
    static final String SWITCH = "switch";
    static final String BACK = "back";
    static final String COMPLETE = "complete";

    /** The longest time that the end of an instance waits for a step of a move. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Membership membership;
    private final UnitTables tables;
    private final UnaryOperator<String> lagging;
    private final Runnable recovery;
    private final StatementListener listener;
    private final ScheduledThreadPoolExecutor clock;
    private final Map<String, MoveRun> runs = new ConcurrentHashMap<>();
    private final Map<MoveRun, Thread> threads = new ConcurrentHashMap<>();
    private volatile HeldSteps steps;

    MoveWorker(
            Membership membership,
            UnitTables tables,
            UnaryOperator<String> lagging,
            Runnable recovery,
            StatementListener listener) {
        this.membership = membership;
        this.tables = tables;
        this.steps = new HeldSteps(tables);
        this.lagging = lagging;
        this.recovery = recovery;
        this.listener = listener;
        this.clock = new ScheduledThreadPoolExecutor(1, task -> HelperThreads.daemon(task, "shardkit-move-lease"));
        clock.setRemoveOnCancelPolicy(true);
    }

    /** Has moves that are taken up from now on switch by other steps. */
    void switchBy(Function<UnitTables, HeldSteps> others) {
        steps = others.apply(tables);
    }

    @Override
    public void finish(Change change) throws SQLException {
        if (MoveOperation.isOne(change.operation())) {
            tables.publish(MoveOperation.parse(change.operation()));
        }
    }

    @Override
    public void wake() {
        runs.values().forEach(MoveRun::wake);
        try {
            clock.execute(this::takeUp);
        } catch (RejectedExecutionException closed) {
            LOG.debug("The instance ends", closed);
        }
    }

    private void takeUp() {
        try {
            for (Change each : RuleChange.all(membership)) {
                if (each.expired() && MoveOperation.isOne(each.operation())) {
                    takeUp(each);
                }
            }
        } catch (SQLException | RuntimeException failure) {
            LOG.warn("Moves could not be looked for", failure);
        }
    }

    private void takeUp(Change change) throws SQLException {
        RuleChange hold = RuleChange.take(membership, change.number());
        if (hold == null) {
            return;
        }
        // Read once more: the worker before may have written it until now.
        Change held = hold.stored();
        if (held == null) {
            return;
        }
        MoveLease lease;
        try {
            lease = new MoveLease(hold, held, clock);
        } catch (RejectedExecutionException closed) {
            // The instance ends: another one need not wait for its lease.
            hold.release();
            return;
        }
        MoveOperation operation = MoveOperation.parse(held.operation());
        MoveRun before = runs.get(operation.id());
        if (before != null) {
            before.stop();
        }
        MoveRun run = new MoveRun(membership, lease, tables, steps, lagging, recovery, listener);
        runs.put(operation.id(), run);
        LOG.info(
                "Move {} of {} is in the hands of this instance, in the phase {}",
                operation.id(),
                operation.units(),
                operation.phase().word());
        Thread thread = HelperThreads.daemon(
                () -> {
                    try {
                        run.run();
                    } finally {
                        runs.remove(operation.id(), run);
                        threads.remove(run);
                    }
                },
                "shardkit-move-" + operation.id());
        threads.put(run, thread);
        thread.start();
    }

    /** Returns the states of the moves that this instance works on, without asking a database. */
    List<MoveState> running() {
        List<MoveState> all = new ArrayList<>();
        runs.values().forEach(run -> all.add(run.lease().moveState()));
        return all;
    }

    /** Leaves the moves to other instances. */
    @Override
    public void close() {
        clock.shutdown();
        runs.values().forEach(MoveRun::stop);
        long until = System.nanoTime() + PATIENCE_NANOS;
        for (Thread thread : threads.values()) {
            try {
                long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
                thread.join(Math.max(1, left));
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}

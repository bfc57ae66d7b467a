package io.shardkit.membership;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.watch.HelperThreads;
import io.shardkit.observe.RuleState;
import io.shardkit.rule.RuleText;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for newer rules while an instance runs, and takes part in changes: it makes the next rule when a change is armed,
 * holds transactions while it is paused, and takes the rule once it is decided. Thread-safe.
 */
public final class RuleWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RuleWatch.class);

    /** The time between two looks while the rule is about to change. */
    private static final Duration OFTEN = Duration.ofMillis(50);

    /** The time between two looks while commits are about to be held, or are. */
    private static final Duration VERY_OFTEN = Duration.ofMillis(5);

    /** The time between two looks of a statement that waits for the end of a change. */
    private static final long STEP_NANOS = Duration.ofMillis(20).toNanos();

    /** The longest time that a statement waits for the end of a change. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** The time within which a worker gives tables their names that it should not have taken. */
    private static final long HEALING_NANOS = Duration.ofSeconds(1).toNanos();

    private static final int LONGEST_PROBLEM = 1000;

    private final Membership membership;
    private final RuleFollower follower;
    private final ChangeWork work;
    private final ScheduledThreadPoolExecutor looking;
    private final ReentrantLock lock = new ReentrantLock();

    private volatile @Nullable Future<?> next;
    private volatile String problem = "";
    private volatile RuleState seen = RuleState.NONE;
    private String toldLast = "";

    /** The row of this instance as it was last written, and when. */
    private String renewed = "";

    private long renewedAt;

    /** The next rule, made ready for the change that is armed. */
    private @Nullable Armed armed;

    /** The rule of a change that is announced, once its data sources are open. */
    private @Nullable String announced;

    private Change.@Nullable State state;
    private HoldPhase hold = HoldPhase.NONE;
    private boolean unanswered;

    /** The rule that a change leads to, ready to be taken. */
    private record Armed(String text, RuleFollower.Taking taking) {}

    /** @param work does with tables what changes ask for */
    public RuleWatch(Membership membership, RuleFollower follower, ChangeWork work) {
        this.membership = membership;
        this.follower = follower;
        this.work = work;
        this.looking = new ScheduledThreadPoolExecutor(1, task -> HelperThreads.daemon(task, "shardkit-rule"));
        looking.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Looks from now on. */
    public void start() {
        try {
            see();
        } catch (SQLException failure) {
            LOG.debug("The instances are not known before the first look", failure);
        }
        schedule(membership.settings().poll());
    }

    private void schedule(Duration delay) {
        try {
            next = looking.schedule(this::lookAndGoOn, delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            LOG.debug("The instance ends", closed);
        }
    }

    private void lookAndGoOn() {
        lock.lock();
        try {
            look();
            unanswered = false;
        } catch (SQLException | RuntimeException failure) {
            if (!unanswered) {
                LOG.warn(
                        "The rule in {} could not be looked at; this instance goes on by epoch {}",
                        membership.tables().name(),
                        membership.epoch(),
                        failure);
            }
            unanswered = true;
            hold = HoldPhase.NONE;
        } finally {
            schedule(pace());
            lock.unlock();
        }
    }

    private Duration pace() {
        if (hold != HoldPhase.NONE) {
            return VERY_OFTEN;
        }
        boolean often = state == Change.State.ARMED || state == Change.State.PAUSED || state == Change.State.DECIDED;
        Duration poll = membership.settings().poll();
        return often && OFTEN.compareTo(poll) < 0 ? OFTEN : poll;
    }

    /** Returns the rule and the instances as of the last look. */
    public RuleState state() {
        return seen;
    }

    private void see() throws SQLException {
        if (membership.isJoined()) {
            seen = membership.state(problem, membership.members());
        }
    }

    /**
     * Looks now, as a statement met a table that is not there any more, and waits for the end of a change that is under
     * way.
     *
     * @return whether the statement may be run once more: another rule is in force, or a change was undone
     */
    public boolean catchUp() {
        long before = membership.epoch();
        long until = System.nanoTime() + PATIENCE.toNanos();
        boolean waited = false;
        while (true) {
            switch (outlook(before)) {
                case NEWER_RULE -> {
                    return true;
                }
                case NO_CHANGE -> {
                    return waited;
                }
                case CHANGE_AHEAD -> {
                    if (!waited) {
                        LockSupport.parkNanos(HEALING_NANOS);
                    }
                    return waited;
                }
                case CHANGING -> {
                    if (System.nanoTime() - until > 0) {
                        return false;
                    }
                    waited = true;
                    LockSupport.parkNanos(STEP_NANOS);
                }
            }
        }
    }

    /** The state of the rule, to a statement that met a table that is not there. */
    private enum Outlook {
        NEWER_RULE,
        NO_CHANGE,
        /** The table may have lost its name to a worker that was replaced, and gets it back from the one that is. */
        CHANGE_AHEAD,
        CHANGING
    }

    private Outlook outlook(long before) {
        lock.lock();
        try {
            if (membership.epoch() == before) {
                look();
            }
            if (membership.epoch() > before) {
                return Outlook.NEWER_RULE;
            }
            if (state == null) {
                return Outlook.NO_CHANGE;
            }
            return state == Change.State.PREPARED || state == Change.State.ARMED
                    ? Outlook.CHANGE_AHEAD
                    : Outlook.CHANGING;
        } catch (SQLException | RuntimeException failure) {
            LOG.warn(
                    "The rule in {} could not be looked at", membership.tables().name(), failure);
            return Outlook.NO_CHANGE;
        } finally {
            lock.unlock();
        }
    }

    private void look() throws SQLException {
        if (!membership.isJoined()) {
            joinLate();
            return;
        }
        problem = "";
        StoreTables.Latest latest = membership.tables().latest();
        Change change = latest.change();
        state = change == null ? null : change.state();
        if (latest.unheld()) {
            work.wake();
        }
        if (latest.newest() > membership.epoch()) {
            if (change != null && state == Change.State.DECIDED) {
                work.finish(change);
            }
            takeNewest();
        }
        follow(change);
        hold = latest.hold();
        if (hold == HoldPhase.HELD) {
            follower.holdCommits(CommitHold.LONGEST);
        } else {
            follower.releaseCommits();
        }
        renew();
    }

    /** While a change is near, this instance looks far more often than it has to tell that it lives. */
    private void renew() throws SQLException {
        String row = membership.epoch() + " " + word() + " " + problem;
        long now = System.nanoTime();
        if (!row.equals(renewed)
                || now - renewedAt >= membership.settings().poll().toNanos()) {
            membership.renew(word(), problem);
            renewed = row;
            renewedAt = now;
            see();
        }
    }

    private String word() {
        if (!problem.isEmpty() && hold == HoldPhase.NONE) {
            return "outdated";
        }
        if (state == Change.State.PAUSED) {
            return "paused";
        }
        if (hold != HoldPhase.NONE) {
            return hold == HoldPhase.HELD && follower.areCommitsStill() ? CommitHold.STILL : CommitHold.READY;
        }
        return armed != null ? "armed" : follower.isDraining() ? "draining" : Membership.RUNNING;
    }

    private void follow(@Nullable Change change) {
        boolean isNear = state == Change.State.ARMED || state == Change.State.PAUSED;
        if (change == null || !isNear) {
            armed = null;
            follower.release();
            announce(change);
            return;
        }
        arm(change);
        if (state == Change.State.PAUSED && armed != null) {
            RuleText now = membership.running().text();
            follower.hold(
                    now.changedTables(change.rule()), membership.settings().pause());
        } else {
            follower.release();
        }
    }

    /** Opens the data sources of a change that is announced: before its rows are copied it is known who lacks them. */
    private void announce(@Nullable Change change) {
        if (change == null || state == Change.State.SWITCHED) {
            announced = null;
            follower.withdraw();
        } else if (state == Change.State.PREPARED && !change.text().equals(announced)) {
            try {
                follower.announce(membership.next(change));
                announced = change.text();
            } catch (ShardingConfigurationException failure) {
                announced = null;
                outdated(failure);
            }
        }
    }

    private void arm(Change change) {
        if (armed != null && armed.text.equals(change.text())) {
            return;
        }
        try {
            armed = new Armed(change.text(), follower.prepare(membership.next(change)));
        } catch (ShardingConfigurationException failure) {
            armed = null;
            outdated(failure);
        }
    }

    private void outdated(ShardingConfigurationException failure) {
        String why = String.valueOf(failure.getMessage());
        String told = why.substring(0, Math.min(LONGEST_PROBLEM, why.length()));
        if (!told.equals(toldLast)) {
            LOG.error("This instance cannot run by the next rule and goes on by epoch {}", membership.epoch(), failure);
        }
        problem = told;
        toldLast = told;
    }

    private void takeNewest() {
        long before = membership.epoch();
        try {
            Membership.Running newest = membership.newest();
            Armed ready = armed;
            boolean isReady = ready != null && RuleText.parse(ready.text).equals(newest.text());
            RuleFollower.Taking taking = isReady && ready != null ? ready.taking : follower.prepare(newest.rule());
            taking.take(membership.storedEpoch(newest.epoch()));
            membership.take(newest);
            armed = null;
            toldLast = "";
            LOG.info("This instance runs by epoch {} of the rule, after epoch {}", newest.epoch(), before);
        } catch (ShardingConfigurationException failure) {
            outdated(failure);
        }
    }

    private void joinLate() {
        ShardMap before = membership.rule();
        try {
            ShardMap now = membership.join();
            if (!now.equals(before) || membership.isJoined()) {
                follower.prepare(now).take(membership.storedEpoch());
            }
        } catch (ShardingConfigurationException failure) {
            if (failure.errorCode() != ErrorCode.RULE_DIFFERS) {
                throw failure;
            }
            LOG.error("This instance answers no statement any more", failure);
            follower.stop(failure);
            looking.shutdown();
        }
    }

    /** Looks no more. */
    @Override
    public void close() {
        Future<?> look = next;
        if (look != null) {
            look.cancel(false);
        }
        // A look under way goes on to its end: its connection goes back to the pool as it came.
        looking.shutdown();
        try {
            if (lock.tryLock(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
                lock.unlock();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}

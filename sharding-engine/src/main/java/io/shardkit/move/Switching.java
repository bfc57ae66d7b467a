package io.shardkit.move;

import io.shardkit.membership.Change;
import io.shardkit.membership.Member;
import io.shardkit.membership.Membership;
import io.shardkit.membership.OpenWritersException;
import io.shardkit.move.MoveOperation.Figure;
import io.shardkit.move.table.ForeignKeys;
import io.shardkit.move.table.LastChanges.RowsDifferException;
import io.shardkit.move.table.TableCopy;
import io.shardkit.move.table.TableMove;
import io.shardkit.observe.StatementListener;
import io.shardkit.observe.SwitchEnded;
import io.shardkit.rule.RuleText;
import io.shardkit.rule.UsedNames;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Switches all instances to where the units of a move are to be: arm, pause, fence, drain, decide. Before the decision
 * everything can be undone, with no effect but that transactions were held; after it there is only forward. Used by one
 * thread.
 */
final class Switching {
    private static final Logger LOG = LoggerFactory.getLogger(Switching.class);

    /** The time between two looks at the members. */
    private static final long STEP_NANOS = Duration.ofMillis(10).toNanos();

    /** The longest time that a member may take to make ready; one that does not is kept away by the fence. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A member that has been silent for so many times the time between two looks is not waited for. */
    private static final int LOOKS = 3;

    private static final long LEAST_SILENCE_MILLIS = 2_000;

    /** Groups of sources whose last changes are followed side by side: their connections are held until that is done. */
    private static final int MOST_GROUPS = 2;

    /** The part of the pause that the members may take to begin theirs. */
    private static final int PART_OF_PAUSE = 4;

    private static final int STEPS_AHEAD = 5;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Membership membership;
    private final MoveLease lease;
    private final UnitTables tables;
    private final HeldSteps steps;
    private final JoiningRows copies;
    private final BySource parallel;
    private final Runnable recovery;
    private final StatementListener listener;

    /** Set if source and target were found to differ in the last attempt. */
    private boolean differ;

    /** Set if a database did not alter a table in the last attempt. */
    private boolean refused;

    Switching(
            Membership membership,
            MoveLease lease,
            UnitTables tables,
            HeldSteps steps,
            JoiningRows copies,
            BySource parallel,
            Runnable recovery,
            StatementListener listener) {
        this.membership = membership;
        this.lease = lease;
        this.tables = tables;
        this.steps = steps;
        this.copies = copies;
        this.parallel = parallel;
        this.recovery = recovery;
        this.listener = listener;
    }

    /**
     * Tries once.
     *
     * @param before the rows of all units, which are nearly up to date
     * @return false if it had no effect; the reason is told in the state of the move
     * @throws SQLException if a step failed; the change tells how far it had come
     */
    boolean attempt(List<UnitRows> before) throws SQLException {
        differ = false;
        refused = false;
        if (!lease.save(operation -> operation.nextAttempt().counting(Figure.SWITCHES))) {
            return false;
        }
        MoveOperation operation = lease.operation();
        // Prepared branches of transactions hold tables for as long as nothing ends them.
        recovery.run();
        List<UnitRows> rows = new ArrayList<>();
        if (operation.oneWay().isEmpty()) {
            for (TableMove back : tables.wayBack(operation)) {
                UnitRows.openWayBack(back);
            }
        }
        for (TableMove ahead : operation.isInPlace() ? List.<TableMove>of() : tables.ahead(operation)) {
            rows.add(before.get(rows.size()).of(ahead));
        }
        ForeignKeys foreignKeys = tables.foreignKeys(operation);
        List<PlaceRows> places = PlaceRows.of(rows, MOST_GROUPS);
        tables.arm(operation);
        if (!lease.rebase(this::next) || !lease.advance(Change.State.PREPARED, Change.State.ARMED)) {
            return false;
        }
        try {
            lease.hurry(true);
            if (!areArmed()) {
                tables.disarm(operation);
                lease.advance(Change.State.ARMED, Change.State.PREPARED);
                return false;
            }
            parallel.runEach(places, each -> each.prepareLast(foreignKeys, STEPS_AHEAD));
            return paused(operation, places, foreignKeys);
        } finally {
            places.forEach(PlaceRows::close);
            lease.hurry(false);
        }
    }

    /** Returns true if source and target were found to differ in the last attempt. */
    boolean foundDifferences() {
        return differ;
    }

    /** Returns true if a database did not alter a table in the last attempt, for a reason that does not pass by itself. */
    boolean wasRefused() {
        return refused;
    }

    /** Returns the newest rule with the units where they are after the switch. */
    private RuleText next(RuleText newest) {
        return lease.operation().next(newest, membership::next);
    }

    private boolean areArmed() throws SQLException {
        List<Member> unready = waitFor(PATIENCE, member -> member.state().equals("armed"), true);
        List<String> problems = unready.stream()
                .filter(member -> !member.problem().isEmpty())
                .map(member -> member.instance() + ": " + member.problem())
                .toList();
        if (problems.isEmpty()) {
            if (!unready.isEmpty()) {
                LOG.warn("Move {} does not wait for {}", lease.operation().id(), names(unready));
            }
            return !lease.isLost();
        }
        String message = "not all instances can run by the next rule: " + String.join("; ", problems);
        LOG.warn("Move {} cannot switch: {}", lease.operation().id(), message);
        lease.update(operation -> operation.saying(message));
        return false;
    }

    private static List<String> names(List<Member> members) {
        return members.stream().map(Member::instance).toList();
    }

    /** Waits for the members, and returns those that are not as they should be. */
    private List<Member> waitFor(Duration longest, Predicate<Member> isReady, boolean endsAtProblems)
            throws SQLException {
        long until = System.nanoTime() + longest.toNanos();
        long silence = LEAST_SILENCE_MILLIS
                + membership.settings().poll().multipliedBy(LOOKS).toMillis();
        while (true) {
            List<Member> unready =
                    lease.change().members().stream().filter(isReady.negate()).toList();
            boolean isAwaited = unready.stream().anyMatch(member -> member.silentMillis() < silence);
            boolean hasProblem =
                    unready.stream().anyMatch(member -> !member.problem().isEmpty());
            if (!isAwaited || (endsAtProblems && hasProblem) || lease.isLost() || System.nanoTime() > until) {
                return unready;
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
    }

    private boolean paused(MoveOperation operation, List<PlaceRows> rows, ForeignKeys foreignKeys) throws SQLException {
        long start = System.nanoTime();
        if (!lease.advance(Change.State.ARMED, Change.State.PAUSED)) {
            return false;
        }
        List<String> holders = new ArrayList<>();
        String why;
        try (TableCopy.Locks locks = tables.copyLocks()) {
            why = notDecided(operation, rows, foreignKeys, start, locks, holders);
        }
        // Tables get their names by other connections, which a small pool may not have beside these.
        rows.forEach(PlaceRows::close);
        long nanos = System.nanoTime() - start;
        long millis = nanos / NANOS_PER_MILLI;
        listener.switchEnded(new SwitchEnded(operation.id(), !why.isEmpty(), nanos, holders));
        lease.update(now -> now.with(Figure.PAUSE_MILLIS, millis));
        if (why.isEmpty()) {
            finish();
            LOG.info("Move {} of {} is switched after a pause of {} ms", operation.id(), operation.units(), millis);
            return true;
        }
        undo();
        String message = "switch undone after " + millis + " ms: " + why;
        LOG.warn("Move {}: {}{}", operation.id(), message, holders.isEmpty() ? "" : ", held by " + holders);
        lease.update(now -> now.saying(message).heldBy(holders).counting(Figure.UNDONE));
        return false;
    }

    /** Decides once all is done that is to be done before; returns why that was not possible, or an empty text. */
    private String notDecided(
            MoveOperation operation,
            List<PlaceRows> rows,
            ForeignKeys foreignKeys,
            long start,
            TableCopy.Locks locks,
            List<String> holders)
            throws SQLException {
        String why;
        try {
            why = drained(operation, rows, foreignKeys, start, locks, holders);
        } catch (SQLException failure) {
            differ = failure instanceof RowsDifferException;
            refused = operation.isInPlace() && !Passing.is(failure);
            why = String.valueOf(failure.getMessage());
            LOG.debug("Move {} could not be switched", operation.id(), failure);
        }
        if (!why.isEmpty()) {
            return why;
        }
        try {
            return lease.decide(this::next) == 0 ? "it was asked to stop, or another worker has taken it over" : "";
        } catch (OpenWritersException open) {
            return String.valueOf(open.getMessage());
        }
    }

    /** Does what is to be done while transactions are held; returns why the change can't be decided, or an empty text. */
    private String drained(
            MoveOperation operation,
            List<PlaceRows> rows,
            ForeignKeys foreignKeys,
            long start,
            TableCopy.Locks locks,
            List<String> holders)
            throws SQLException {
        Duration guard = membership.settings().pause();
        waitFor(guard.dividedBy(PART_OF_PAUSE), member -> !member.state().equals("armed"), false);
        long held = System.nanoTime();
        String why = steps.fence(operation, holders);
        if (!why.isEmpty()) {
            return why;
        }
        long fenced = System.nanoTime();
        steps.alter(operation);
        long until = start + guard.toNanos();
        parallel.runEach(rows, each -> steps.followLast(each, until));
        for (PlaceRows each : rows) {
            steps.raiseCounters(each);
        }
        why = steps.copies(copies, locks, holders);
        if (!why.isEmpty()) {
            return why;
        }
        for (PlaceRows each : rows) {
            each.makeForeignKeys(foreignKeys);
        }
        long drained = System.nanoTime();
        LOG.debug(
                "Move {}: instances paused after {} ms, tables renamed after {} ms more, last changes followed after {}"
                        + " ms more",
                operation.id(),
                (held - start) / NANOS_PER_MILLI,
                (fenced - held) / NANOS_PER_MILLI,
                (drained - fenced) / NANOS_PER_MILLI);
        if (drained > until) {
            return "the last changes took longer than the pause of " + guard.toMillis() + " ms";
        }
        return unseen(operation, until, holders);
    }

    /**
     * Makes sure that no instance which runs by an earlier rule, and finds tables under the names that they had by it,
     * sees their rows as they were meanwhile; returns why it may, or an empty text.
     */
    private String unseen(MoveOperation operation, long until, List<String> holders) throws SQLException {
        List<String> others = lease.change().others();
        if (others.isEmpty()) {
            return "";
        }
        UsedNames used = new UsedNames(membership.allRules());
        boolean isNew = operation.changes().stream()
                .flatMap(change -> change.to().stream())
                .noneMatch(target -> used.isKnown(target.toString()));
        if (isNew) {
            return "";
        }
        List<String> left;
        try {
            left = steps.oldSnapshots(operation, until);
        } catch (SQLException failure) {
            return others + " may run by an earlier rule, and transactions of theirs cannot be looked for: "
                    + failure.getMessage() + "; give the account the right to see them, which docs/growing.md names, or"
                    + " delete the rows of these instances from the table of members once they have ended";
        }
        holders.addAll(left);
        return left.isEmpty()
                ? ""
                : others + " may run by an earlier rule, and the target has transactions that may be theirs, in which"
                        + " rows would be as they were before";
    }

    /** Gives the tables their names back; does nothing if another worker holds the move, which then does it. */
    void undo() throws SQLException {
        lease.advance(Change.State.PAUSED, Change.State.UNDOING);
        if (lease.state() == Change.State.UNDOING) {
            List<String> altered = tables.undoAlter(lease.operation());
            tables.unpark(lease.operation());
            if (!altered.isEmpty()) {
                LOG.warn(
                        "Move {}: {} stay altered until the others can be",
                        lease.operation().id(),
                        altered);
            }
            lease.advance(Change.State.UNDOING, Change.State.PREPARED);
        }
    }

    /** Gives the tables of a decided change their names, and keeps the way back. */
    void finish() throws SQLException {
        tables.publish(lease.operation());
        tables.disarm(lease.operation());
        long epoch = membership.newestEpoch();
        lease.keep(Change.State.DECIDED, operation -> operation.switched().with(Figure.EPOCH, epoch));
    }
}

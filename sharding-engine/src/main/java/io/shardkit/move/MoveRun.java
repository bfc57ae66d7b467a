package io.shardkit.move;

import io.shardkit.membership.Change;
import io.shardkit.membership.Membership;
import io.shardkit.move.MoveOperation.Figure;
import io.shardkit.move.table.Copy;
import io.shardkit.move.table.Fence;
import io.shardkit.move.table.Follow;
import io.shardkit.move.table.Journal;
import io.shardkit.move.table.Progress;
import io.shardkit.move.table.Progress.MoveTakenOverException;
import io.shardkit.move.table.TableMove;
import io.shardkit.move.table.TargetTables;
import io.shardkit.observe.RowsCopied;
import io.shardkit.observe.StatementListener;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker's work on one move, from whichever step another worker had come to: everything is found in the databases and in
 * the store. Used by one thread.
 */
final class MoveRun implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(MoveRun.class);
    private static final long IDLE_MILLIS = 500;
    private static final long LONGEST_PAUSE_MILLIS = 10_000;
    private static final int STEPS_BETWEEN = 20;

    private final MoveLease lease;
    private final UnitTables tables;
    private final JoiningRows copies;
    private final Switching switching;
    private final String instance;
    private final UnaryOperator<String> lagging;
    private final BySource parallel;
    private final OnlineAlters online;
    private final StatementListener listener;
    private final Semaphore woken = new Semaphore(0);

    /** The rows of all units, as far as they were taken over; null before that. */
    private @Nullable List<UnitRows> rows;

    private boolean verified;
    private boolean waits;
    private boolean isOver;
    private int failures;
    private volatile boolean stopped;

    /** @param lagging returns a replica of a data source that lags, in words; an empty text if none does */
    MoveRun(
            Membership membership,
            MoveLease lease,
            UnitTables tables,
            HeldSteps steps,
            UnaryOperator<String> lagging,
            Runnable recovery,
            StatementListener listener) {
        this.lease = lease;
        this.lagging = lagging;
        this.listener = listener;
        this.tables = tables;
        this.instance = membership.instance();
        this.parallel = new BySource(lease);
        this.online = new OnlineAlters(lease, tables, parallel);
        this.copies = new JoiningRows(lease, tables, membership::newestRule);
        this.switching = new Switching(membership, lease, tables, steps, copies, parallel, recovery, listener);
    }

    /** Has it end soon; another worker goes on. */
    void stop() {
        stopped = true;
        lease.leave();
        wake();
    }

    /** Ends a rest, as there may be a request. */
    void wake() {
        woken.release();
    }

    MoveLease lease() {
        return lease;
    }

    @Override
    public void run() {
        try (lease) {
            work();
        } catch (MoveTakenOverException replaced) {
            LOG.info(
                    "Move {} is in the hands of another worker",
                    lease.operation().id(),
                    replaced);
        } catch (SQLException | RuntimeException failure) {
            LOG.warn("Move {} is left to another worker", lease.operation().id(), failure);
        }
    }

    private void work() throws SQLException {
        lease.update(operation -> operation.by(instance));
        try {
            while (!stopped && !isOver && !lease.isLost()) {
                step();
            }
        } catch (RuntimeException failure) {
            leave(failure);
        }
    }

    /** Leaves the move to another worker; if there is none, this instance takes it up again and again. */
    private void leave(RuntimeException failure) {
        String reason = ": " + failure.getMessage();
        if (lease.operation().message().endsWith(reason)) {
            LOG.debug("Move {} is left to another worker", lease.operation().id(), failure);
            return;
        }
        LOG.warn("Move {} is left to another worker", lease.operation().id(), failure);
        lease.update(operation -> operation.saying(instance + " leaves it to another instance" + reason));
    }

    private void step() throws SQLException {
        Change.State state;
        try {
            state = lease.state();
        } catch (SQLException failure) {
            LOG.debug("The state of move {} is not known", lease.operation().id(), failure);
            sleep(IDLE_MILLIS);
            return;
        }
        if (state == null) {
            isOver = true;
            return;
        }
        try {
            switch (state) {
                case PREPARED -> prepared();
                case ARMED -> {
                    tables.disarm(lease.operation());
                    lease.advance(Change.State.ARMED, Change.State.PREPARED);
                }
                case PAUSED, UNDOING -> switching.undo();
                case DECIDED -> switching.finish();
                case SWITCHED -> switched();
            }
            failures = 0;
        } catch (MoveTakenOverException replaced) {
            throw replaced;
        } catch (SQLException failure) {
            failed(state, failure);
        }
    }

    /** Tries again after a failure that may pass; after any other one the move waits until it is resumed or cancelled. */
    private void failed(Change.State state, SQLException failure) {
        rows = null;
        failures++;
        String message = String.valueOf(failure.getMessage());
        boolean isPassing = Passing.is(failure) || state != Change.State.PREPARED;
        LOG.warn(
                "Move {} {}: {}",
                lease.operation().id(),
                isPassing ? "goes on in a moment" : "waits until it is resumed or cancelled",
                message,
                failure);
        lease.update(operation -> isPassing
                ? operation.saying(message)
                : operation.saying(message).in(MovePhase.FAILED));
        sleep(isPassing ? Math.min(LONGEST_PAUSE_MILLIS, IDLE_MILLIS * failures) : 0);
    }

    private void prepared() throws SQLException {
        String request = lease.request();
        switch (request) {
            case MoveWorker.CANCEL -> {
                cancel();
                return;
            }
            case MoveWorker.HALT -> {
                phase(MovePhase.HALTED);
                lease.met(request);
            }
            case MoveWorker.RESUME -> resume();
            default -> {}
        }
        MovePhase phase = lease.operation().phase();
        if (phase == MovePhase.HALTED || phase == MovePhase.FAILED) {
            rows = null;
            sleep(IDLE_MILLIS);
            return;
        }
        if (lease.operation().isInPlace()) {
            alterInPlace();
            return;
        }
        List<UnitRows> all = taken();
        if (!verified) {
            copy(all);
            catchUp(all);
            verify(all);
            verified = true;
            catchUp(all);
        }
        if (parallel.isInterrupted()) {
            return;
        }
        if (lease.operation().isSwitchedByHand() && !MoveWorker.SWITCH.equals(lease.request())) {
            phase(MovePhase.READY);
            follow(all);
            sleep(IDLE_MILLIS);
            return;
        }
        if (!areVerified(all)) {
            verified = false;
            return;
        }
        copies.copy(throttle(), parallel::isInterrupted);
        if (parallel.isInterrupted()) {
            return;
        }
        phase(MovePhase.SWITCHING);
        rows = null;
        if (!switching.attempt(all)) {
            verified &= !switching.foundDifferences();
            for (UnitRows unit : all) {
                unit.dropForeignKeys();
            }
            rows = renamed(all);
            sleep(Math.min(LONGEST_PAUSE_MILLIS, IDLE_MILLIS * ++failures));
        }
    }

    private void alterInPlace() throws SQLException {
        if (lease.operation().isSwitchedByHand() && !MoveWorker.SWITCH.equals(lease.request())) {
            phase(MovePhase.READY);
            sleep(IDLE_MILLIS);
            return;
        }
        if (lease.operation().indexes() != null) {
            phase(MovePhase.ALTERING);
            if (online.run()) {
                lease.keep(Change.State.PREPARED, MoveOperation::switched);
            }
            return;
        }
        phase(MovePhase.SWITCHING);
        if (!switching.attempt(List.of())) {
            if (switching.wasRefused()) {
                phase(MovePhase.FAILED);
            }
            sleep(Math.min(LONGEST_PAUSE_MILLIS, IDLE_MILLIS * ++failures));
        }
    }

    private Consumer<List<String>> waiting(TableMove move) {
        return holders -> {
            waits = true;
            lease.update(operation -> operation
                    .saying("waits for transactions that use " + move + ", to change its triggers"
                            + (holders.isEmpty() ? "; this account cannot see whose they are" : ""))
                    .heldBy(holders));
        };
    }

    private void waited() {
        if (waits) {
            waits = false;
            lease.update(operation -> operation.saying("").heldBy(List.of()));
        }
    }

    /** Returns the same rows with the names that tables get in the last attempt. */
    private List<UnitRows> renamed(List<UnitRows> all) {
        List<UnitRows> renamed = new ArrayList<>();
        for (TableMove move : tables.ahead(lease.operation())) {
            renamed.add(all.get(renamed.size()).of(move));
        }
        return renamed;
    }

    private boolean areVerified(List<UnitRows> all) throws SQLException {
        for (UnitRows unit : all) {
            if (!unit.isVerified()) {
                String message =
                        unit.move().table() + " is compared once more before the switch, as too many of its rows"
                                + " have changed to see if it was truncated";
                LOG.info("Move {}: {}", lease.operation().id(), message);
                lease.update(operation -> operation.saying(message));
                return false;
            }
        }
        return true;
    }

    private void resume() throws SQLException {
        lease.met(MoveWorker.RESUME);
        MoveOperation operation = lease.operation();
        if (operation.phase() == MovePhase.FAILED && operation.isFirst() && !operation.isInPlace()) {
            // The copy may be of a table that was changed since.
            forget();
        }
        verified = false;
        lease.save(now -> now.saying("").in(MovePhase.PREPARING));
    }

    private void phase(MovePhase phase) throws SQLException {
        MoveOperation before = lease.operation();
        lease.save(operation -> operation.in(phase));
        if (before.phase() != phase) {
            LOG.info("Move {} of {}: {}", before.id(), before.units(), phase.word());
        }
    }

    private List<UnitRows> taken() throws SQLException {
        List<UnitRows> taken = rows;
        if (taken == null) {
            phase(MovePhase.PREPARING);
            List<UnitRows> fresh = new ArrayList<>();
            for (TableMove move : tables.ahead(lease.operation())) {
                fresh.add(UnitRows.prepared(move, waiting(move)));
            }
            waited();
            for (UnitRows unit : fresh) {
                unit.dropForeignKeys();
            }
            copies.copy(throttle(), parallel::isInterrupted);
            verified &= fresh.stream().noneMatch(UnitRows::isNew);
            rows = fresh;
            taken = fresh;
        }
        return taken;
    }

    private void copy(List<UnitRows> all) throws SQLException {
        phase(MovePhase.COPYING);
        AtomicLong others = new AtomicLong();
        long start = System.nanoTime();
        AtomicLong own = new AtomicLong();
        parallel.run(all, unit -> {
            SourceThrottle throttle = throttle();
            long before = 0;
            boolean done = false;
            while (!done && !parallel.isInterrupted()) {
                awaitReplicas();
                long begun = System.nanoTime();
                Copy.Copied copied = unit.copySome(throttle.most());
                done = copied.done();
                long newer = copied.rows() - before;
                before = copied.rows();
                long sum = others.addAndGet(newer);
                // Rows of workers before this one tell nothing of its rate.
                double perSecond = own.addAndGet(copied.step()) / Math.max(0.001, (System.nanoTime() - start) / 1e9);
                lease.update(
                        operation -> operation.with(Figure.ROWS, sum).with(Figure.COPIED_PER_SECOND, (long) perSecond));
                listener.rowsCopied(new RowsCopied(lease.operation().id(), copied.step()));
                if (!done) {
                    throttle.pause(copied.step(), System.nanoTime() - begun);
                }
            }
        });
    }

    /** Lets the replicas of both sides catch up, so that they go on getting reads; those that are ill are not waited for. */
    private void awaitReplicas() {
        String last = "";
        while (!parallel.isInterrupted()) {
            String now = lagging();
            if (!now.equals(last)) {
                String message = now.isEmpty() ? "" : "the copy rests, as replica " + now;
                LOG.info("Move {}: {}", lease.operation().id(), now.isEmpty() ? "the copy goes on" : message);
                lease.update(operation -> operation.saying(message));
                last = now;
            }
            if (now.isEmpty()) {
                return;
            }
            sleep(IDLE_MILLIS);
        }
    }

    private String lagging() {
        return lease.operation().dataSources().stream()
                .map(lagging)
                .filter(lag -> !lag.isEmpty())
                .findFirst()
                .orElse("");
    }

    private void catchUp(List<UnitRows> all) throws SQLException {
        if (parallel.isInterrupted()) {
            return;
        }
        phase(MovePhase.FOLLOWING);
        parallel.run(all, unit -> {
            while (!parallel.isInterrupted()) {
                Follow.CatchUp caught = unit.catchUp();
                lease.update(operation -> operation
                        .with(Figure.JOURNAL, caught.length().entries())
                        .with(Figure.LAG_MILLIS, caught.length().oldestMillis()));
                if (caught.caughtUp()) {
                    lease.update(operation -> operation.saying(""));
                    return;
                }
                lease.update(operation ->
                        operation.saying("more is written to " + unit.move().table()
                                + " than can be followed, which is about " + Math.round(caught.perSecond())
                                + " changes in a second: write less for a while, or cancel the move"));
            }
        });
    }

    private void follow(List<UnitRows> all) throws SQLException {
        AtomicLong entries = new AtomicLong();
        AtomicLong lag = new AtomicLong();
        parallel.run(all, unit -> {
            unit.followSome(STEPS_BETWEEN);
            Journal.Length length = unit.journal();
            entries.addAndGet(length.entries());
            lag.accumulateAndGet(length.oldestMillis(), Math::max);
        });
        lease.update(operation -> operation.with(Figure.JOURNAL, entries.get()).with(Figure.LAG_MILLIS, lag.get()));
    }

    private void verify(List<UnitRows> all) throws SQLException {
        if (parallel.isInterrupted()) {
            return;
        }
        phase(MovePhase.VERIFYING);
        AtomicLong repaired = new AtomicLong();
        parallel.run(all, unit -> {
            repaired.addAndGet(unit.verify(throttle()));
            unit.catchUp();
        });
        for (List<UnitRows> shared : UnitRows.sharing(all)) {
            repaired.addAndGet(UnitRows.removeExtras(shared, throttle()));
        }
        lease.update(operation -> operation.with(Figure.REPAIRED, operation.figure(Figure.REPAIRED) + repaired.get()));
    }

    private SourceThrottle throttle() {
        return new SourceThrottle(lease.operation().rowsPerSecond(), parallel::isInterrupted);
    }

    private void cancel() throws SQLException {
        MoveOperation operation = lease.operation();
        if (!operation.isFirst()) {
            lease.keep(Change.State.PREPARED, now -> now.saying("").in(MovePhase.SWITCHED));
            LOG.info("Move {} does not go back", operation.id());
            return;
        }
        if (operation.isInPlace()) {
            if (!undone(operation)) {
                return;
            }
        } else {
            forget();
        }
        isOver = lease.end(Change.State.PREPARED);
        LOG.info("Move {} is cancelled: its tables are where they were", operation.id());
    }

    /** Undoes an ALTER in place; false if tables stay altered, so that it can only go on. */
    private boolean undone(MoveOperation operation) throws SQLException {
        if (operation.indexes() != null) {
            try {
                return online.undo();
            } catch (SQLException failure) {
                if (!Passing.is(failure)) {
                    lease.met(MoveWorker.CANCEL);
                }
                throw failure;
            }
        }
        List<String> altered = tables.undoAlter(operation);
        if (altered.isEmpty()) {
            for (TableMove ahead : tables.ahead(operation)) {
                Fence.dropMarkers(ahead);
            }
            return true;
        }
        lease.met(MoveWorker.CANCEL);
        lease.save(now -> now.saying("it can't be cancelled, as " + altered
                        + " are altered already, and that can't be undone: put right what kept the others from it, and"
                        + " resume")
                .in(MovePhase.FAILED));
        return false;
    }

    /** Drops what the move has made at both sides. */
    private void forget() throws SQLException {
        for (TableMove ahead : tables.ahead(lease.operation())) {
            UnitRows.taken(ahead).dropForeignKeys();
        }
        List<Progress> progress = new ArrayList<>();
        for (TableMove ahead : tables.ahead(lease.operation())) {
            progress.add(Progress.take(ahead));
            new Journal(ahead, waiting(ahead)).drop();
        }
        for (TableMove back : tables.wayBack(lease.operation())) {
            progress.add(Progress.take(back));
            // An attempt to switch has made one at the target, too.
            new Journal(back).drop();
        }
        for (TableMove ahead : tables.ahead(lease.operation())) {
            new TargetTables(ahead).drop();
            Fence.dropMarkers(ahead);
        }
        for (Progress each : progress) {
            each.forget();
        }
        copies.undo();
        waited();
        rows = null;
    }

    private void switched() throws SQLException {
        if (!lease.operation().oneWay().isEmpty()) {
            if (lease.request().equals(MoveWorker.COMPLETE)) {
                complete();
            } else {
                sleep(IDLE_MILLIS);
            }
            return;
        }
        if (rows == null) {
            List<UnitRows> fresh = new ArrayList<>();
            for (TableMove back : tables.wayBack(lease.operation())) {
                new Journal(back).drop();
            }
            for (TableMove ahead : tables.ahead(lease.operation())) {
                UnitRows taken = UnitRows.taken(ahead);
                taken.dropForeignKeys();
                fresh.add(taken);
            }
            validateForeignKeys();
            rows = fresh;
        }
        switch (lease.request()) {
            case MoveWorker.BACK -> {
                if (lease.recall()) {
                    verified = false;
                    failures = 0;
                    LOG.info("Move {} goes back", lease.operation().id());
                    return;
                }
                lease.update(operation -> operation.saying("going back waits until another move is over"));
            }
            case MoveWorker.COMPLETE -> {
                complete();
                return;
            }
            default -> {}
        }
        follow(rows);
        sleep(IDLE_MILLIS);
    }

    private void validateForeignKeys() throws SQLException {
        List<String> failed =
                new ArrayList<>(tables.foreignKeys(lease.operation()).validate());
        failed.addAll(copies.release());
        if (!failed.isEmpty()) {
            lease.update(operation -> operation.saying("foreign keys hold for what is written from now on, but their"
                    + " validation did not succeed, which the database wants for its own sake: run "
                    + String.join("; ", failed)));
        }
    }

    private void complete() throws SQLException {
        MoveOperation operation = lease.operation();
        for (TableMove ahead : operation.isInPlace() ? List.<TableMove>of() : tables.ahead(operation)) {
            new Journal(ahead, waiting(ahead)).drop();
            new TargetTables(ahead).drop();
            Progress.take(ahead).forget();
            Fence.dropMarkers(ahead);
        }
        for (TableMove back : tables.wayBack(operation)) {
            if (!operation.isInPlace()) {
                new Journal(back).drop();
                Progress.take(back).forget();
            }
            Fence.dropMarkers(back);
        }
        isOver = lease.end(Change.State.SWITCHED);
        LOG.info("Move {} is complete: the tables that are not in use any more are dropped", operation.id());
    }

    private void sleep(long millis) {
        boolean isWoken = false;
        for (long left = millis; left > 0 && !isWoken && !stopped && !lease.isLost(); left -= 50) {
            try {
                isWoken = woken.tryAcquire(Math.min(50, left), TimeUnit.MILLISECONDS);
            } catch (InterruptedException stop) {
                stopped = true;
                Thread.currentThread().interrupt();
            }
        }
        woken.drainPermits();
    }
}

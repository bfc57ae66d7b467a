package io.shardkit.move;

import io.shardkit.execute.watch.HelperThreads;
import io.shardkit.move.MoveOperation.Figure;
import io.shardkit.move.alter.AlterSql;
import io.shardkit.move.alter.IndexChange;
import io.shardkit.move.table.Sessions;
import io.shardkit.move.table.TableMove;
import io.shardkit.move.table.TablePlace;
import io.shardkit.move.table.TargetTables.Definitions;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The indexes of an ALTER that MySQL or MariaDB change in place while the actual tables are used, on each data source one
 * table after another. What was changed is seen by the definition of each table, so that any worker can go on, or undo it.
 *
 * <p>The session that alters a table holds a lock of the server. Another worker ends that session first: so one that was
 * stopped, and goes on after it was replaced, alters nothing any more. Used by one thread.
 */
final class OnlineAlters {
    private static final Logger LOG = LoggerFactory.getLogger(OnlineAlters.class);

    /** The time between two looks at whether the work is to be left. */
    private static final long LOOK_MILLIS = 200;

    /** Error: the session has ended by itself. */
    private static final int NO_SUCH_SESSION = 1094;

    private final MoveLease lease;
    private final UnitTables tables;
    private final BySource parallel;

    OnlineAlters(MoveLease lease, UnitTables tables, BySource parallel) {
        this.lease = lease;
        this.tables = tables;
        this.parallel = parallel;
    }

    /**
     * Alters all tables that are not altered yet.
     *
     * @return false if it was interrupted
     * @throws SQLException that names a table which cannot be altered
     */
    boolean run() throws SQLException {
        return onAll(false, () -> parallel.isInterrupted() || lease.isLeft());
    }

    /**
     * Undoes what was altered.
     *
     * @return false if it was interrupted
     * @throws SQLException that names a table of which that is not possible
     */
    boolean undo() throws SQLException {
        return onAll(true, lease::isLeft);
    }

    private boolean onAll(boolean undoing, BooleanSupplier interrupted) throws SQLException {
        Map<TablePlace, List<TableMove>> groups = tables.ahead(lease.operation()).stream()
                .collect(Collectors.groupingBy(TableMove::source, LinkedHashMap::new, Collectors.toList()));
        AtomicLong rows = new AtomicLong();
        try {
            parallel.runEach(List.copyOf(groups.values()), group -> {
                for (TableMove move : group) {
                    if (!interrupted.getAsBoolean()) {
                        rows.addAndGet(on(move, undoing, interrupted));
                        lease.update(operation -> operation
                                .with(Figure.ROWS, undoing ? 0 : rows.get())
                                .saying("")
                                .heldBy(List.of()));
                    }
                }
            });
        } catch (SQLException failure) {
            if (!interrupted.getAsBoolean()) {
                throw failure;
            }
            LOG.debug("Move {}: an ALTER was ended", lease.operation().id(), failure);
        }
        return !interrupted.getAsBoolean();
    }

    /** Alters a table if it is not as it is to be, and returns about how many rows it has. */
    private long on(TableMove move, boolean undoing, BooleanSupplier interrupted) throws SQLException {
        MoveOperation operation = lease.operation();
        IndexChange indexes = Objects.requireNonNull(operation.indexes());
        try (Session session = new Session(move, operation.id())) {
            session.lock();
            // Read once the lock is held: a worker that takes the move over ends this session before it does anything.
            boolean isHeld = lease.state() != null;
            if (isHeld && indexes.isDone(session.database.lines(move.table())) == undoing) {
                session.alter(undoing ? operation.inverse() : operation.clauses(), interrupted);
                LOG.info("Move {}: {} is {}", operation.id(), move, undoing ? "as it was" : "altered");
            }
            return session.database.size(move.table()).get(0);
        } catch (SQLException failure) {
            if (Passing.is(failure)) {
                lease.update(now -> now.heldBy(Sessions.holders(move.source(), move.dialect(), move.table())));
            }
            throw UnitAlters.named(move, failure);
        }
    }

    /** A session with the lock of a table. Used by one thread. */
    private static final class Session implements AutoCloseable {
        private final TableMove move;
        private final String lock;
        private final Definitions database;
        private final ReentrantLock ending = new ReentrantLock();
        private boolean alters;

        Session(TableMove move, String id) throws SQLException {
            this.move = move;
            this.lock = AlterSql.lockName(move.dialect(), id + " " + move.table());
            this.database = Definitions.openForLong(move.source(), move.dialect());
        }

        /** Takes the lock, or ends the session that has it, for which it does not wait. */
        void lock() throws SQLException {
            if (!database.firstColumn("SELECT GET_LOCK(" + lock + ", 1)").contains("1")) {
                endHolder();
                throw new SQLTransientException("the session of a worker before this one is ended first");
            }
        }

        private void endHolder() throws SQLException {
            try (Definitions other = Definitions.open(move.source(), move.dialect())) {
                String holder = other.firstColumn("SELECT COALESCE(IS_USED_LOCK(" + lock + "), 0)")
                        .get(0);
                if (!holder.equals("0")) {
                    other.execute("KILL " + holder);
                }
            } catch (SQLException failure) {
                if (failure.getErrorCode() != NO_SUCH_SESSION) {
                    throw failure;
                }
            }
        }

        void alter(String clauses, BooleanSupplier interrupted) throws SQLException {
            alters = true;
            Future<?> watch = HelperThreads.helpers().submit(() -> watch(interrupted));
            try {
                database.execute("ALTER TABLE " + database.quoted(move.table()) + " " + clauses + AlterSql.online());
            } finally {
                altered();
                watch.cancel(true);
            }
        }

        private void altered() {
            ending.lock();
            try {
                alters = false;
            } finally {
                ending.unlock();
            }
        }

        /** Ends this session if its work is to be left: a server goes on with an ALTER whose client is gone. */
        private void watch(BooleanSupplier interrupted) {
            try {
                while (!interrupted.getAsBoolean()) {
                    Thread.sleep(LOOK_MILLIS);
                }
                ending.lock();
                try {
                    if (alters) {
                        endHolder();
                    }
                } finally {
                    ending.unlock();
                }
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            } catch (SQLException failure) {
                LOG.warn("The ALTER of {} could not be ended, and goes on", move, failure);
            }
        }

        @Override
        public void close() throws SQLException {
            try (database) {
                database.execute("DO RELEASE_LOCK(" + lock + ")");
            }
        }
    }
}

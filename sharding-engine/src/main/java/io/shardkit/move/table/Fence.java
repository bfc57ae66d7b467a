package io.shardkit.move.table;

import io.shardkit.dialect.Dialect;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps every reader and writer away from tables of one database by giving them other names, all at once. What was done is
 * found by the names that there are, so that any process can finish or undo it. Immutable.
 *
 * <p>A marker, an empty table, is renamed together with them. Without it the renaming fails as a whole: once the marker is
 * dropped, no process that was stopped before can take the tables away any more.
 */
public final class Fence {
    private static final Logger LOG = LoggerFactory.getLogger(Fence.class);

    /** Attempts to undo, a pause before each. */
    private static final int UNDO_ATTEMPTS = 30;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final TablePlace place;
    private final MoveSql sql;
    private final Renaming marker;
    private final List<Renaming> renamings;
    private final int seconds;

    /** States of a fence. */
    public enum State {
        /** All tables can be used. */
        OPEN,
        /** None can. */
        CLOSED,
        /** Some can, as a process was broken off. */
        HALF
    }

    /**
     * The outcome of an attempt.
     *
     * @param done whether the tables now are as they were to be; if not, they are as before
     * @param nanos how long it took
     * @param holders those who may have held the tables, in words, as far as the rights to see them go
     * @param failure what the database said, or an empty text
     */
    public record Outcome(boolean done, long nanos, List<String> holders, String failure) {
        /** Copies the list. */
        public Outcome {
            holders = List.copyOf(holders);
        }
    }

    /**
     * A fence around tables of one place.
     *
     * @param marker the name of a table that there is not, and that no other fence is given
     * @param renamings from the name by which a table is used to one that nothing uses
     * @param seconds how long a statement may take that has all locks; those it waits for one second for
     */
    public Fence(TablePlace place, Dialect dialect, String marker, List<Renaming> renamings, int seconds) {
        this.place = place;
        this.sql = MoveSqls.of(dialect);
        this.marker = new Renaming(marker, marker + "_x");
        this.renamings = List.copyOf(renamings);
        this.seconds = seconds;
    }

    /** The fence around the sources of moves from the same place. */
    public static Fence of(List<TableMove> moves) {
        TableMove first = moves.get(0);
        return new Fence(
                first.source(),
                first.dialect(),
                first.marker(),
                moves.stream()
                        .map(move -> new Renaming(move.table(), move.fenced()))
                        .toList(),
                first.limits().seconds());
    }

    /**
     * Gives the target tables of moves the names by which they are used, those of one database all at once; does nothing for
     * those that have them. Others may do the same.
     *
     * @throws SQLException if there is no such table, or it is held for too long
     */
    public static void publish(List<TableMove> moves) throws SQLException {
        Map<TablePlace, Set<MoveTarget>> targets = new LinkedHashMap<>();
        moves.forEach(move -> move.targets()
                .forEach(target -> targets.computeIfAbsent(target.place(), any -> new LinkedHashSet<>())
                        .add(target)));
        TableMove first = moves.get(0);
        for (Map.Entry<TablePlace, Set<MoveTarget>> each : targets.entrySet()) {
            Attempts.of(first, () -> {
                try (MoveConnection connection = MoveConnection.open(each.getKey(), first)) {
                    return publish(first.dialect(), each.getKey(), each.getValue(), connection);
                }
            });
        }
    }

    private static boolean publish(
            Dialect dialect, TablePlace place, Set<MoveTarget> targets, MoveConnection connection) throws SQLException {
        List<Renaming> left = unpublished(dialect, place, targets, connection);
        if (left.isEmpty()) {
            return false;
        }
        MoveSql sql = MoveSqls.of(dialect);
        try {
            sql.rename(connection, place, left);
        } catch (SQLException failure) {
            // Another worker may have been first.
            if (!sql.isOfStatement(failure)
                    || !unpublished(dialect, place, targets, connection).isEmpty()) {
                throw failure;
            }
        }
        return true;
    }

    private static List<Renaming> unpublished(
            Dialect dialect, TablePlace place, Set<MoveTarget> targets, MoveConnection connection) throws SQLException {
        Map<String, String> names = place.names(dialect, connection);
        if (targets.stream().anyMatch(target -> target.present(names) == null)) {
            // A table that is renamed meanwhile may be listed by neither name.
            names.putAll(place.names(dialect, connection));
        }
        List<Renaming> left = new ArrayList<>();
        for (MoveTarget target : targets) {
            if (!names.containsKey(target.published().toLowerCase(Locale.ROOT))) {
                String from = target.present(names);
                if (from == null) {
                    throw new SQLException("There is no table " + target + ", and none that could get this name");
                }
                left.add(new Renaming(from, target.published()));
            }
        }
        return left;
    }

    /** Returns the state that the names show. */
    public State state() throws SQLException {
        try (MoveConnection connection = MoveConnection.open(place, sql, seconds)) {
            int open = left(connection, renamings).size();
            return open == renamings.size() ? State.OPEN : open == 0 ? State.CLOSED : State.HALF;
        }
    }

    /** Makes the marker, without which {@link #close} fails; not while it may be closed. */
    public void arm() throws SQLException {
        try (MoveConnection connection = MoveConnection.open(place, sql, seconds)) {
            connection.execute("DROP TABLE IF EXISTS " + quoted(marker.to()));
            connection.execute(
                    "CREATE TABLE IF NOT EXISTS " + quoted(marker.from()) + " (id INT NOT NULL PRIMARY KEY)");
        }
    }

    /** Drops the marker: once it has returned, the tables have one of their names for good. */
    public void disarm() throws SQLException {
        try (MoveConnection connection = MoveConnection.open(place, sql, seconds)) {
            // One after the other: a renaming that has begun is over when the first one is dropped.
            connection.execute("DROP TABLE IF EXISTS " + quoted(marker.from()));
            connection.execute("DROP TABLE IF EXISTS " + quoted(marker.to()));
        }
    }

    /** Drops the markers of all fences of a move that are left. */
    public static void dropMarkers(TableMove move) throws SQLException {
        Pattern markers = Pattern.compile(Pattern.quote(move.key()) + "_[0-9a-f]{8}(_x)?");
        try (MoveConnection connection = MoveConnection.source(move)) {
            for (String each : move.source().names(move.dialect(), connection).values()) {
                if (markers.matcher(each).matches()) {
                    connection.execute("DROP TABLE IF EXISTS " + move.source().quoted(move.dialect(), each));
                }
            }
        }
    }

    @Override
    public String toString() {
        return renamings.stream().map(each -> place.named(each.from())).toList().toString();
    }

    private String quoted(String name) {
        return place.quoted(sql.dialect(), name);
    }

    /** Renames the tables away, once the fence is armed. If one cannot be, all have their names again. */
    public Outcome close() throws SQLException {
        long start = System.nanoTime();
        SQLException failure = null;
        try (MoveConnection connection = MoveConnection.open(place, sql, seconds)) {
            List<Renaming> left = left(connection, renamings);
            if (!left.isEmpty()) {
                List<Renaming> all = new ArrayList<>(List.of(marker));
                all.addAll(left);
                try {
                    sql.rename(connection, place, all);
                } catch (SQLException refused) {
                    failure = refused;
                }
            }
        }
        if (failure == null) {
            return new Outcome(true, System.nanoTime() - start, List.of(), "");
        }
        LOG.debug("Tables could not be renamed: {}", renamings, failure);
        List<String> holders = Sessions.holders(
                place,
                sql,
                seconds,
                renamings.stream()
                        .flatMap(each -> Stream.of(each.from(), each.to()))
                        .toList());
        open();
        return new Outcome(false, System.nanoTime() - start, holders, String.valueOf(failure.getMessage()));
    }

    /**
     * Gives the tables the names by which they are used, for good: nothing closes this fence any more, not even a process
     * that has begun to.
     */
    public void open() throws SQLException {
        List<Renaming> back = renamings.stream()
                .map(each -> new Renaming(each.to(), each.from()))
                .toList();
        for (int attempt = 1; ; attempt++) {
            try {
                disarm();
                reopen(back);
                return;
            } catch (SQLException cause) {
                if (attempt == UNDO_ATTEMPTS) {
                    throw cause;
                }
                LOG.warn("Tables could not be renamed back in attempt {}: {}", attempt, back, cause);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void reopen(List<Renaming> back) throws SQLException {
        try (MoveConnection connection = MoveConnection.open(place, sql, seconds)) {
            List<Renaming> left = left(connection, back);
            if (!left.isEmpty()) {
                sql.rename(connection, place, left);
            }
        }
    }

    /** Returns those that still have their former name. */
    private List<Renaming> left(MoveConnection connection, List<Renaming> wanted) throws SQLException {
        Map<String, String> names = place.names(sql.dialect(), connection);
        List<Renaming> left = new ArrayList<>();
        for (Renaming each : wanted) {
            String from = names.get(each.from().toLowerCase(Locale.ROOT));
            String to = names.get(each.to().toLowerCase(Locale.ROOT));
            if (from == null && to == null) {
                throw new SQLException("There is neither a table " + each.from() + " nor a table " + each.to());
            }
            if (from != null && to != null) {
                throw new SQLException("There are both a table " + each.from() + " and a table " + each.to());
            }
            if (from != null) {
                left.add(new Renaming(from, each.to()));
            }
        }
        return left;
    }
}

package io.shardkit.move.table;

import io.shardkit.dialect.Dialect;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps every reader and writer away from tables of one database by giving them other names, all at once. What was done is
 * found by the names that there are, so that any process can finish or undo it. Immutable.
 */
public final class Fence {
    private static final Logger LOG = LoggerFactory.getLogger(Fence.class);

    /** Attempts to undo, a pause before each. */
    private static final int UNDO_ATTEMPTS = 30;

    /** Looks at the sessions; each of those waits for a lock for a second at most, and may wait for several. */
    private static final int SETTLING_ATTEMPTS = 100;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final TablePlace place;
    private final MoveSql sql;
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
     * @param renamings from the name by which a table is used to one that nothing uses
     * @param seconds how long a statement may take that has all locks; those it waits for one second for
     */
    public Fence(TablePlace place, Dialect dialect, List<Renaming> renamings, int seconds) {
        this.place = place;
        this.sql = MoveSqls.of(dialect);
        this.renamings = List.copyOf(renamings);
        this.seconds = seconds;
    }

    /** The fence around the sources of moves from the same place. */
    public static Fence of(List<TableMove> moves) {
        TableMove first = moves.get(0);
        return new Fence(
                first.source(),
                first.dialect(),
                moves.stream()
                        .map(move -> new Renaming(move.table(), move.fenced()))
                        .toList(),
                first.limits().seconds());
    }

    /**
     * Gives the source table of a move its name back; does nothing if it has it.
     *
     * @param taken tells, of names in lower case, which one it may have
     * @return true if it had another one
     * @throws SQLException if there is no such table, or it is held for too long
     */
    public static boolean reopen(TableMove move, Predicate<String> taken) throws SQLException {
        return named(
                move,
                move.source(),
                names -> names.keySet().stream().filter(taken).findFirst().orElse(""));
    }

    /**
     * Gives the target table of a move the name by which it is used; does nothing if it has it. Others may do the same.
     *
     * @throws SQLException if there is no such table, or it is held for too long
     */
    public static void publish(TableMove move) throws SQLException {
        named(move, move.target(), names -> move.filled().toLowerCase(Locale.ROOT));
    }

    private static boolean named(TableMove move, TablePlace place, Function<Map<String, String>, String> former)
            throws SQLException {
        MoveSql sql = MoveSqls.of(move.dialect());
        return Attempts.of(move, () -> {
            try (MoveConnection connection = MoveConnection.open(place, move)) {
                if (isNamed(connection, place, move)) {
                    return false;
                }
                Map<String, String> names = place.names(move.dialect(), connection);
                String from = names.get(former.apply(names));
                if (from == null && isNamed(connection, place, move)) {
                    return false;
                }
                if (from == null) {
                    throw new SQLException("There is no table " + place.declared(move.table())
                            + ", and none that could get this name");
                }
                try {
                    sql.rename(connection, place, List.of(new Renaming(from, move.table())));
                } catch (SQLException failure) {
                    // Another worker may have been first.
                    if (!sql.isOfStatement(failure) || !isNamed(connection, place, move)) {
                        throw failure;
                    }
                }
                return true;
            }
        });
    }

    private static boolean isNamed(MoveConnection connection, TablePlace place, TableMove move) throws SQLException {
        return place.names(move.dialect(), connection).containsKey(move.table().toLowerCase(Locale.ROOT));
    }

    /** Returns the state that the names show. */
    public State state() throws SQLException {
        try (MoveConnection connection = MoveConnection.open(place, sql, seconds)) {
            int open = left(connection, renamings).size();
            return open == renamings.size() ? State.OPEN : open == 0 ? State.CLOSED : State.HALF;
        }
    }

    /** Renames the tables away. If one cannot be, all are renamed back. */
    public Outcome close() throws SQLException {
        return to(renamings);
    }

    /** Gives the tables the names by which they are used. */
    public Outcome open() throws SQLException {
        return to(reversed(renamings));
    }

    private static List<Renaming> reversed(List<Renaming> all) {
        return all.stream().map(each -> new Renaming(each.to(), each.from())).toList();
    }

    private Outcome to(List<Renaming> wanted) throws SQLException {
        long start = System.nanoTime();
        Failure failure = rename(wanted, null);
        if (failure == null) {
            return new Outcome(true, System.nanoTime() - start, List.of(), "");
        }
        LOG.debug("Tables could not be renamed: {}", wanted, failure.cause());
        List<String> holders = holders(wanted);
        undo(reversed(wanted), failure.session());
        return new Outcome(
                false,
                System.nanoTime() - start,
                holders,
                String.valueOf(failure.cause().getMessage()));
    }

    /**
     * A renaming that failed.
     *
     * @param session the number of the session that may still be at it, as its connection was lost; null if it is not
     */
    private record Failure(SQLException cause, @Nullable String session) {}

    /** @param before a session that may still be at another renaming, or null */
    private @Nullable Failure rename(List<Renaming> wanted, @Nullable String before) throws SQLException {
        try (MoveConnection connection = MoveConnection.open(place, sql, seconds)) {
            List<Renaming> left = settled(connection, wanted, before);
            if (left.isEmpty()) {
                return null;
            }
            String session = connection.first(sql.sessionQuery());
            try {
                sql.rename(connection, place, left);
                return null;
            } catch (SQLException failure) {
                return new Failure(failure, connection.isBroken() ? session : null);
            }
        }
    }

    /** Returns those that still have their former name when no server is at renaming them any more. */
    private List<Renaming> settled(MoveConnection connection, List<Renaming> wanted, @Nullable String before)
            throws SQLException {
        List<String> tables = wanted.stream()
                .flatMap(each -> Stream.of(each.from(), each.to()))
                .toList();
        String renamers = sql.renamersQuery(before, tables);
        for (int i = 0; i < SETTLING_ATTEMPTS; i++) {
            List<Renaming> left = left(connection, wanted);
            if (before == null && !left.isEmpty()) {
                // Waits for the others, or fails because of them.
                return left;
            }
            if (connection.first(renamers) == null) {
                return left(connection, wanted);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        throw new SQLException("A session is still at renaming some of the tables " + tables);
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

    private void undo(List<Renaming> back, @Nullable String session) throws SQLException {
        if (session != null) {
            end(session);
        }
        String before = session;
        for (int attempt = 1; ; attempt++) {
            SQLException cause;
            try {
                Failure failure = rename(back, before);
                if (failure == null) {
                    return;
                }
                before = failure.session() == null ? before : failure.session();
                cause = failure.cause();
            } catch (SQLException unreachable) {
                cause = unreachable;
            }
            if (attempt == UNDO_ATTEMPTS) {
                throw cause;
            }
            LOG.warn("Tables could not be renamed back in attempt {}: {}", attempt, back, cause);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** A server may notice late that its client is away, and rename tables after that. */
    private void end(String session) {
        String ending = sql.ending(session);
        if (ending == null) {
            return;
        }
        try (MoveConnection connection = MoveConnection.open(place, sql, seconds)) {
            connection.execute(ending);
        } catch (SQLException gone) {
            LOG.debug("Session {} could not be ended", session, gone);
        }
    }

    private List<String> holders(List<Renaming> tables) {
        List<String> holders = new ArrayList<>();
        try (MoveConnection connection = MoveConnection.open(place, sql, seconds)) {
            for (Renaming each : tables) {
                List<String> queries = new ArrayList<>(sql.holderQueries(each.from()));
                queries.addAll(sql.holderQueries(each.to()));
                for (String query : queries) {
                    try {
                        connection
                                .rows(query, MoveStatements.Parameters.NONE, row -> String.valueOf(row.getString(1)))
                                .stream()
                                .filter(line -> !holders.contains(line))
                                .forEach(holders::add);
                    } catch (SQLException noRight) {
                        LOG.debug("Holders of {} could not be read", each.from(), noRight);
                    }
                }
            }
        } catch (SQLException failure) {
            LOG.debug("Holders could not be read", failure);
        }
        return holders;
    }
}

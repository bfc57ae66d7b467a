package io.shardkit.move.table;

import io.shardkit.execute.watch.Step;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The state of one move, in a row in each database with targets, which is written in the same transaction as the rows it
 * tells of. The row also is the lock by which one worker at a time writes: a worker that was replaced finds another number
 * there, and ends. Each move has a table of its own for it, which can be dropped without a look at those of others. Used by
 * one thread at a time.
 */
public final class Progress {
    private static final int ATTEMPTS = 3;

    private final TableMove move;
    private final Map<TablePlace, Long> workers;
    private final Witnesses witnesses;

    /**
     * The state of the work.
     *
     * @param key the last key that was copied, or null
     * @param rows the number of rows that were copied
     * @param copied whether all are
     * @param structure the hash of the source's structure when the copy began, or an empty text
     * @param incarnation the mark of the source table then
     */
    record State(@Nullable MovedKey key, long rows, boolean copied, String structure, String incarnation) {
        static final State START = new State(null, 0, false, "", "");

        private boolean isBefore(State other) {
            return copied != other.copied ? other.copied : rows < other.rows;
        }

        State at(@Nullable MovedKey newKey, long more, boolean all) {
            return new State(newKey, rows + more, all, structure, incarnation);
        }
    }

    /** Another worker goes on with the move; this one has changed nothing since, and ends. */
    public static final class MoveTakenOverException extends SQLException {
        private static final long serialVersionUID = 1L;

        private MoveTakenOverException(String table) {
            super("Another worker has taken over the move of " + table);
        }
    }

    private Progress(TableMove move, Map<TablePlace, Long> workers, Witnesses witnesses) {
        this.move = move;
        this.workers = workers;
        this.witnesses = witnesses;
    }

    private static String table(TableMove move, TablePlace place) {
        return place.quoted(move.dialect(), name(move));
    }

    private static String name(TableMove move) {
        return move.key() + "_p";
    }

    /** Takes the move over from any other worker, which ends at its next write. */
    public static Progress take(TableMove move) throws SQLException {
        Map<TablePlace, Long> workers = new HashMap<>();
        for (TablePlace place : move.places()) {
            workers.put(place, take(move, place));
        }
        return new Progress(move, workers, new Witnesses());
    }

    private static long take(TableMove move, TablePlace place) throws SQLException {
        try (MoveConnection target = MoveConnection.open(place, move)) {
            create(move, place, target);
            Step<Long> taking = () -> {
                target.execute("UPDATE " + table(move, place) + " SET worker = worker + 1 WHERE id = 1");
                String worker = target.first("SELECT worker FROM " + table(move, place));
                if (worker == null) {
                    throw new SQLException("Table " + name(move) + " of the target has lost its row");
                }
                return Long.parseLong(worker);
            };
            return Attempts.of(move, () -> target.inTransaction(taking));
        }
    }

    /** Returns the same for the same worker, when the table is to have other names. */
    public Progress of(TableMove same) {
        return new Progress(same, workers, witnesses);
    }

    TableMove move() {
        return move;
    }

    /** Returns the rows by which a truncation is found; no other worker has followed changes since they were seen. */
    Witnesses witnesses() {
        return witnesses;
    }

    private static void create(TableMove move, TablePlace place, MoveConnection target) throws SQLException {
        SQLException failure = null;
        for (int i = 0; i < ATTEMPTS; i++) {
            try {
                if (!place.names(move.dialect(), target).containsKey(name(move))) {
                    target.execute("CREATE TABLE IF NOT EXISTS " + table(move, place)
                            + " (id INT NOT NULL PRIMARY KEY, worker BIGINT NOT NULL, state_text "
                            + MoveSqls.of(move.dialect()).lastText());
                }
                if (target.first("SELECT worker FROM " + table(move, place)) == null) {
                    target.update(
                            "INSERT INTO " + table(move, place) + " (id, worker, state_text) VALUES (1, ?, ?)",
                            statement -> {
                                // A worker of a table that was dropped since has another number.
                                statement.setLong(1, ThreadLocalRandom.current().nextLong(Long.MAX_VALUE / 2));
                                statement.setString(2, text(State.START));
                            });
                }
                return;
            } catch (SQLException raced) {
                // Another worker may have been first.
                failure = raced;
            }
        }
        throw failure == null ? new SQLException("no table " + name(move)) : failure;
    }

    /**
     * Locks the rows until the transactions end, and reads them.
     *
     * @return the state of the target that is least far, as the others do the same once more
     * @throws MoveTakenOverException if another worker has taken the move over
     */
    State lock(Targets targets) throws SQLException {
        State first = null;
        for (TablePlace place : move.places()) {
            State state = lock(place, targets.connection(place));
            lockCommon(place, targets.connection(place));
            first = first == null || state.isBefore(first) ? state : first;
        }
        return first == null ? State.START : first;
    }

    private State lock(TablePlace place, MoveConnection target) throws SQLException {
        String text;
        try {
            text = target.first("SELECT state_text FROM " + table(move, place) + " WHERE worker = " + workers.get(place)
                    + " FOR UPDATE");
        } catch (SQLException failure) {
            if (!MoveSqls.of(move.dialect()).isNoTable(failure)) {
                throw failure;
            }
            // The move is over, or was begun anew.
            text = null;
        }
        if (text == null) {
            throw new MoveTakenOverException(move.table());
        }
        return parse(text);
    }

    /**
     * Workers on entries about the rows of several sources write one after the other: what one of them has read of all
     * sources is written before another one reads.
     */
    private void lockCommon(TablePlace place, MoveConnection target) throws SQLException {
        Placement.Entries entries = move.placement().entries();
        TableMove first =
                entries == null ? move : move.of(move.placement().sources().get(0));
        if (!first.id().equals(move.id())) {
            target.first("SELECT worker FROM " + table(first, place) + " WHERE id = 1 FOR UPDATE");
        }
    }

    /** Writes the state, within the transactions that have locked it. */
    void save(Targets targets, State state) throws SQLException {
        for (TablePlace place : move.places()) {
            targets.connection(place)
                    .update(
                            "UPDATE " + table(move, place) + " SET state_text = ? WHERE id = 1",
                            statement -> statement.setString(1, text(state)));
        }
    }

    /** Drops the tables when the move is over; does nothing if another worker has taken the move over. */
    public void forget() throws SQLException {
        for (TablePlace place : move.places()) {
            Attempts.of(move, () -> {
                try (MoveConnection target = MoveConnection.open(place, move)) {
                    return target.inTransaction(() -> {
                        lock(place, target);
                        target.execute("DROP TABLE " + table(move, place));
                        return true;
                    });
                } catch (MoveTakenOverException replaced) {
                    return false;
                }
            });
        }
    }

    private static String text(State state) {
        String key = state.key() == null ? "" : state.key().text();
        return new MovedKey(List.of(
                        Long.toString(state.rows()),
                        Boolean.toString(state.copied()),
                        state.structure(),
                        state.incarnation(),
                        key))
                .text();
    }

    private static State parse(String text) {
        List<String> values = MovedKey.parse(text).values();
        String key = values.get(4);
        return new State(
                key.isEmpty() ? null : MovedKey.parse(key),
                Long.parseLong(values.get(0)),
                Boolean.parseBoolean(values.get(1)),
                values.get(2),
                values.get(3));
    }
}

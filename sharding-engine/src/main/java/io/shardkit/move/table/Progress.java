package io.shardkit.move.table;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The state of one move, in a row at the target that is written in the same transaction as the rows it tells of. The row
 * also is the lock by which one worker at a time writes: a worker that was replaced finds another number there, and ends.
 * Each move has a table of its own for it, which can be dropped without a look at those of others. Used by
 * one thread at a time.
 */
public final class Progress {
    private static final int ATTEMPTS = 3;

    private final TableMove move;
    private final long worker;
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

        State at(@Nullable MovedKey newKey, long more, boolean all) {
            return new State(newKey, rows + more, all, structure, incarnation);
        }
    }

    private Progress(TableMove move, long worker, Witnesses witnesses) {
        this.move = move;
        this.worker = worker;
        this.witnesses = witnesses;
    }

    private static String table(TableMove move) {
        return move.target().quoted(move.dialect(), name(move));
    }

    private static String name(TableMove move) {
        return move.key() + "_p";
    }

    /** Takes the move over from any other worker, which ends at its next write. */
    public static Progress take(TableMove move) throws SQLException {
        try (MoveConnection target = MoveConnection.target(move)) {
            create(move, target);
            return Attempts.of(move, () -> {
                target.begin();
                target.execute("UPDATE " + table(move) + " SET worker = worker + 1 WHERE id = 1");
                String worker = target.first("SELECT worker FROM " + table(move));
                target.commit();
                if (worker == null) {
                    throw new SQLException("Table " + name(move) + " of the target has lost its row");
                }
                return new Progress(move, Long.parseLong(worker), new Witnesses());
            });
        }
    }

    /** Returns the same for the same worker, when the table is to have other names. */
    public Progress of(TableMove same) {
        return new Progress(same, worker, witnesses);
    }

    /** Returns the rows by which a truncation is found; no other worker has followed changes since they were seen. */
    Witnesses witnesses() {
        return witnesses;
    }

    private static void create(TableMove move, MoveConnection target) throws SQLException {
        SQLException failure = null;
        for (int i = 0; i < ATTEMPTS; i++) {
            try {
                if (!move.target().names(move.dialect(), target).containsKey(name(move))) {
                    target.execute("CREATE TABLE IF NOT EXISTS " + table(move)
                            + " (id INT NOT NULL PRIMARY KEY, worker BIGINT NOT NULL, state_text "
                            + MoveSqls.of(move.dialect()).lastText());
                }
                if (target.first("SELECT worker FROM " + table(move)) == null) {
                    target.update(
                            "INSERT INTO " + table(move) + " (id, worker, state_text) VALUES (1, ?, ?)", statement -> {
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
     * Locks the row until the transaction ends, and reads it.
     *
     * @throws MoveTakenOverException if another worker has taken the move over
     */
    State lock(MoveConnection target) throws SQLException {
        String text;
        try {
            text = target.first("SELECT state_text FROM " + table(move) + " WHERE worker = " + worker + " FOR UPDATE");
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

    /** Writes the state, within the transaction that has locked it. */
    void save(MoveConnection target, State state) throws SQLException {
        target.update(
                "UPDATE " + table(move) + " SET state_text = ? WHERE id = 1",
                statement -> statement.setString(1, text(state)));
    }

    /** Drops the table when the move is over; does nothing if another worker has taken the move over. */
    public void forget() throws SQLException {
        Attempts.of(move, () -> {
            try (MoveConnection target = MoveConnection.target(move)) {
                target.begin();
                lock(target);
                target.execute("DROP TABLE " + table(move));
                target.commit();
                return true;
            } catch (MoveTakenOverException replaced) {
                return false;
            }
        });
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

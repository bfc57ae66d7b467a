package io.shardkit.move.table;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of one move, in a row at the target that is written in the same transaction as the rows it tells of. The row
 * also is the lock by which one worker at a time writes: a worker that was replaced finds another number there, and ends.
 * Immutable.
 */
public final class Progress {
    /** The table at the target, one row for each move. */
    static final String TABLE = "shardkit_move";

    private static final int ATTEMPTS = 3;

    private final TableMove move;
    private final long worker;

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

    private Progress(TableMove move, long worker) {
        this.move = move;
        this.worker = worker;
    }

    private static String table(TableMove move) {
        return move.target().quoted(move.dialect(), TABLE);
    }

    /** Takes the move over from any other worker, which ends at its next write. */
    public static Progress take(TableMove move) throws SQLException {
        try (MoveConnection target = MoveConnection.target(move)) {
            create(move, target);
            return Attempts.of(move, () -> {
                target.begin();
                target.update(
                        "UPDATE " + table(move) + " SET worker = worker + 1 WHERE move_key = ?",
                        statement -> statement.setString(1, move.key()));
                long worker = target.rows(
                                "SELECT worker FROM " + table(move) + " WHERE move_key = ?",
                                statement -> statement.setString(1, move.key()),
                                row -> row.getLong(1))
                        .get(0);
                target.commit();
                return new Progress(move, worker);
            });
        }
    }

    private static void create(TableMove move, MoveConnection target) throws SQLException {
        SQLException failure = null;
        for (int i = 0; i < ATTEMPTS; i++) {
            try {
                if (!move.target().names(move.dialect(), target).containsKey(TABLE)) {
                    target.execute("CREATE TABLE IF NOT EXISTS " + table(move)
                            + " (move_key VARCHAR(64) NOT NULL PRIMARY KEY, worker BIGINT NOT NULL, state_text "
                            + MoveSqls.of(move.dialect()).lastText());
                }
                boolean there = !target.rows(
                                "SELECT worker FROM " + table(move) + " WHERE move_key = ?",
                                statement -> statement.setString(1, move.key()),
                                row -> row.getLong(1))
                        .isEmpty();
                if (!there) {
                    target.update(
                            "INSERT INTO " + table(move) + " (move_key, worker, state_text) VALUES (?, 0, ?)",
                            statement -> {
                                statement.setString(1, move.key());
                                statement.setString(2, text(State.START));
                            });
                }
                return;
            } catch (SQLException raced) {
                // Another worker may have been first.
                failure = raced;
            }
        }
        throw failure == null ? new SQLException("no table " + TABLE) : failure;
    }

    /**
     * Locks the row until the transaction ends, and reads it.
     *
     * @throws MoveTakenOverException if another worker has taken the move over
     */
    State lock(MoveConnection target) throws SQLException {
        List<String> texts = target.rows(
                "SELECT state_text FROM " + table(move) + " WHERE move_key = ? AND worker = ? FOR UPDATE",
                this::bind,
                row -> row.getString(1));
        if (texts.isEmpty()) {
            throw new MoveTakenOverException(move.table());
        }
        return parse(texts.get(0));
    }

    private void bind(PreparedStatement statement) throws SQLException {
        statement.setString(1, move.key());
        statement.setLong(2, worker);
    }

    /** Writes the state, within the transaction that has locked it. */
    void save(MoveConnection target, State state) throws SQLException {
        target.update("UPDATE " + table(move) + " SET state_text = ? WHERE move_key = ?", statement -> {
            statement.setString(1, text(state));
            statement.setString(2, move.key());
        });
    }

    /** Removes the row, when the move is over. */
    public void forget() throws SQLException {
        try (MoveConnection target = MoveConnection.target(move)) {
            target.update("DELETE FROM " + table(move) + " WHERE move_key = ? AND worker = ?", this::bind);
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

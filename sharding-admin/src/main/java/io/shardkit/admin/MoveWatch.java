package io.shardkit.admin;

import io.shardkit.error.ShardingException;
import io.shardkit.move.MovePhase;
import io.shardkit.move.MoveState;
import io.shardkit.move.Moves;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Waits for a state of a move, and shows how far it is. Used by one thread. */
final class MoveWatch {
    private static final long LOOK_MILLIS = 250;

    private final Moves moves;
    private final MoveDisplay display;
    private final @Nullable Duration timeout;

    /**
     * The end of waiting.
     *
     * @param how why it ended
     * @param state the last one that was seen
     */
    record End(How how, MoveState state) {}

    /** Reasons for which waiting ends. */
    enum How {
        REACHED,
        /** The move has come to a state in which it waits for a person. */
        NEEDS_PERSON,
        /** The move is not there any more. */
        OVER,
        TIMEOUT
    }

    /** @param timeout null to wait for as long as it takes */
    MoveWatch(Moves moves, MoveDisplay display, @Nullable Duration timeout) {
        this.moves = moves;
        this.display = display;
        this.timeout = timeout;
    }

    static Optional<MoveState> find(Moves moves, String id) throws SQLException {
        return moves.list().stream().filter(state -> state.id().equals(id)).findFirst();
    }

    /**
     * Waits.
     *
     * @param before the state before anything was asked for
     * @param goal tells what is waited for
     * @param stop tells what is not worth waiting any longer, once the phase is another one than before
     */
    End until(MoveState before, Predicate<MoveState> goal, Predicate<MoveState> stop) throws SQLException {
        long start = System.nanoTime();
        MoveState state = before;
        boolean isUnanswered = false;
        while (true) {
            try {
                Optional<MoveState> now = find(moves, before.id());
                isUnanswered = false;
                if (now.isEmpty()) {
                    return end(How.OVER, state);
                }
                state = now.get();
                display.show(state);
                if (goal.test(state)) {
                    return end(How.REACHED, state);
                }
                if (stop.test(state) && !isSamePhase(before, state)) {
                    return end(How.NEEDS_PERSON, state);
                }
            } catch (SQLException failure) {
                if (failure instanceof ShardingException) {
                    throw failure;
                }
                if (!isUnanswered) {
                    display.note(
                            "the state of the move cannot be read, and is asked for again: " + failure.getMessage());
                }
                isUnanswered = true;
            }
            if (timeout != null && System.nanoTime() - start > timeout.toNanos()) {
                return end(How.TIMEOUT, state);
            }
            sleep();
        }
    }

    private End end(How how, MoveState state) {
        display.end();
        return new End(how, state);
    }

    /** Returns true if a move goes on only if a person wants it to. */
    static boolean needsPerson(MoveState state) {
        return state.phase() == MovePhase.READY || isStopped(state);
    }

    static boolean isStopped(MoveState state) {
        return state.phase() == MovePhase.HALTED || state.phase() == MovePhase.FAILED;
    }

    private static boolean isSamePhase(MoveState before, MoveState now) {
        return before.phase() == now.phase() && before.phaseSince().equals(now.phaseSince());
    }

    /** Waits for a moment. */
    static void sleep() {
        try {
            Thread.sleep(LOOK_MILLIS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The command was interrupted", stop);
        }
    }
}

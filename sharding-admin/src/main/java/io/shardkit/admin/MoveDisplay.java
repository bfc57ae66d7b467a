package io.shardkit.admin;

import io.shardkit.move.MovePhase;
import io.shardkit.move.MoveState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shows a move while it goes on: a line that is printed over on a terminal, lines for a log, or objects. Used by one thread.
 */
final class MoveDisplay {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
    private static final Duration BETWEEN_OBJECTS = Duration.ofSeconds(1);
    private static final String OVER = "\r\u001b[K";
    private static final int LONGEST_BAR = 24;
    private static final int SHORTEST_BAR = 8;

    /** The characters around a bar, and the last column of the terminal. */
    private static final int AROUND = 4;

    private static final int HUNDRED = 100;

    private final Output output;
    private final boolean live;
    private final int width;
    private @Nullable MoveState last;
    private long printedAt;
    private boolean isOpen;

    private MoveDisplay(Output output, boolean live, int width) {
        this.output = output;
        this.live = live && !output.json();
        this.width = width;
    }

    /** For one move, which has the terminal to itself. */
    static MoveDisplay of(Output output, Terminal terminal) {
        return new MoveDisplay(output, terminal.live(), terminal.width());
    }

    /** For one of several moves. */
    static MoveDisplay amongOthers(Output output) {
        return new MoveDisplay(output, false, 0);
    }

    /** Shows a state, if it tells something new. */
    void show(MoveState state) {
        MoveState before = last;
        boolean isNewPhase = before == null
                || before.phase() != state.phase()
                || !before.phaseSince().equals(state.phaseSince());
        List<String> notes = notes(before, state);
        if (live) {
            showLive(state, isNewPhase, notes);
        } else if (isNewPhase || !notes.isEmpty() || isTime(state)) {
            output.object("move", state);
            output.say(MoveText.second(Instant.now()) + "  " + state.id() + "  " + line(state));
            notes.forEach(output::say);
            printedAt = System.nanoTime();
        }
        last = state;
    }

    private boolean isTime(MoveState state) {
        Duration between = output.json() ? BETWEEN_OBJECTS : BETWEEN_LINES;
        return !state.equals(last) && System.nanoTime() - printedAt > between.toNanos();
    }

    private void showLive(MoveState state, boolean isNewPhase, List<String> notes) {
        if (isOpen && (isNewPhase || !notes.isEmpty())) {
            output.out().println();
            isOpen = false;
        }
        notes.forEach(output.out()::println);
        String line = line(state);
        output.out().print(OVER + line.substring(0, Math.min(line.length(), width - 1)));
        output.out().flush();
        isOpen = true;
    }

    /** Returns what stands in the way, where that is news. */
    private static List<String> notes(@Nullable MoveState before, MoveState state) {
        List<String> notes = new ArrayList<>();
        boolean isSaid = state.phase() == MovePhase.FAILED
                || (before != null && before.message().equals(state.message()));
        if (!isSaid && !state.message().isEmpty()) {
            notes.add("    in the way: " + state.message());
        }
        if (before == null || !before.holders().equals(state.holders())) {
            state.holders().forEach(holder -> notes.add("    held by: " + holder));
        }
        return notes;
    }

    private String line(MoveState state) {
        String phase = String.format("%-9s  ", state.phase().word());
        if (!live || state.phase() != MovePhase.COPYING) {
            return phase + MoveText.progress(state);
        }
        String figures = MoveText.figures(state);
        int bar = Math.min(LONGEST_BAR, width - phase.length() - figures.length() - AROUND);
        int done = MoveText.percent(state) * bar / HUNDRED;
        return bar < SHORTEST_BAR
                ? phase + figures
                : phase + "[" + "#".repeat(done) + ".".repeat(bar - done) + "] " + figures;
    }

    /** Leaves the line as it is; whatever is printed then is below it. */
    void end() {
        if (isOpen) {
            output.out().println();
            isOpen = false;
        }
    }

    /** Shows a line that is not about the move itself. */
    void note(String text) {
        end();
        output.say("    " + text);
    }
}

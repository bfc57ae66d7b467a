package io.shardkit.admin;

import io.shardkit.move.MovePhase;
import io.shardkit.move.MoveState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** Words about moves, for people. */
final class MoveText {
    private static final int HUNDRED = 100;
    private static final int THOUSAND = 1000;
    private static final String[] UNITS = {"bytes", "KB", "MB", "GB", "TB"};

    private MoveText() {}

    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    static String bytes(long value) {
        if (value <= 0) {
            return "size not known";
        }
        double size = value;
        int unit = 0;
        while (size >= THOUSAND && unit < UNITS.length - 1) {
            size /= THOUSAND;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", size, UNITS[unit]);
    }

    static String ago(long millis) {
        return duration(Math.max(
                        0,
                        Duration.ofMillis(System.currentTimeMillis() - millis).toSeconds())) + " ago";
    }

    /** Returns a number of seconds as people say it. */
    static String duration(long seconds) {
        Duration duration = Duration.ofSeconds(seconds);
        if (duration.toDays() > 0) {
            return duration.toDays() + " d " + duration.toHoursPart() + " h";
        }
        if (duration.toHours() > 0) {
            return duration.toHours() + " h " + duration.toMinutesPart() + " min";
        }
        if (duration.toMinutes() > 0) {
            return duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
        }
        return seconds + " s";
    }

    static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f s", millis / (double) THOUSAND);
    }

    static int percent(MoveState state) {
        return (int) (state.total() == 0 ? 0 : Math.min(HUNDRED, state.rows() * HUNDRED / state.total()));
    }

    static String names(List<String> names) {
        return String.join(", ", names);
    }

    /** Returns the units in an order that stays the same; the tables if their rows move to where another rule has them. */
    static String units(MoveState state) {
        return isReshard(state)
                ? names(state.tables())
                : names(state.units().stream().sorted().toList());
    }

    /** Returns what a move that begins is to do. */
    static String aim(MoveState state) {
        return isAlter(state) ? units(state) + " (" + state.alter() + ")" : units(state) + " to " + names(state.to());
    }

    private static boolean isReshard(MoveState state) {
        return !state.tables().isEmpty();
    }

    private static boolean isAlter(MoveState state) {
        return !state.alter().isEmpty();
    }

    /** Returns the actual tables without their data sources. */
    static String tables(MoveState state) {
        return isReshard(state)
                ? names(state.tables())
                : names(state.units().stream()
                        .sorted()
                        .map(unit -> unit.substring(unit.indexOf('.') + 1))
                        .toList());
    }

    /** Returns what is not in use after the switch, and kept up to date. */
    static String copies(MoveState state) {
        if (isAlter(state)) {
            return "what is left of " + names(state.tables()) + " as it " + (state.back() ? "would be" : "was") + " on "
                    + names(state.to());
        }
        return isReshard(state)
                ? "the actual tables of " + names(state.tables()) + " by the " + (state.back() ? "wanted" : "former")
                        + " rule on " + names(state.to())
                : "the copies of " + tables(state) + " at " + names(state.to());
    }

    static String rows(MoveState state) {
        return percent(state) + " %, " + number(state.rows()) + " of about " + number(state.total()) + " rows"
                + (state.bytes() == 0
                        ? ""
                        : ", about " + bytes(state.bytes()) + " of " + bytes(state.totalBytes())
                                + " by the databases' statistics")
                + (state.rowsPerSecond() == 0 ? "" : ", " + number(state.rowsPerSecond()) + " rows/s")
                + (state.secondsLeft() == 0 ? "" : ", at that rate about " + duration(state.secondsLeft()) + " left");
    }

    /** Returns the same as {@link #rows} in fewer words. */
    static String figures(MoveState state) {
        return percent(state) + " %  " + number(state.rows()) + "/" + number(state.total()) + " rows"
                + (state.bytes() == 0 ? "" : "  " + bytes(state.bytes()) + "/" + bytes(state.totalBytes()))
                + (state.rowsPerSecond() == 0 ? "" : "  " + number(state.rowsPerSecond()) + "/s")
                + (state.secondsLeft() == 0 ? "" : "  " + duration(state.secondsLeft()) + " left");
    }

    static String journal(MoveState state) {
        return state.journal() == 0
                ? "no changes to copy again"
                : number(state.journal()) + " changes to copy again, the oldest " + seconds(state.lagMillis()) + " old";
    }

    static String switches(MoveState state) {
        if (state.switches() == 0) {
            return "none";
        }
        return state.switches()
                + (state.switches() == 1 ? " attempt" : " attempts")
                + (state.undone() == 0 ? "" : ", " + state.undone() + " undone")
                + (state.pauseMillis() == 0
                        ? ""
                        : ", transactions held for " + state.pauseMillis() + " ms in the last");
    }

    /** Returns how far a move is, in a line. */
    static String progress(MoveState state) {
        return switch (state.phase()) {
            case PREPARING -> "target tables and journals are made";
            case COPYING, ALTERING -> rows(state);
            case FOLLOWING -> journal(state);
            case VERIFYING ->
                "source and target are compared row by row"
                        + (state.repaired() == 0 ? "" : ", " + number(state.repaired()) + " rows were copied again");
            case READY -> "all rows are at " + names(state.to()) + ", " + journal(state);
            case SWITCHING -> switches(state);
            case SWITCHED -> "in use at " + names(state.from()) + ", " + journal(state);
            case HALTED -> rows(state);
            case FAILED -> state.message();
        };
    }

    /** Returns what a move waits for, and what a person can do; empty if it needs nothing. */
    static List<String> next(MoveState state) {
        String id = state.id();
        String from = names(state.from());
        String to = names(state.to());
        return switch (state.phase()) {
            case READY ->
                List.of(
                        isAlter(state)
                                ? "The altered tables are ready; those that are in use are as they were."
                                : isReshard(state)
                                        ? "All rows are where the wanted rule has them, and changes follow; the present one is"
                                                + " still in use."
                                        : "All rows are at " + to + ", and changes follow them; " + from
                                                + " is still in use.",
                        "  Switch:         moves switch " + id,
                        "  End it:         moves cancel " + id);
            case SWITCHED -> switched(state);
            case HALTED ->
                List.of(
                        "Move " + id + " is halted; " + from + " is in use, and changes are still written to journals.",
                        "  Go on:          moves resume " + id,
                        "  End it:         moves cancel " + id);
            case FAILED ->
                List.of(
                        "Move " + id + " has failed, and waits; " + from + " is in use as before, nothing is lost.",
                        "  Put this right: " + state.message(),
                        "  Then go on:     moves resume " + id,
                        "  Or end it:      moves cancel " + id);
            default -> List.of();
        };
    }

    private static List<String> switched(MoveState state) {
        String since = state.epoch() == 0 ? "" : " since epoch " + state.epoch();
        String now = tables(state) + place(state) + since + held(state) + ".";
        if (!state.oneWay().isEmpty()) {
            return List.of(
                    now,
                    "There is no way back: " + state.oneWay() + ".",
                    "  End it:         moves complete " + state.id());
        }
        return List.of(
                now,
                (isAlter(state)
                                ? names(state.tables()) + " as it " + (state.back() ? "would be" : "was") + " is"
                                : (isReshard(state) ? capital(copies(state)) : "The copies at " + names(state.to()))
                                        + " are")
                        + " kept up to date until you decide:",
                "  Go back:        moves back " + state.id(),
                "  End it:         moves complete " + state.id() + "   (drops them, and there is no way back then)");
    }

    private static String place(MoveState state) {
        if (isAlter(state)) {
            return state.back() ? " is as it was" : " is altered";
        }
        if (isReshard(state)) {
            return (state.back()
                            ? " are back where the former rule has them, on "
                            : " are where the wanted rule has them, on ")
                    + names(state.from());
        }
        return (state.back() ? " are back at " : " are at ") + names(state.from());
    }

    private static String capital(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private static String held(MoveState state) {
        return state.pauseMillis() == 0
                ? ""
                : "; new transactions on them were held for " + state.pauseMillis() + " ms";
    }

    /** Returns all that is known of a move. */
    static List<String> details(MoveState state) {
        TextTable table = new TextTable("move", state.id() + (state.back() ? ", going back" : ""));
        table.row("phase", state.phase().word() + " since " + second(state.phaseSince()));
        table.row(isReshard(state) ? "tables" : "units", units(state));
        if (isAlter(state)) {
            table.row("alter", state.alter());
        }
        table.row(state.phase() == MovePhase.SWITCHED ? "now at" : "from", names(state.from()));
        table.row(state.phase() == MovePhase.SWITCHED ? "copies at" : "to", names(state.to()));
        if (state.phase() != MovePhase.SWITCHED) {
            table.row("rows", rows(state));
        }
        table.row("journal", journal(state));
        table.row("repaired", number(state.repaired()) + " rows that differed and were copied again");
        table.row("switches", switches(state));
        table.row("epoch", state.epoch() == 0 ? "not switched" : Long.toString(state.epoch()));
        table.row("begun", second(state.startedAt()));
        table.row("worker", state.worker().isEmpty() ? "none yet" : state.worker());
        if (!state.message().isEmpty()) {
            table.row("in the way", state.message());
        }
        state.holders().forEach(holder -> table.row("held by", holder));
        return table.lines();
    }

    static String second(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}

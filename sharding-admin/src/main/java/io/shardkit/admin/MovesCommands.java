package io.shardkit.admin;

import io.shardkit.membership.Change;
import io.shardkit.membership.RuleChange;
import io.shardkit.move.AlterRequest;
import io.shardkit.move.MovePhase;
import io.shardkit.move.MoveReport;
import io.shardkit.move.MoveState;
import io.shardkit.move.Moves;
import io.shardkit.observe.StatementForecast;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Moves units between data sources. */
@Command(
        name = "moves",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description =
                "Moves actual tables to other data sources, and rows to where another rule has them, while they are"
                        + " used.")
final class MovesCommands {
    private static final String ID = "the move, as 'moves list' names it";

    private final ShardingAdmin admin;

    MovesCommands(ShardingAdmin admin) {
        this.admin = admin;
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Tells what a move would do, and what stands in its way. Nothing is changed.")
    int check(@Mixin MoveOptions options) throws SQLException {
        MoveWish wish = options.wish();
        try (OpenInstance instance = admin.open(options.nextFile())) {
            return isPossible(instance, wish) ? Exit.DONE : Exit.REFUSED;
        }
    }

    private boolean isPossible(OpenInstance instance, MoveWish wish) throws SQLException {
        MoveReport report = wish.check(instance.moves());
        List<StatementForecast> statements = wish.forecast(instance.dataSource());
        Output output = admin.output();
        List<MoveReport.Unit> units = new ArrayList<>(report.units());
        units.sort(Comparator.comparing(MoveReport.Unit::unit));
        units.forEach(unit -> output.object("unit", unit));
        report.tables().forEach(table -> output.object("table", ReportText.fields(table)));
        output.object(
                "check",
                Map.of(
                        "rows", report.rows(),
                        "bytes", report.bytes(),
                        "errors", report.errors(),
                        "warnings", report.warnings()));
        ReportText.lines(report, units).forEach(output::say);
        for (StatementForecast each : statements) {
            output.object("statement", each);
            output.say("statement: " + each.sql() + ": " + each.then() + " instead of " + each.now()
                    + (each.reason().isEmpty() ? "" : ": " + each.reason()));
        }
        report.warnings().forEach(warning -> output.say("note: " + warning));
        report.errors().forEach(error -> output.say("in the way: " + error));
        output.say(
                report.errors().isEmpty()
                        ? "Nothing stands in the way."
                        : "The move cannot begin. Nothing was changed.");
        return report.errors().isEmpty();
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Begins a move, and waits until the units are at the target. It goes on if the command ends.")
    int start(
            @Mixin MoveOptions options,
            @Option(names = "--dry-run", description = "only checks, as 'moves check' does") boolean dryRun,
            @Mixin WaitOptions wait)
            throws SQLException {
        return begun(options.wish(), options.nextFile(), dryRun, wait);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Gives the rows with one sharding value actual tables of their own, on a data source of your"
                    + " choice, and waits until they are there.")
    int isolate(
            @Mixin KeyOptions key,
            @Option(
                            names = "--to",
                            required = true,
                            paramLabel = "DATA-SOURCE",
                            description = "the data source that gets the rows")
                    String to,
            @Option(
                            names = "--name",
                            paramLabel = "NAME",
                            description = "the actual table, such as t_order_vip (default: made of the key)")
                    @Nullable String name,
            @Mixin SpeedOptions speed,
            @Mixin WaitOptions wait)
            throws SQLException {
        return begun(key.isolating(to, name, speed), null, key.dryRun(), wait);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Has the algorithm place the rows with one sharding value again, which 'moves isolate' gave"
                    + " actual tables of their own.")
    int release(@Mixin KeyOptions key, @Mixin SpeedOptions speed, @Mixin WaitOptions wait) throws SQLException {
        return begun(key.releasing(speed), null, key.dryRun(), wait);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description =
                    "Alters a sharded table on all data sources while it is used: in place where the databases can,"
                            + " else by copying its rows to altered tables.")
    int alter(
            @Parameters(paramLabel = "TABLE", description = "the logical table, such as t_order") String table,
            @Parameters(
                            paramLabel = "CLAUSES",
                            description =
                                    "what follows ALTER TABLE and the name, such as \"ADD COLUMN note VARCHAR(20)\"")
                    String clauses,
            @Option(names = "--check", description = "only checks; nothing is changed") boolean check,
            @Mixin SpeedOptions speed,
            @Mixin WaitOptions wait)
            throws SQLException {
        return begun(MoveWish.of(speed.of(AlterRequest.of(table, clauses))), null, check, wait);
    }

    private int begun(MoveWish wish, @Nullable String next, boolean dryRun, WaitOptions wait) throws SQLException {
        try (OpenInstance instance = admin.open(next)) {
            Moves moves = instance.moves();
            if (!isPossible(instance, wish)) {
                return Exit.REFUSED;
            }
            if (dryRun) {
                return Exit.DONE;
            }
            String id = wish.start(moves);
            MoveState begun = moves.state(id);
            admin.output().say("Move " + id + " of " + MoveText.aim(begun) + " begins.");
            Goal goal =
                    new Goal(state -> state.phase() == MovePhase.SWITCHED || state.phase() == MovePhase.READY, null);
            return await(instance, begun, goal, wait);
        }
    }

    @Command(mixinStandardHelpOptions = true, description = "Lists the moves that are not complete.")
    int list() throws SQLException {
        Output output = admin.output();
        try (OpenInstance instance = admin.open()) {
            List<MoveState> states = instance.moves().list();
            TextTable table = new TextTable("ID", "PHASE", "SINCE", "UNITS", "FROM", "TO", "PROGRESS");
            for (MoveState state : states) {
                output.object("move", state);
                table.row(
                        state.id(),
                        state.phase().word(),
                        MoveText.ago(state.phaseSince().toEpochMilli()),
                        MoveText.units(state),
                        MoveText.names(state.from()),
                        MoveText.names(state.to()),
                        MoveText.progress(state));
            }
            if (states.isEmpty()) {
                output.say("There are no moves.");
            } else {
                table.lines().forEach(output::say);
            }
            return Exit.DONE;
        }
    }

    @Command(mixinStandardHelpOptions = true, description = "Shows a move. Ends with 3 if it waits for a person.")
    int status(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Option(names = "--watch", description = "goes on until the move is over, or waits for a person")
                    boolean watch)
            throws SQLException {
        Output output = admin.output();
        try (OpenInstance instance = admin.open()) {
            MoveState state = instance.moves().state(id);
            if (watch && isUnderWay(state)) {
                Goal goal = new Goal(
                        now -> now.phase() == MovePhase.SWITCHED,
                        MoveWatch::needsPerson,
                        "Move " + id + " is over: it was cancelled, or completed.");
                return await(instance, state, goal, new WaitOptions());
            }
            output.object("move", state);
            MoveText.details(state).forEach(output::say);
            MoveText.next(state).forEach(output::say);
            return MoveWatch.needsPerson(state) ? Exit.WAITS : Exit.DONE;
        }
    }

    private static boolean isUnderWay(MoveState state) {
        return state.phase() != MovePhase.SWITCHED && !MoveWatch.needsPerson(state);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Holds a move before its switch. Changes are still written to its journals.")
    int halt(@Parameters(paramLabel = "ID", description = ID) String id, @Mixin WaitOptions wait) throws SQLException {
        return ask(id, Moves::halt, before -> new Goal(now -> now.phase() == MovePhase.HALTED, null), wait);
    }

    @Command(mixinStandardHelpOptions = true, description = "Goes on with a move that is halted, or has failed.")
    int resume(@Parameters(paramLabel = "ID", description = ID) String id, @Mixin WaitOptions wait)
            throws SQLException {
        return ask(
                id,
                Moves::resume,
                before -> new Goal(now -> now.phase() != MovePhase.HALTED && now.phase() != MovePhase.FAILED, null),
                wait);
    }

    @Command(
            name = "switch",
            mixinStandardHelpOptions = true,
            description = "Switches a move that was started with --switch-by-hand; asked for early, as soon as all rows"
                    + " are at the target.")
    int switchNow(@Parameters(paramLabel = "ID", description = ID) String id, @Mixin WaitOptions wait)
            throws SQLException {
        return ask(id, Moves::switchNow, before -> new Goal(now -> now.phase() == MovePhase.SWITCHED, null), wait);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description =
                    "Ends a move before its switch: its tables stay where they are, and what it has made is dropped."
                            + " If it is on its way back, the tables stay where they went.")
    int cancel(@Parameters(paramLabel = "ID", description = ID) String id, @Mixin WaitOptions wait)
            throws SQLException {
        return ask(
                id,
                Moves::cancel,
                before -> new Goal(
                        now -> now.phase() == MovePhase.SWITCHED,
                        "Move " + id + " is cancelled: " + MoveText.units(before)
                                + " are where they were, and what it had made is dropped."),
                wait);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description =
                    "Brings the units back to where they came from, with all that was written since; asked for once"
                            + " more, they go to the target again.")
    int back(@Parameters(paramLabel = "ID", description = ID) String id, @Mixin WaitOptions wait) throws SQLException {
        return ask(
                id,
                Moves::goBack,
                before -> new Goal(now -> now.phase() == MovePhase.SWITCHED && now.back() != before.back(), null),
                wait);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Closes the way back: the tables that are not in use any more are dropped.")
    int complete(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Option(
                            names = {"-y", "--yes"},
                            description = "does not ask before")
                    boolean yes,
            @Mixin WaitOptions wait)
            throws SQLException {
        try (OpenInstance instance = admin.open()) {
            MoveState state = instance.moves().state(id);
            String copies = MoveText.copies(state);
            if (state.phase() == MovePhase.SWITCHED && !yes) {
                BufferedReader in = admin.terminal().in();
                if (in == null) {
                    admin.terminal()
                            .err()
                            .println("Nothing was dropped: add --yes to drop " + copies + " without being asked.");
                    return Exit.USAGE;
                }
                if (!isConfirmed(in, copies)) {
                    admin.terminal().err().println("Nothing was dropped.");
                    return Exit.WAITS;
                }
            }
            instance.moves().complete(id);
            Goal goal = new Goal(
                    now -> false, "Move " + id + " is complete: " + copies + " are dropped, and there is no way back.");
            return await(instance, state, goal, wait);
        }
    }

    private boolean isConfirmed(BufferedReader in, String copies) {
        admin.terminal().err().print("This drops " + copies + "; there is no way back then. Drop them? [y/N] ");
        admin.terminal().err().flush();
        try {
            String answer = in.readLine();
            return answer != null && List.of("y", "yes").contains(answer.strip().toLowerCase(Locale.ROOT));
        } catch (IOException unread) {
            throw new UncheckedIOException(unread);
        }
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Works on the moves until none can go on by itself: for times when no instance of the"
                    + " application runs. Ends with 3 if one waits for a person.")
    int work() throws SQLException {
        try (OpenInstance instance = admin.open()) {
            Moves moves = instance.moves();
            moves.worker().wake();
            Map<String, MoveDisplay> displays = new HashMap<>();
            while (true) {
                boolean isAsked = RuleChange.all(instance.membership()).stream().anyMatch(MovesCommands::isAsked);
                List<MoveState> states = moves.list();
                states.forEach(
                        state -> displays.computeIfAbsent(state.id(), any -> MoveDisplay.amongOthers(admin.output()))
                                .show(state));
                if (!isAsked && states.stream().noneMatch(MovesCommands::isUnderWay)) {
                    states.forEach(state -> MoveText.next(state).forEach(admin.output()::say));
                    admin.output().say("No move goes on by itself.");
                    return states.stream().anyMatch(MoveWatch::needsPerson) ? Exit.WAITS : Exit.DONE;
                }
                MoveWatch.sleep();
            }
        }
    }

    private static boolean isAsked(Change change) {
        return !change.request().isEmpty();
    }

    /**
     * A state that is waited for.
     *
     * @param stop states in which the move waits for a person instead
     * @param over what is said if the move is not there any more; null if that is not what was asked for
     */
    private record Goal(Predicate<MoveState> reached, Predicate<MoveState> stop, @Nullable String over) {
        Goal(Predicate<MoveState> reached, @Nullable String over) {
            this(reached, MoveWatch::isStopped, over);
        }
    }

    /** Asks the worker of a move for something. */
    private interface Wish {
        void ask(Moves moves, String id) throws SQLException;
    }

    /** Makes a goal from the state before. */
    private interface Aim {
        Goal from(MoveState before);
    }

    private int ask(String id, Wish wish, Aim aim, WaitOptions wait) throws SQLException {
        try (OpenInstance instance = admin.open()) {
            Moves moves = instance.moves();
            MoveState before = moves.state(id);
            wish.ask(moves, id);
            return await(instance, before, aim.from(before), wait);
        }
    }

    private int await(OpenInstance instance, MoveState before, Goal goal, WaitOptions wait) throws SQLException {
        Output output = admin.output();
        String id = before.id();
        if (wait.detach()) {
            output.object("move", before);
            output.say(onward(instance, id));
            return Exit.DONE;
        }
        admin.onInterrupt(() -> onward(instance, id));
        MoveWatch.End end = new MoveWatch(instance.moves(), MoveDisplay.of(output, admin.terminal()), wait.timeout())
                .until(before, goal.reached(), goal.stop());
        admin.onInterrupt(null);
        return switch (end.how()) {
            case REACHED -> {
                MoveText.next(end.state()).forEach(output::say);
                yield Exit.DONE;
            }
            case NEEDS_PERSON -> {
                MoveText.next(end.state()).forEach(output::say);
                yield Exit.WAITS;
            }
            case OVER -> over(id, goal);
            case TIMEOUT -> {
                Duration waited = wait.timeout();
                output.object("timeout", Map.of("id", id));
                output.say("After " + MoveText.duration(waited == null ? 0 : waited.toSeconds()) + ": "
                        + onward(instance, id));
                yield Exit.WAITS;
            }
        };
    }

    private int over(String id, Goal goal) {
        Output output = admin.output();
        output.object("over", Map.of("id", id));
        String text = goal.over();
        if (text == null) {
            output.say("Move " + id + " is not there any more: it was cancelled, or completed.");
            return Exit.WAITS;
        }
        output.say(text);
        return Exit.DONE;
    }

    /** Returns who goes on with a move without this command. */
    private static String onward(OpenInstance instance, String id) throws SQLException {
        List<String> others = instance.others();
        String who = others.isEmpty()
                ? "Move " + id + " waits until an instance of the application runs, or 'moves work' does."
                : "Move " + id + " goes on without this command: in " + MoveText.names(others) + ".";
        return String.join(
                System.lineSeparator(),
                who,
                "  Watch it:       moves status " + id + " --watch",
                "  End it:         moves cancel " + id);
    }
}

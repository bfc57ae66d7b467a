package io.shardkit.admin;

import io.shardkit.move.MoveRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say what is to move: units to a data source, or the rows of tables to where another rule has them. */
final class MoveOptions {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(
            names = "--unit",
            split = ",",
            paramLabel = "UNIT",
            description =
                    "an actual table with its data source, such as ds0.t_order_3; tables that are bound with it move"
                            + " with it")
    private List<String> units = new ArrayList<>();

    @Option(names = "--to", paramLabel = "DATA-SOURCE", description = "the data source that gets the units")
    private @Nullable String to;

    @Option(
            names = "--next",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "FILE",
            description =
                    "has tables as sharding.next says, instead of --unit and --to; with a file, as its block 'sharding'"
                            + " says")
    private @Nullable String next;

    @Option(
            names = "--table",
            split = ",",
            paramLabel = "TABLE",
            description = "with --next: a logical table, and those that are bound with it (default: all that differ)")
    private List<String> tables = new ArrayList<>();

    @Option(
            names = "--statements",
            paramLabel = "FILE",
            description =
                    "with --next: a file of statements, each of which ends with a semicolon; those that would run in"
                            + " another way are listed")
    private @Nullable Path statements;

    @Mixin
    private SpeedOptions speed = new SpeedOptions();

    /** Returns the other file with the wanted rule; null if there is none. */
    @Nullable String nextFile() {
        return next == null || next.isEmpty() ? null : next;
    }

    /** @throws ParameterException if options are missing, or do not fit together */
    MoveWish wish() {
        String target = to;
        if (next != null || !tables.isEmpty()) {
            if (!units.isEmpty() || target != null) {
                throw wrong("--unit and --to move units as they are; --next and --table go without them");
            }
            return MoveWish.of(moves -> speed.of(moves.wanted(tables)), statements());
        }
        if (units.isEmpty() || target == null) {
            throw wrong("Missing required option: '--unit UNIT' with '--to DATA-SOURCE', or '--next [FILE]'");
        }
        return MoveWish.of(new MoveRequest(units, target, speed.switchByHand(), speed.rowsPerSecond()));
    }

    /** Returns the statements of the file, as they are written. */
    private List<String> statements() {
        Path file = statements;
        if (file == null) {
            return List.of();
        }
        try {
            return Stream.of(Files.readString(file).split(";\\s*(\\R|$)"))
                    .map(String::strip)
                    .filter(each -> !each.isEmpty())
                    .toList();
        } catch (IOException unread) {
            throw wrong("The file " + file + " cannot be read: " + unread);
        }
    }

    private ParameterException wrong(String why) {
        if (command == null) {
            throw new IllegalStateException(why);
        }
        return new ParameterException(command.commandLine(), why);
    }
}

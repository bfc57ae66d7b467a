package io.shardkit.admin;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a sharding value. */
final class KeyOptions {
    @Option(
            names = "--table",
            required = true,
            paramLabel = "TABLE",
            description = "a logical table; those that are bound with it are meant, too")
    private String table = "";

    @Option(
            names = "--key",
            required = true,
            paramLabel = "KEY",
            description = "a value of its sharding column, such as 42 or 2024-01-31")
    private String key = "";

    @Option(names = "--dry-run", description = "only checks; nothing is changed")
    private boolean dryRun;

    MoveWish isolating(String to, @Nullable String name, SpeedOptions speed) {
        return MoveWish.of(moves -> speed.of(moves.isolating(table, key, to, name)));
    }

    MoveWish releasing(SpeedOptions speed) {
        return MoveWish.of(moves -> speed.of(moves.releasing(table, key)));
    }

    boolean dryRun() {
        return dryRun;
    }
}

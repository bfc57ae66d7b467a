package io.shardkit.admin;

import io.shardkit.observe.RestorePoint;
import io.shardkit.restore.RestorePoints;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a restore point, or shows those that were made. */
@Command(
        name = "restore-point",
        mixinStandardHelpOptions = true,
        description =
                "Makes a restore point: the positions of all data sources at a moment at which no commit over several"
                        + " of them is half done. Without a name it lists those that were made.")
final class RestorePointCommand implements Callable<Integer> {
    private final ShardingAdmin admin;

    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "its name")
    private @Nullable String name;

    @Option(
            names = "--without-silent",
            description =
                    "goes on without instances that have told nothing for a while and never said that they end: only"
                            + " if their processes have ended")
    private boolean withoutSilent;

    RestorePointCommand(ShardingAdmin admin) {
        this.admin = admin;
    }

    @Override
    public Integer call() throws SQLException {
        try (OpenInstance instance = admin.open()) {
            RestorePoints points = instance.dataSource().restorePoints();
            List<RestorePoint> shown = name == null ? points.list() : List.of(points.create(name, withoutSilent));
            Output output = admin.output();
            for (RestorePoint each : shown) {
                output.say(each.name() + " of " + each.madeAt() + ", epoch " + each.epoch() + ", commits held for "
                        + each.held().toMillis() + " ms");
                each.positions().forEach((source, position) -> output.say("  " + source + "  " + position));
                output.object("restore-point", each);
            }
            if (shown.isEmpty()) {
                output.say("No restore point was made");
            }
            return Exit.DONE;
        }
    }
}

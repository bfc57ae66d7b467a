package io.shardkit.admin;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.InDoubtTransaction;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the parts of atomic transactions that are prepared and not ended, and ends them on request. */
@Command(
        name = "in-doubt",
        mixinStandardHelpOptions = true,
        description = "Lists the parts of atomic transactions that are prepared and not ended. Ends with 3 if there are"
                + " any.")
final class InDoubtCommand implements Callable<Integer> {
    private final ShardingAdmin admin;

    @Option(
            names = "--recover",
            description = "ends them first, whatever their age: what no process has decided to commit is rolled back")
    private boolean recover;

    InDoubtCommand(ShardingAdmin admin) {
        this.admin = admin;
    }

    @Override
    public Integer call() throws SQLException {
        Output output = admin.output();
        try (OpenInstance instance = admin.open()) {
            ShardingDataSource logical = instance.dataSource();
            List<InDoubtTransaction> left = recover ? logical.recover() : logical.lookForInDoubt();
            for (InDoubtTransaction each : left) {
                output.say(each.dataSource() + ": " + each.name()
                        + (each.problem().isEmpty() ? "" : ", which could not be ended: " + each.problem()));
                output.object("in-doubt", each);
            }
            if (left.isEmpty()) {
                output.say("Nothing is in doubt");
            }
            return left.isEmpty() ? Exit.DONE : Exit.WAITS;
        }
    }
}

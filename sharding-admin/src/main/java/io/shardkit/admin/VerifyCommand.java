package io.shardkit.admin;

import io.shardkit.options.Verification;
import io.shardkit.verify.Finding;
import io.shardkit.verify.Verifier;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares the tables of the databases with the rule. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = "Compares the tables of the databases with the rule, and prints what does not fit. Ends with 3 if"
                + " there is an error among it.")
final class VerifyCommand implements Callable<Integer> {
    private final ShardingAdmin admin;

    @Option(names = "--all", description = "looks at all rows of sharded tables, and not at 1,000 of each actual table")
    private boolean all;

    VerifyCommand(ShardingAdmin admin) {
        this.admin = admin;
    }

    @Override
    public Integer call() throws SQLException {
        Output output = admin.output();
        try (OpenInstance instance = admin.open()) {
            Verifier verifier = instance.verifier();
            List<Finding> findings = all ? verifier.verifyAll() : verifier.verify(Verification.FULL);
            for (Finding finding : findings) {
                output.say(finding.severity() + " " + finding);
                output.object("finding", finding);
            }
            long errors = findings.stream().filter(Finding::isError).count();
            long warnings = findings.size() - errors;
            output.say(errors + " errors, " + warnings + " warnings");
            output.object("verified", Map.of("errors", errors, "warnings", warnings));
            return errors == 0 ? Exit.DONE : Exit.WAITS;
        }
    }
}

package io.shardkit.driver;

import io.shardkit.boot.autoconfigure.ConfiguredDataSource;
import io.shardkit.options.Verification;
import io.shardkit.verify.Finding;
import io.shardkit.verify.Verifier;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A command that compares the tables of the databases with the rule of a file, and prints what does not fit. */
public final class VerifyTables {
    private static final String ALL = "--all";

    private VerifyTables() {}

    /**
     * Prints the findings for the one file that is named, such as {@code sharding.yml}. With {@code --all} all rows of
     * sharded tables are looked at, and without it 1,000 of each actual table. Ends with 1 if there is an error among the
     * findings, and with 2 if the databases could not be looked at.
     */
    public static void main(String[] arguments) {
        int status = run(arguments, System.out, System.err);
        if (status != 0) {
            System.exit(status);
        }
    }

    static int run(String[] arguments, PrintStream out, PrintStream err) {
        List<String> files = new ArrayList<>(List.of(arguments));
        boolean all = files.remove(ALL);
        if (files.size() != 1 || files.get(0).startsWith("-")) {
            err.println("Name one file, such as sharding.yml or classpath:sharding.yml, and " + ALL
                    + " to have all rows looked at.");
            return 2;
        }
        try (ConfiguredDataSource open = CommandFile.open(files.get(0))) {
            Verifier verifier = open.verifier();
            List<Finding> findings = all ? verifier.verifyAll() : verifier.verify(Verification.FULL);
            findings.forEach(finding -> out.println(finding.severity() + " " + finding));
            long errors = findings.stream().filter(Finding::isError).count();
            out.println(errors + " errors, " + (findings.size() - errors) + " warnings");
            return errors == 0 ? 0 : 1;
        } catch (SQLException failure) {
            err.println(failure.getMessage());
            return 2;
        }
    }
}

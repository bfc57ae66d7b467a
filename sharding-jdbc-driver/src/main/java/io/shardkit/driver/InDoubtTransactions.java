package io.shardkit.driver;

import io.shardkit.boot.autoconfigure.ConfiguredDataSource;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.InDoubtTransaction;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.List;

/** A command that shows the parts of atomic transactions that are prepared and not ended, and ends them if it is told to. */
public final class InDoubtTransactions {
    private static final String RECOVER = "--recover";

    private InDoubtTransactions() {}

    /**
     * Prints what is in doubt on the databases of a file, such as {@code sharding.yml}. With {@code --recover} after it, it
     * is ended first, whatever its age: what no process has decided to commit is rolled back. Ends with 1 if something is
     * in doubt, and with 2 if that cannot be told.
     */
    public static void main(String[] arguments) {
        int status = run(arguments, System.out, System.err);
        if (status != 0) {
            System.exit(status);
        }
    }

    static int run(String[] arguments, PrintStream out, PrintStream err) {
        boolean recover = arguments.length == 2 && arguments[1].equals(RECOVER);
        if (arguments.length == 0 || arguments[0].startsWith("-") || (arguments.length > 1 && !recover)) {
            err.println("Name a file, such as sharding.yml or classpath:sharding.yml, and then --recover or nothing.");
            return 2;
        }
        try (ConfiguredDataSource open = CommandFile.open(arguments[0])) {
            ShardingDataSource logical = open.dataSource();
            List<InDoubtTransaction> left = recover ? logical.recover() : logical.lookForInDoubt();
            for (InDoubtTransaction each : left) {
                out.println(each.dataSource() + ": " + each.name()
                        + (each.problem().isEmpty() ? "" : ", which could not be ended: " + each.problem()));
            }
            if (left.isEmpty()) {
                out.println("Nothing is in doubt");
            }
            return left.isEmpty() ? 0 : 1;
        } catch (SQLException | ShardingConfigurationException failure) {
            err.println(failure.getMessage());
            return 2;
        }
    }
}

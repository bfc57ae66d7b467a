package io.shardkit.driver;

import io.shardkit.boot.autoconfigure.ConfiguredDataSource;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.jdbc.ShardingDataSource.FilledLookup;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.List;

/** A command that gives the lookup tables of tables the rows that they lack, and takes from them those of no row. */
public final class FillLookups {
    private FillLookups() {}

    /**
     * Fills the lookup tables of the tables that are named after the file, such as {@code sharding.yml t_user}, and prints
     * what it did. Others may write meanwhile. Ends with 1 if rows of a table have the same value, and with 2 if the
     * databases cannot be read or written.
     */
    public static void main(String[] arguments) {
        int status = run(arguments, System.out, System.err);
        if (status != 0) {
            System.exit(status);
        }
    }

    static int run(String[] arguments, PrintStream out, PrintStream err) {
        if (arguments.length < 2 || arguments[0].startsWith("-")) {
            err.println("Name a file, such as sharding.yml or classpath:sharding.yml, and tables with lookup tables.");
            return 2;
        }
        long taken = 0;
        try (ConfiguredDataSource open = CommandFile.open(arguments[0])) {
            for (String table : List.of(arguments).subList(1, arguments.length)) {
                if (open.dataSource().rule().lookups(table).isEmpty()) {
                    err.println("sharding.tables." + table + ".lookups is not set");
                    return 2;
                }
                for (FilledLookup filled : open.dataSource().fillLookups(table)) {
                    out.println(filled.table() + ": " + filled.added() + " rows added, " + filled.removed()
                            + " removed, " + filled.taken() + " left out as their values are there");
                    taken += filled.taken();
                }
            }
        } catch (SQLException | ShardingConfigurationException failure) {
            err.println(failure.getMessage());
            return 2;
        }
        return taken == 0 ? 0 : 1;
    }
}

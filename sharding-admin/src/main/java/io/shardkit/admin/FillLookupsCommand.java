package io.shardkit.admin;

import io.shardkit.jdbc.ShardingDataSource.FilledLookup;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Gives the lookup tables of tables the rows that they lack. */
@Command(
        name = "fill-lookups",
        mixinStandardHelpOptions = true,
        description = "Gives the lookup tables of tables the rows that they lack, and takes from them those of no row,"
                + " while others write. Ends with 3 if rows of a table have the same value.")
final class FillLookupsCommand implements Callable<Integer> {
    private final ShardingAdmin admin;

    @Parameters(arity = "1..*", paramLabel = "TABLE", description = "tables that have lookup tables")
    private List<String> tables = new ArrayList<>();

    FillLookupsCommand(ShardingAdmin admin) {
        this.admin = admin;
    }

    @Override
    public Integer call() throws SQLException {
        Output output = admin.output();
        long taken = 0;
        try (OpenInstance instance = admin.open()) {
            for (String table : tables) {
                if (instance.dataSource().rule().lookups(table).isEmpty()) {
                    throw new SQLException("sharding.tables." + table + ".lookups is not set");
                }
            }
            for (String table : tables) {
                for (FilledLookup filled : instance.dataSource().fillLookups(table)) {
                    output.say(filled.table() + ": " + filled.added() + " rows added, " + filled.removed()
                            + " removed, " + filled.taken() + " left out as their values are there");
                    output.object("lookup", filled);
                    taken += filled.taken();
                }
            }
        }
        return taken == 0 ? Exit.DONE : Exit.WAITS;
    }
}

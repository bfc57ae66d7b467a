package io.shardkit.benchmarks.database;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Pools;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.LongStream;

/** The table of sysbench, once on each data source. */
public final class SysbenchTables {
    /** The number of rows; their ids count from 0. */
    public static final int ROWS = Databases.rows(20_000);

    /** The logical table. */
    public static final List<Layout> LAYOUTS =
            List.of(Layout.perServer("sbtest1", "sbtest1_", "id", new ModAlgorithm(Databases.SOURCES)));

    private static final String[] TEXTS = new String[64];
    private static final String PAD = "67847967377-48000963322-62604785301-91415491898-96926520291";

    static {
        for (int i = 0; i < TEXTS.length; i++) {
            String group = 68_487_932_199L + i + "-";
            TEXTS[i] = group.repeat(10).substring(0, 119);
        }
    }

    private SysbenchTables() {}

    /** Returns the data source of a row. */
    public static int source(long id) {
        return (int) (id & 1);
    }

    /** A text of column c, any number. */
    public static String text(long number) {
        return TEXTS[(int) (number & 63)];
    }

    /** Sets id, k, c and pad. */
    public static void bind(PreparedStatement statement, int first, long id) throws SQLException {
        statement.setLong(first, id);
        statement.setInt(first + 1, (int) (id * 7919 % ROWS));
        statement.setString(first + 2, text(id));
        statement.setString(first + 3, PAD);
    }

    /** Makes the tables anew and fills them. */
    public static void create(Pools pools) throws SQLException {
        for (int source = 0; source < Databases.SOURCES; source++) {
            int own = source;
            String table = LAYOUTS.get(0).actual(0);
            pools.execute(
                    source,
                    "DROP TABLE IF EXISTS " + table,
                    "CREATE TABLE " + table + " (id BIGINT NOT NULL PRIMARY KEY, k INTEGER NOT NULL,"
                            + " c VARCHAR(120) NOT NULL, pad VARCHAR(60) NOT NULL)",
                    "CREATE INDEX k_" + table + " ON " + table + " (k)");
            Rows.insert(
                    pools.source(source),
                    table,
                    4,
                    LongStream.range(0, ROWS).filter(id -> source(id) == own),
                    SysbenchTables::bind);
        }
        Databases.analyze(pools, LAYOUTS);
    }
}

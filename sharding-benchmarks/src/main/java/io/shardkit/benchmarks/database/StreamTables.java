package io.shardkit.benchmarks.database;

import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Pools;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.LongStream;

/** A million orders in eight tables, and the same in one table that is not sharded. */
public final class StreamTables {
    /** The table that is not sharded; it lies on the first data source. */
    public static final String UNSHARDED = "t_stream_all";

    /** The logical table. */
    public static final String LOGICAL = "t_stream";

    /** The layout of the rows. */
    public static final List<Layout> LAYOUTS = List.of(OrderTables.layout(LOGICAL));

    private static final int ROWS = Databases.rows(1_000_000);

    private StreamTables() {}

    /** An actual table of each data source. */
    public static String actual(int suffix) {
        return LAYOUTS.get(0).actual(suffix);
    }

    /** Makes and fills the tables, unless they are there from an earlier run on the same server. */
    public static void create(Pools pools) throws SQLException {
        if (complete(pools)) {
            return;
        }
        for (int source = 0; source < Databases.SOURCES; source++) {
            for (int suffix = 0; suffix < OrderTables.TABLES; suffix++) {
                fill(pools, source, actual(suffix), OrderTables.orders(ROWS, source, suffix));
            }
        }
        fill(pools, 0, UNSHARDED, LongStream.range(0, ROWS));
    }

    private static void fill(Pools pools, int source, String table, LongStream orders) throws SQLException {
        pools.execute(
                source,
                "DROP TABLE IF EXISTS " + table,
                "CREATE TABLE " + table + " (" + OrderTables.columns(pools.kind()) + ")");
        Rows.insert(pools.source(source), table, OrderTables.COLUMN_COUNT, orders, StreamTables::bind);
        Databases.analyze(pools, source, table);
    }

    /**
     * Each order is of another user. H2 keeps a value once where rows that are written one after the other have the
     * same, so four orders on end of one user would take less memory in one table than in four.
     */
    private static void bind(PreparedStatement statement, int first, long order) throws SQLException {
        OrderTables.bind(statement, first, order);
        statement.setLong(first + 1, 2 * order + OrderTables.source(OrderTables.user(order)));
    }

    /** The table that is not sharded is filled last. */
    private static boolean complete(Pools pools) throws SQLException {
        try (Connection connection = pools.source(0).getConnection();
                ResultSet tables = connection.getMetaData().getTables(null, null, UNSHARDED, null)) {
            if (!tables.next()) {
                return false;
            }
        }
        try (Connection connection = pools.source(0).getConnection();
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM " + UNSHARDED)) {
            return count.next() && count.getLong(1) == ROWS;
        }
    }
}

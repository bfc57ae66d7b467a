package io.shardkit.size;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.jspecify.annotations.Nullable;

/** Prints how long 1,000 logical tables over 8 data sources of 16 actual tables take to start, and what they occupy. */
public final class StartMeasurement {
    private StartMeasurement() {}

    /** @param arguments how many of the logical tables have their actual tables */
    public static void main(String[] arguments) throws Exception {
        int real = arguments.length == 0 ? 2 : Integer.parseInt(arguments[0]);
        ManyTables many = new ManyTables(1000, 8, 16);
        Map<String, DataSource> databases = new LinkedHashMap<>();
        for (String name : many.dataSources()) {
            databases.put(
                    name,
                    JdbcConnectionPool.create(
                            "jdbc:h2:mem:" + name
                                    + ";DB_CLOSE_DELAY=-1;MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE",
                            "",
                            ""));
        }
        long start = System.nanoTime();
        for (DataSource database : databases.values()) {
            create(database, real, many.tables());
        }
        print("actual tables of " + real + " logical ones", start);
        ExecutorService executor = Executors.newCachedThreadPool();
        List<@Nullable Object> kept = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            kept.clear();
            long before = used();
            start = System.nanoTime();
            ShardingRule rule = many.rule();
            print("rule", start);
            long created = System.nanoTime();
            ShardingDataSource dataSource = ShardingDataSource.create(
                    databases,
                    rule,
                    ShardingOptions.builder().executor(executor).build());
            print("data source", created);
            print("all", start);
            kept.add(dataSource);
            System.out.printf("retained %,d bytes%n", used() - before);
            for (int table = 0; table < Math.min(real, 3); table++) {
                query(dataSource, table);
            }
            query(dataSource, 0);
        }
        executor.shutdown();
        System.out.println(kept.size());
    }

    private static void query(ShardingDataSource dataSource, int table) throws SQLException {
        long start = System.nanoTime();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT order_id FROM " + ManyTables.name(table) + " WHERE user_id = 3 AND order_id = 5")) {
            print(rows.next() + " select of " + table, start);
        }
    }

    private static void create(DataSource database, int logical, int tables) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < logical; i++) {
                for (int j = 0; j < tables; j++) {
                    statement.execute("CREATE TABLE " + ManyTables.name(i) + "_" + j
                            + " (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, note VARCHAR(100))");
                }
            }
        }
    }

    private static void print(String what, long start) {
        System.out.printf(
                "%-40s %,10d us, %,10d us of processor time so far%n",
                what,
                (System.nanoTime() - start) / 1000,
                ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1000);
    }

    private static long used() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            System.gc();
            Thread.sleep(50);
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}

package io.shardkit.benchmarks.speed;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/**
 * Measures the time of queries that have to gather: 10,000 rows of eight units on two MariaDB servers, against the same
 * rows in one table. Prints times.
 */
public final class GatherSpeed {
    private static final int ROWS = 10_000;
    private static final int TABLES = 4;
    private static final int ROUNDS = 15;

    private static final String COLUMNS =
            " (id BIGINT NOT NULL PRIMARY KEY, k BIGINT NOT NULL, status VARCHAR(20), name VARCHAR(60) NOT NULL,"
                    + " amount DECIMAL(10,2), num INT, ref BIGINT, created DATETIME, KEY (ref))";

    private static final Map<String, String> QUERIES = new LinkedHashMap<>();

    static {
        QUERIES.put("count distinct", "SELECT COUNT(DISTINCT num) FROM o");
        QUERIES.put("count distinct by group", "SELECT status, COUNT(DISTINCT num), COUNT(*) FROM o GROUP BY status");
        QUERIES.put("distinct by group", "SELECT status, COUNT(DISTINCT num) FROM o GROUP BY status");
        QUERIES.put("text group", "SELECT status, COUNT(*), SUM(amount) FROM o GROUP BY status");
        QUERIES.put("having", "SELECT num, SUM(amount) FROM o GROUP BY num HAVING COUNT(*) > 5");
        QUERIES.put("window", "SELECT id, ROW_NUMBER() OVER (PARTITION BY num ORDER BY id) rn FROM o");
        QUERIES.put("window of all", "SELECT id, name, SUM(amount) OVER (ORDER BY id) total FROM o");
        QUERIES.put("unlinked join", "SELECT COUNT(*), MAX(b.amount) FROM o a JOIN o b ON a.ref = b.id");
        QUERIES.put("join of rows", "SELECT a.id, b.name FROM o a JOIN o b ON a.ref = b.id WHERE a.num < 50");
        QUERIES.put("union", "SELECT num, status FROM o WHERE num < 50 UNION SELECT num, status FROM o WHERE num > 20");
        QUERIES.put("subquery", "SELECT COUNT(*) FROM o WHERE ref IN (SELECT id FROM o WHERE num = 7)");
        QUERIES.put("derived", "SELECT COUNT(*) FROM (SELECT DISTINCT status, num FROM o) x");
        QUERIES.put("page by text", "SELECT id, name FROM o ORDER BY name, id LIMIT 20");
        QUERIES.put("text order of all", "SELECT id, name, status, amount FROM o ORDER BY name");
    }

    private final ExecutorService executor = Executors.newCachedThreadPool();

    private void measure() throws SQLException {
        List<HikariDataSource> shards = new ArrayList<>();
        try (HikariDataSource whole = TestDatabase.MARIADB.create("speed_whole", 0)) {
            shards.add(TestDatabase.MARIADB.create("speed0", 0));
            shards.add(TestDatabase.MARIADB.create("speed1", 1));
            fill(whole, List.of("o"), row -> 0);
            List<String> tables = List.of("o_0", "o_1", "o_2", "o_3");
            for (int source = 0; source < shards.size(); source++) {
                int own = source;
                fill(shards.get(source), tables, row -> row / TABLES % 2 == own ? row % TABLES : -1);
            }
            Map<String, DataSource> sources = new LinkedHashMap<>();
            sources.put("ds0", shards.get(0));
            sources.put("ds1", shards.get(1));
            ShardingRule rule = ShardingRuleBuilder.over(List.of("ds0", "ds1"))
                    .uniqueKeys(UniqueKeyChoice.ACCEPT)
                    .table(new TableRule(
                            "o",
                            "ds{0..1}.o_{0..3}",
                            new ShardingStrategy("k", new ModAlgorithm(2)),
                            new ShardingStrategy("id", new ModAlgorithm(TABLES)),
                            null))
                    .build();
            DataSource engine = ShardingDataSource.create(
                    sources, rule, ShardingOptions.builder().executor(executor).build());
            for (Map.Entry<String, String> query : QUERIES.entrySet()) {
                compare(query.getKey(), query.getValue(), whole, engine);
            }
        } finally {
            shards.forEach(HikariDataSource::close);
            executor.shutdownNow();
        }
    }

    /** Takes no arguments. */
    public static void main(String[] arguments) throws SQLException {
        new GatherSpeed().measure();
    }

    private interface Place {
        int of(int row);
    }

    private static void fill(DataSource database, List<String> tables, Place place) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement create = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int table = 0; table < tables.size(); table++) {
                create.execute("CREATE TABLE " + tables.get(table) + COLUMNS);
                try (PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO " + tables.get(table) + " VALUES (?, ?, ?, ?, ?, ?, ?, '2024-01-31 10:20:30')")) {
                    for (int row = 0; row < ROWS; row++) {
                        if (place.of(row) == table) {
                            insert.setLong(1, row);
                            insert.setLong(2, row / TABLES % 2);
                            insert.setString(3, row % 11 == 0 ? null : "status " + row % 7);
                            insert.setString(4, "name of " + (row * 7919L) % ROWS);
                            insert.setBigDecimal(5, BigDecimal.valueOf(row * 31L % 9973, 2));
                            insert.setInt(6, row % 101);
                            insert.setLong(7, row * 13L % ROWS);
                            insert.addBatch();
                        }
                    }
                    insert.executeBatch();
                }
            }
            connection.commit();
        }
    }

    private static void compare(String name, String sql, DataSource whole, DataSource engine) throws SQLException {
        long[] plain = new long[ROUNDS];
        long[] gathered = new long[ROUNDS];
        long rows = 0;
        for (int i = 0; i < 8; i++) {
            rows = read(whole, sql);
            if (rows != read(engine, sql)) {
                throw new IllegalStateException(name + ": other rows");
            }
        }
        for (int i = 0; i < ROUNDS; i++) {
            long start = System.nanoTime();
            read(whole, sql);
            long middle = System.nanoTime();
            read(engine, sql);
            plain[i] = middle - start;
            gathered[i] = System.nanoTime() - middle;
        }
        Arrays.sort(plain);
        Arrays.sort(gathered);
        double one = plain[ROUNDS / 2] / 1e6;
        double many = gathered[ROUNDS / 2] / 1e6;
        System.out.printf(
                Locale.ROOT,
                "%-25s %6d rows  one %8.2f ms  gathered %8.2f ms  ratio %6.2f%n",
                name,
                rows,
                one,
                many,
                many / one);
    }

    private static long read(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            long rows = 0;
            while (result.next()) {
                for (int i = 1; i <= columns; i++) {
                    result.getString(i);
                }
                rows++;
            }
            return rows;
        }
    }
}

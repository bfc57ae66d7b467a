package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gathers of more rows than the corpus has: in batches, in key order, and of one copy under several names. */
@ParameterizedClass
@OnDatabases(except = {TestDatabase.H2, TestDatabase.POSTGRESQL})
class GatheredRowsIT {
    private static final int ROWS = 4000;
    private static final String COLUMNS =
            " (id BIGINT NOT NULL PRIMARY KEY, k BIGINT NOT NULL, ref BIGINT, num INT UNSIGNED,"
                    + " status VARCHAR(20), note VARCHAR(80), amount DECIMAL(12,3), share DOUBLE, part FLOAT, at DATETIME(6),"
                    + " day DATE, t TIME(3), y YEAR, e ENUM('one', 'Two', ''), s SET('a', 'b', 'c'), b VARBINARY(20))";
    private static final List<String> SPELLINGS =
            List.of("open", "Open", "OPEN", "open ", "closed", "Closed", "b", "B");
    private static final List<String> NOTES =
            List.of("it''s", "a \\\\ b", "", " ", "\u00e4\u00f6 \ud83d\ude00", "?", "NULL", "x,(1)");

    private static final List<HikariDataSource> POOLS = new ArrayList<>();
    private static final ExecutorService EXECUTOR = Executors.newCachedThreadPool();

    @Parameter
    TestDatabase database;

    @BeforeParameterizedClassInvocation
    static void fill(TestDatabase database) throws SQLException {
        POOLS.add(database.create("rows_whole", 0));
        POOLS.add(database.create("rows0", 0));
        POOLS.add(database.create("rows1", 1));
        for (int pool = 0; pool < POOLS.size(); pool++) {
            try (Connection connection = POOLS.get(pool).getConnection();
                    Statement statement = connection.createStatement()) {
                for (String table : pool == 0 ? List.of("o") : List.of("o_0", "o_1", "o_2")) {
                    statement.execute("CREATE TABLE " + table + COLUMNS);
                }
                fill(statement, pool);
                // Which of equal spellings a table shows goes by its statistics; else they come at a time of their own.
                for (String table : pool == 0 ? List.of("o") : List.of("o_0", "o_1", "o_2")) {
                    statement.execute("ANALYZE TABLE " + table);
                }
            }
        }
    }

    private static void fill(Statement statement, int pool) throws SQLException {
        Random random = new Random(20240131);
        Map<String, StringBuilder> rows = new LinkedHashMap<>();
        for (int id = 0; id < ROWS; id++) {
            String row = row(id, random);
            if (pool == 0 || id / 3 % 2 == pool - 1) {
                rows.computeIfAbsent(pool == 0 ? "o" : "o_" + id % 3, none -> new StringBuilder())
                        .append(',')
                        .append(row);
            }
        }
        for (Map.Entry<String, StringBuilder> table : rows.entrySet()) {
            statement.execute("INSERT INTO " + table.getKey() + " VALUES "
                    + table.getValue().substring(1));
        }
    }

    private static String row(int id, Random random) {
        List<String> values = List.of(
                Integer.toString(random.nextInt(ROWS)),
                Long.toString(4_294_967_295L - random.nextInt(60)),
                "'" + SPELLINGS.get(random.nextInt(SPELLINGS.size())) + "'",
                "'" + NOTES.get(random.nextInt(NOTES.size())) + "'",
                random.nextInt(100_000) + ".125",
                random.nextInt(100) + ".1e-3",
                random.nextInt(100) + ".25",
                "'2024-01-31 23:59:59.00000" + random.nextInt(10) + "'",
                "'2024-02-2" + random.nextInt(10) + "'",
                "'-12:00:00.12" + random.nextInt(10) + "'",
                Integer.toString(2000 + random.nextInt(20)),
                Integer.toString(1 + random.nextInt(3)),
                Integer.toString(random.nextInt(8)),
                "X'00FF" + (10 + random.nextInt(80)) + "'");
        StringBuilder row = new StringBuilder("(" + id + "," + id / 3 % 2);
        values.forEach(value -> row.append(',').append(random.nextInt(10) == 0 ? "NULL" : value));
        return row.append(')').toString();
    }

    @AfterParameterizedClassInvocation
    static void close() {
        POOLS.forEach(HikariDataSource::close);
        POOLS.clear();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT *, ROW_NUMBER() OVER (ORDER BY id) FROM o",
                "SELECT id, ref, num, status, note, amount, share, part, at, day, t, y, e, s,"
                        + " RANK() OVER (ORDER BY num) FROM o",
                "SELECT id, note, e, s, COUNT(*) OVER (PARTITION BY note) FROM o WHERE num > 4294967260",
                "SELECT status, COUNT(DISTINCT num), COUNT(*) FROM o GROUP BY status",
                "SELECT status, num, COUNT(*) FROM o GROUP BY status, num HAVING COUNT(*) > 1",
                "SELECT num, GROUP_CONCAT(status), SUM(share) FROM o GROUP BY num",
                "SELECT num, GROUP_CONCAT(DISTINCT status) FROM o GROUP BY num",
                "SELECT COUNT(*) FROM (SELECT DISTINCT status, num FROM o) x",
                "SELECT x.status FROM (SELECT DISTINCT status FROM o) x",
                "SELECT status, num FROM o WHERE num < 4294967280 UNION SELECT status, num FROM o WHERE num > 4294967260",
                "SELECT id, note FROM o WHERE num < 4294967280 UNION ALL SELECT id, note FROM o WHERE id > 100",
                "SELECT num FROM o WHERE id < 3000 UNION SELECT num FROM o WHERE id > 2000",
                "SELECT a.id, b.status, b.note FROM o a JOIN o b ON a.ref = b.id WHERE a.num < 4294967280",
                "SELECT a.id, b.id FROM o a LEFT JOIN o b ON a.ref = b.id AND b.amount > 50000 AND b.id < 2000",
                "SELECT id FROM o a WHERE EXISTS (SELECT 1 FROM o b WHERE b.ref = a.id AND b.num > 4294967270)",
                "SELECT id, amount FROM o WHERE amount > (SELECT AVG(amount) FROM o WHERE id > 7)",
                "SELECT COUNT(*) FROM o WHERE ref IN (SELECT id FROM o WHERE y = 2007)",
                "SELECT o.id FROM o JOIN (SELECT ref, COUNT(*) c FROM o GROUP BY ref HAVING COUNT(*) > 2) x ON x.ref = o.id",
                "WITH t AS (SELECT y, SUM(amount) total FROM o GROUP BY y)"
                        + " SELECT y, total FROM t WHERE total > (SELECT AVG(total) FROM t)"
            })
    void theyAreThoseOfOneDatabase(String sql) throws SQLException {
        assertThat(read(engine(EXECUTOR), sql)).isNotEmpty().isEqualTo(read(POOLS.get(0), sql));
    }

    @Test
    void theCallerReadsWhatNobodyElseDoes() throws SQLException {
        String sql = "SELECT id, COUNT(*) OVER (PARTITION BY num) FROM o";
        List<String> expected = read(POOLS.get(0), sql);
        assertThat(read(engine(task -> {}), sql)).isEqualTo(expected);
        assertThat(read(
                        engine(task -> {
                            throw new RejectedExecutionException("busy");
                        }),
                        sql))
                .isEqualTo(expected);
    }

    @Test
    void theRowsOfAnOpenTransactionAreAmongThem() throws SQLException {
        try (Connection connection = engine(EXECUTOR).getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate(
                    "INSERT INTO o (id, k, num) VALUES (" + ROWS + ", 0, 1), (" + (ROWS + 3) + ", 1, 1)");
            for (int i = 0; i < 2; i++) {
                try (ResultSet rows = statement.executeQuery(
                        "SELECT COUNT(*), COUNT(b.id) FROM o a LEFT JOIN o b ON a.num = b.num AND a.num = 1")) {
                    rows.next();
                    assertThat(rows.getLong(1)).isEqualTo(ROWS + 4);
                    assertThat(rows.getLong(2)).isEqualTo(4);
                }
            }
            connection.rollback();
        }
    }

    private static DataSource engine(Executor executor) throws SQLException {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        sources.put("ds0", POOLS.get(1));
        sources.put("ds1", POOLS.get(2));
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "o",
                        "ds{0..1}.o_{0..2}",
                        new ShardingStrategy("k", new ModAlgorithm(2)),
                        new ShardingStrategy("id", new ModAlgorithm(3)),
                        null))
                .build();
        return ShardingDataSource.create(
                sources, rule, ShardingOptions.builder().executor(executor).build());
    }

    private static List<String> read(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getString(i));
                }
                rows.add(row.toString());
            }
            Collections.sort(rows);
            return rows;
        }
    }
}

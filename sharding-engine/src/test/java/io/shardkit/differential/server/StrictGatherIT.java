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
import io.shardkit.testing.RowText;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a value that MariaDB only warns about when reading is no error when rows are gathered, and that window
 * functions count such rows.
 */
@ParameterizedClass
@OnDatabases(except = {TestDatabase.H2, TestDatabase.POSTGRESQL})
class StrictGatherIT {
    private static final String TABLE = " (k INT NOT NULL, j INT NOT NULL PRIMARY KEY, c INT, v VARCHAR(20), d DATE)";

    private final TestDatabase database;
    private final List<HikariDataSource> pools = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private DataSource whole;
    private ShardingDataSource sharded;

    StrictGatherIT(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void fill() throws SQLException {
        whole = pool(0);
        SpreadTable.execute(whole, List.of("CREATE TABLE t" + TABLE));
        Map<String, DataSource> sources = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            DataSource source = pool(i);
            sources.put("ds" + i, source);
            SpreadTable.execute(source, List.of("CREATE TABLE t_0" + TABLE, "CREATE TABLE t_1" + TABLE));
            for (int j = 0; j < 24; j++) {
                if (j / 2 % 2 == i) {
                    String values = " VALUES (" + i + ", " + j + ", " + j % 5 + ", '" + (j % 7 == 0 ? j + "x" : "w" + j)
                            + "', '2024-01-0" + (1 + j % 9) + "')";
                    SpreadTable.execute(source, List.of("INSERT INTO t_" + j % 2 + values));
                    SpreadTable.execute(whole, List.of("INSERT INTO t" + values));
                }
            }
        }
        ShardingRule rule = TestRules.over(List.copyOf(sources.keySet()))
                .table(new TableRule(
                        "t",
                        "ds{0..1}.t_{0..1}",
                        new ShardingStrategy("k", new ModAlgorithm(2)),
                        new ShardingStrategy("j", new ModAlgorithm(2)),
                        null))
                .build();
        sharded = ShardingDataSource.create(
                sources, rule, ShardingOptions.builder().executor(executor).build());
    }

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT SUM(COUNT(*)) OVER () FROM t",
                "SELECT c, SUM(COUNT(*)) OVER () FROM t GROUP BY c",
                "SELECT c, SUM(COUNT(*)) OVER (ORDER BY c) FROM t GROUP BY c",
                "SELECT j, SUM(c) OVER (PARTITION BY v ORDER BY j) FROM t",
                "SELECT COUNT(*) OVER () FROM t WHERE c = 3",
                "SELECT x.n FROM (SELECT COUNT(*) OVER () n FROM t) x LIMIT 1",
                "SELECT RANK() OVER (ORDER BY SUM(c)), d FROM t GROUP BY d",
                "SELECT MAX(COUNT(*)) OVER (), AVG(SUM(c)) OVER () FROM t GROUP BY c",
                "SELECT SUM(91 / c) + 0 FROM t",
                "SELECT 91 / c, COUNT(*) FROM t GROUP BY 91 / c HAVING COUNT(*) > 1",
                "SELECT MAX(91 / c) + MIN(91 DIV c) FROM t",
                "SELECT d, SUM(91 % c) + 1 FROM t GROUP BY d",
                "SELECT COUNT(DISTINCT c / 0) + 1 FROM t",
                "SELECT AVG(v) + 0 FROM t",
                "SELECT SUM(v + 1) + 0, MIN(CAST(v AS SIGNED)) FROM t",
                "SELECT COUNT(DISTINCT c) + 0 FROM t WHERE v > 5",
                "SELECT COUNT(DISTINCT c) + 0 FROM t WHERE v = 7",
                "SELECT COUNT(DISTINCT c) + 0 FROM t WHERE v IN (7, 14)",
                "SELECT COUNT(*) FROM t a JOIN t b ON a.c = b.c WHERE a.v = 7",
                "SELECT COUNT(DISTINCT c) + 0 FROM t WHERE d = 'no date'",
                "SELECT COUNT(DISTINCT c) + 0 FROM t WHERE d > '2024-02-31'",
                "SELECT COUNT(DISTINCT c) + 0 FROM t WHERE c = '3x'",
                "SELECT MAX(CAST(v AS DATE)) , COUNT(*) + 1 FROM t",
                "SELECT SUM(STR_TO_DATE(v, '%Y')) + 1 FROM t",
                "SELECT MIN(DATE_ADD(d, INTERVAL 9000 YEAR)), COUNT(*) + 1 FROM t",
                "SELECT c, COUNT(*) FROM t GROUP BY c HAVING SUM(91 / c) > 0 OR c = 0"
            })
    void answersAsAPlainQuery(String sql) throws SQLException {
        List<String> expected = answer(whole, sql, true);
        assertThat(expected).isNotEmpty();
        for (boolean autoCommit : List.of(true, false)) {
            // A second execution goes by what the first has learned.
            for (int i = 0; i < 2; i++) {
                assertThat(answer(sharded, sql, autoCommit)).isEqualTo(expected);
            }
        }
    }

    private HikariDataSource pool(int server) throws SQLException {
        HikariDataSource pool = database.create("strict", server);
        pools.add(pool);
        return pool;
    }

    /** The rows, or how it fails: MySQL compares a date with nothing else, and Connector/J reads none of zeros. */
    private static List<String> answer(DataSource source, String sql, boolean autoCommit) throws SQLException {
        try {
            return rows(source, sql, autoCommit);
        } catch (SQLException failure) {
            return List.of("fails with " + failure.getSQLState());
        }
    }

    private static List<String> rows(DataSource source, String sql, boolean autoCommit) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(autoCommit);
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(sql)) {
                while (result.next()) {
                    rows.add(RowText.line(result, result.getMetaData().getColumnCount()));
                }
            }
            if (!autoCommit) {
                connection.commit();
            }
        }
        Collections.sort(rows);
        return rows;
    }
}

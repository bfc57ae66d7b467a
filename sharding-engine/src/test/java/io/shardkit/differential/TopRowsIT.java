package io.shardkit.differential;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.differential.Verdict.Equal;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.RowsGathered;
import io.shardkit.observe.StatementListener;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/**
 * The first rows of outer joins and of groups: the answer is that of one database, and units give the rows only that a LIMIT may
 * show, where other rows cannot be shown. Of the four units one is empty and one has most of the rows.
 */
@ParameterizedClass
@OnDatabases
class TopRowsIT {
    private static final int ROWS = 2_000;
    private static final int UNITS = 4;

    /** Of each unit up to so many rows of the ordered table, and as many of the other. */
    private static final long FEW = 2 * UNITS * 20;

    /** Few rows of the other table, so that all of them are copied at once. */
    private static final long HALF = ROWS / 2;

    private static final long ALL = Long.MAX_VALUE;

    private static final List<HikariDataSource> POOLS = new ArrayList<>();

    private static final AtomicLong COPIED = new AtomicLong();

    /** Holds the engine over the units. */
    private static final List<ShardingDataSource> ENGINES = new ArrayList<>();

    private final List<String> wrong = new ArrayList<>();

    @Parameter
    TestDatabase database;

    @BeforeParameterizedClassInvocation
    static void fill(TestDatabase database) throws SQLException {
        POOLS.add(database.create("top", 0));
        POOLS.add(database.create("top0", 0));
        POOLS.add(database.create("top1", 1));
        run(POOLS.get(0), tables("", database));
        for (int unit = 0; unit < UNITS; unit++) {
            run(POOLS.get(1 + unit % 2), tables("_" + unit, database));
        }
        run(POOLS.get(0), rows());
        ENGINES.add(engine());
        run(ENGINES.get(0), rows());
    }

    @AfterParameterizedClassInvocation
    static void close() {
        ENGINES.forEach(ShardingDataSource::close);
        ENGINES.clear();
        POOLS.forEach(HikariDataSource::close);
        POOLS.clear();
    }

    private static List<String> tables(String suffix, TestDatabase database) {
        String number = database == TestDatabase.POSTGRESQL ? "DOUBLE PRECISION" : "DOUBLE";
        return List.of(
                "CREATE TABLE lead_row" + suffix + " (id BIGINT NOT NULL PRIMARY KEY, ref BIGINT, v INT, d " + number
                        + ", n DECIMAL(8, 2), born DATE)",
                "CREATE TABLE side_row" + suffix + " (sid BIGINT NOT NULL PRIMARY KEY, w INT)");
    }

    private static List<String> rows() {
        Random random = new Random(7);
        List<String> statements = new ArrayList<>();
        for (int from = 0; from < ROWS; from += 500) {
            List<String> leads = new ArrayList<>();
            List<String> sides = new ArrayList<>();
            for (int i = from; i < from + 500; i++) {
                // No key is 3 modulo 4, and most are 2, in the first table of the second data source.
                long id = 4L * i + (i % 10 == 0 ? 0 : i % 15 == 0 ? 1 : 2);
                leads.add("(" + id + ", " + (i % 5 == 0 ? "NULL" : (4 * random.nextInt(ROWS) + 2)) + ", "
                        + (i % 9 == 0 ? "NULL" : random.nextInt(40)) + ", "
                        + (i % 7 == 0 ? "NULL" : random.nextInt(50) / 8.0) + ", "
                        + (i % 11 == 0 ? "NULL" : random.nextInt(900) / 100.0) + ", "
                        + (i % 13 == 0 ? "NULL" : "'2024-0" + (1 + random.nextInt(9)) + "-11'") + ")");
                sides.add("(" + id + ", " + (i % 4 == 0 ? "NULL" : random.nextInt(30)) + ")");
            }
            statements.add("INSERT INTO lead_row (id, ref, v, d, n, born) VALUES " + String.join(", ", leads));
            statements.add("INSERT INTO side_row (sid, w) VALUES " + String.join(", ", sides));
        }
        return statements;
    }

    private static void run(DataSource source, List<String> statements) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static ShardingDataSource engine() throws SQLException {
        StatementListener counting = new StatementListener() {
            @Override
            public void rowsGathered(RowsGathered event) {
                COPIED.addAndGet(event.rows());
            }
        };
        Map<String, DataSource> sources = new LinkedHashMap<>();
        sources.put("ds0", POOLS.get(1));
        sources.put("ds1", POOLS.get(2));
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(table("lead_row", "id"))
                .table(table("side_row", "sid"))
                .build();
        return ShardingDataSource.create(
                sources, rule, ShardingOptions.builder().listener(counting).build());
    }

    private static TableRule table(String name, String key) {
        String nodes = "ds0." + name + "_0,ds1." + name + "_1,ds0." + name + "_2,ds1." + name + "_3";
        return new TableRule(name, nodes, null, new ShardingStrategy(key, new ModAlgorithm(UNITS)), null);
    }

    @Test
    void outerJoins() throws SQLException {
        String left = " FROM lead_row l LEFT JOIN side_row s ON s.sid = l.ref";
        check(FEW, "SELECT l.id, l.v, s.w" + left + " ORDER BY l.v, l.id LIMIT 7");
        check(
                FEW,
                "SELECT l.id, l.v AS shown, COALESCE(s.w, 0)" + left + " ORDER BY shown DESC, l.id LIMIT 7 OFFSET 9");
        check(FEW, "SELECT l.d, l.id, s.w" + left + " ORDER BY 1 DESC, 2 DESC LIMIT 20");
        check(FEW, "SELECT l.id, l.n, s.w" + left + " WHERE l.v > ? OR l.v IS NULL ORDER BY l.n, l.id LIMIT ?", 11, 18);
        check(FEW, "SELECT l.id, l.born" + left + " ORDER BY l.born DESC, l.n, l.id LIMIT 20");
        check(
                FEW,
                "SELECT l.id, s.w FROM side_row s RIGHT JOIN lead_row l ON s.sid = l.ref ORDER BY l.id DESC LIMIT 5");
        check(HALF, "SELECT l.id, s.sid" + left + " AND s.w > 12 AND l.v < 20 ORDER BY l.id LIMIT 12");
        check(FEW, "SELECT l.id, s.w" + left + " WHERE l.n < 0 ORDER BY l.id LIMIT 12");
        check(FEW, "SELECT l.id, s.w" + left + " ORDER BY l.id LIMIT 0");
        check(
                2 * FEW,
                "SELECT l.v, l.d, l.n, l.id, z.d, s.w" + left
                        + " LEFT JOIN lead_row z ON z.id = l.ref ORDER BY l.v DESC, l.d, l.n DESC, l.id LIMIT 9");
        assertThat(wrong).isEmpty();
    }

    /** A row beyond the first ones may be shown. */
    @Test
    void otherJoins() throws SQLException {
        String left = " FROM lead_row l LEFT JOIN side_row s ON s.sid = l.ref";
        check(ALL, "SELECT l.id, s.w FROM lead_row l JOIN side_row s ON s.sid = l.ref ORDER BY l.id LIMIT 12");
        check(ALL, "SELECT l.id, s.w" + left + " WHERE s.w IS NULL ORDER BY l.id LIMIT 12");
        check(ALL, "SELECT l.id, s.w" + left + " WHERE l.v < 30 AND (s.w > l.v OR s.w < 4) ORDER BY l.id LIMIT 12");
        check(ALL, "SELECT l.id, s.w" + left + " ORDER BY s.w, l.id LIMIT 12");
        check(ALL, "SELECT l.id, l.v, s.w" + left + " ORDER BY l.v, s.w, l.id LIMIT 12");
        check(ALL, "SELECT l.id FROM side_row s LEFT JOIN lead_row l ON s.w = l.id ORDER BY l.id LIMIT 700");
        check(ALL, "SELECT DISTINCT l.v" + left + " ORDER BY l.v LIMIT 30");
        check(ALL, "SELECT l.v, COUNT(s.w)" + left + " GROUP BY l.v ORDER BY l.v LIMIT 3");
        check(ALL, "SELECT l.id, COUNT(*) OVER (PARTITION BY s.w)" + left + " ORDER BY l.id LIMIT 3");
        check(ALL, "SELECT l.id, s.w" + left + " ORDER BY l.v + 1, l.id LIMIT 12");
        check(ALL, "SELECT l.id, s.w" + left + " ORDER BY l.id");
        assertThat(wrong).isEmpty();
    }

    @Test
    void groups() throws SQLException {
        check(FEW, "SELECT v, SUM(n) + 1 FROM lead_row GROUP BY v ORDER BY v LIMIT 6");
        check(
                FEW,
                "SELECT v, ref, COUNT(*) * 2 FROM lead_row GROUP BY v, ref" + " ORDER BY ref DESC, v LIMIT 9 OFFSET 8");
        check(
                FEW,
                "SELECT v, born, COUNT(*) + 1 FROM lead_row GROUP BY v, born ORDER BY born DESC, v LIMIT 9 OFFSET 8");
        check(FEW, "SELECT COUNT(*) + 1, v FROM lead_row WHERE id > ? GROUP BY v ORDER BY 2 DESC LIMIT ?", 90, 5);
        check(
                ALL,
                "SELECT v, born, COUNT(*) * 2 FROM lead_row GROUP BY v, born ORDER BY COUNT(*) DESC, v, born LIMIT 9");
        check(ALL, "SELECT v, COUNT(*) FROM lead_row GROUP BY v HAVING COUNT(*) > 46 ORDER BY v LIMIT 3");
        check(ALL, "SELECT v, COUNT(DISTINCT n) + 1 FROM lead_row GROUP BY v ORDER BY v LIMIT 3");
        check(ALL, "SELECT DISTINCT SUM(n) - SUM(n), born FROM lead_row GROUP BY v, born ORDER BY 2, 1 LIMIT 9");
        assertThat(wrong).isEmpty();
    }

    private void check(long most, String text, Object... values) throws SQLException {
        try (Connection one = POOLS.get(0).getConnection();
                Connection many = ENGINES.get(0).getConnection()) {
            Sql sql = new Sql(text, List.of(values));
            COPIED.set(0);
            Verdict verdict = Verdict.of(Answer.of(one, sql), Answer.of(many, sql), Ordering.NONE);
            if (!(verdict instanceof Equal)) {
                wrong.add(text + "\n  " + verdict);
            }
            if (COPIED.get() > most) {
                wrong.add(text + "\n  copies " + COPIED + " rows");
            }
        }
    }
}

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

    /** Some rows of the other table. */
    private static final long SMALL = ROWS / 5;

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
                "CREATE TABLE part_row" + suffix + " (id BIGINT NOT NULL PRIMARY KEY, x INT)",
                "CREATE TABLE side_row2" + suffix + " (sid BIGINT NOT NULL PRIMARY KEY, w INT)",
                "CREATE TABLE side_row" + suffix + " (sid BIGINT NOT NULL PRIMARY KEY, w INT)");
    }

    private static List<String> rows() {
        Random random = new Random(7);
        List<String> statements = new ArrayList<>();
        for (int from = 0; from < ROWS; from += 500) {
            List<String> leads = new ArrayList<>();
            List<String> sides = new ArrayList<>();
            List<String> parts = new ArrayList<>();
            for (int i = from; i < from + 500; i++) {
                // No key is 3 modulo 4, and most are 2, in the first table of the second data source.
                long id = 4L * i + (i % 10 == 0 ? 0 : i % 15 == 0 ? 1 : 2);
                leads.add("(" + id + ", " + (i % 5 == 0 ? "NULL" : (4 * random.nextInt(ROWS) + 2)) + ", "
                        + (i % 9 == 0 ? "NULL" : random.nextInt(40)) + ", "
                        + (i % 7 == 0 ? "NULL" : random.nextInt(50) / 8.0) + ", "
                        + (i % 11 == 0 ? "NULL" : random.nextInt(900) / 100.0) + ", "
                        + (i % 13 == 0 ? "NULL" : "'2024-0" + (1 + random.nextInt(9)) + "-11'") + ")");
                if (i % 3 > 0) {
                    parts.add("(" + id + ", " + random.nextInt(60) + ")");
                }
                sides.add("(" + id + ", " + (i % 4 == 0 ? "NULL" : random.nextInt(30)) + ")");
            }
            statements.add("INSERT INTO lead_row (id, ref, v, d, n, born) VALUES " + String.join(", ", leads));
            statements.add("INSERT INTO part_row (id, x) VALUES " + String.join(", ", parts));
            statements.add("INSERT INTO side_row (sid, w) VALUES " + String.join(", ", sides));
        }
        for (int i = 0; i < 40; i++) {
            statements.add("INSERT INTO side_row2 (sid, w) VALUES (" + i + ", " + i % 20 + ")");
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
                .table(table("part_row", "id"))
                .table(table("side_row", "sid"))
                .table(table("side_row2", "sid"))
                .bind("lead_row", "part_row")
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
        check(ALL, "SELECT l.id, s.w FROM lead_row l JOIN side_row s ON s.w = l.v ORDER BY l.id, s.sid LIMIT 12");
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

    /** Rows that are known by their keys to be joined. */
    @Test
    void innerJoins() throws SQLException {
        String inner = " FROM lead_row l JOIN side_row s ON s.sid = l.ref";
        check(FEW + SMALL, "SELECT l.id, s.w" + inner + " WHERE s.w = 3 ORDER BY l.v, l.id LIMIT 7");
        check(
                FEW + SMALL,
                "SELECT l.v, l.id FROM side_row s, lead_row l WHERE l.ref = s.sid AND s.w IN (?, 4) AND l.v > ?"
                        + " ORDER BY 1 DESC, 2 LIMIT ? OFFSET 3",
                5,
                11,
                9);
        check(
                FEW + 2 * SMALL,
                "SELECT l.id, s.w, z.w" + inner + " JOIN side_row2 z ON l.v = z.sid"
                        + " WHERE s.w < 5 AND z.w > 9 ORDER BY l.d DESC, l.id LIMIT 9");
        check(
                FEW + 2 * SMALL,
                "SELECT l.id, s.w, z.w" + inner + " LEFT JOIN side_row2 z ON s.w = z.sid"
                        + " WHERE s.w < 2 ORDER BY l.d DESC, l.id LIMIT 9");
        check(
                FEW + SMALL,
                "SELECT l.id, s.w FROM lead_row l LEFT JOIN side_row s ON s.sid = l.ref WHERE s.w > 26"
                        + " ORDER BY l.born, l.id LIMIT 9");
        check(FEW + SMALL, "SELECT l.id, s.w" + inner + " WHERE s.w > 90 ORDER BY l.born, l.id LIMIT 9");
        // Rows of both tables, one of which is joined within the units.
        check(
                FEW + SMALL,
                "SELECT l.id, p.x, s.w" + inner + " JOIN part_row p ON p.id = l.id"
                        + " WHERE s.w = 3 AND p.x > 2 ORDER BY p.x, l.id LIMIT 7");
        check(
                2 * FEW,
                "SELECT l.id, p.x, s.w FROM part_row p JOIN lead_row l ON p.id = l.id"
                        + " LEFT JOIN side_row s ON l.ref = s.sid ORDER BY p.x DESC, l.v, l.id LIMIT 15");
        assertThat(wrong).isEmpty();
    }

    /** A row that has the keys may be left out by another condition. */
    @Test
    void otherInnerJoins() throws SQLException {
        String inner = " FROM lead_row l JOIN side_row s ON s.sid = l.ref";
        check(ALL, "SELECT l.id, s.w" + inner + " WHERE s.w < 9 AND s.w < l.v ORDER BY l.id LIMIT 12");
        check(ALL, "SELECT l.id, s.w" + inner + " AND s.w = l.v ORDER BY l.id LIMIT 12");
        check(ALL, "SELECT l.id, s.w" + inner + " AND (s.w = 3 OR l.v = 5) ORDER BY l.id LIMIT 12");
        check(
                ALL,
                "SELECT l.id, s.w, z.sid" + inner + " JOIN side_row2 z ON s.w = z.sid WHERE s.w < 9 AND z.w > 4"
                        + " ORDER BY l.id LIMIT 12");
        check(
                ALL,
                "SELECT l.id, s.w" + inner + " JOIN side_row z ON z.sid = l.id WHERE s.w = 3 AND z.w = 4"
                        + " ORDER BY l.id LIMIT 12");
        check(
                ALL,
                "SELECT l.id, s.w" + inner + " WHERE s.w < 9 AND EXISTS (SELECT 1 FROM part_row p WHERE p.x = s.w)"
                        + " ORDER BY l.id LIMIT 12");
        check(
                ALL,
                "SELECT l.id, s.w FROM lead_row l JOIN side_row s ON s.w = l.v AND s.sid = l.ref ORDER BY l.id LIMIT"
                        + " 2");
        check(
                ALL,
                "SELECT l.id, p.x, s.w" + inner + " JOIN part_row p ON p.id = l.id AND p.x > l.v"
                        + " WHERE s.w = 3 ORDER BY p.x, l.id LIMIT 7");
        assertThat(wrong).isEmpty();
    }

    @Test
    void windows() throws SQLException {
        check(
                FEW,
                "SELECT id, v, RANK() OVER (ORDER BY v) AS place, DENSE_RANK() OVER (ORDER BY v) FROM lead_row"
                        + " ORDER BY v, id LIMIT 20");
        check(
                FEW,
                "SELECT id, ROW_NUMBER() OVER (ORDER BY d DESC, id), DENSE_RANK() OVER (ORDER BY d DESC) FROM"
                        + " lead_row WHERE v > 3 ORDER BY d DESC, id LIMIT 8 OFFSET 12");
        check(
                FEW,
                "SELECT v, id, ROW_NUMBER() OVER (PARTITION BY v ORDER BY d, id) FROM lead_row ORDER BY v, d, id"
                        + " LIMIT 20");
        check(
                FEW,
                "SELECT v, id, RANK() OVER (PARTITION BY l.v ORDER BY d) FROM lead_row l ORDER BY d, l.v DESC, id"
                        + " LIMIT 20");
        check(
                FEW,
                "SELECT l.id, s.w, RANK() OVER (ORDER BY l.n DESC) FROM lead_row l LEFT JOIN side_row s ON s.sid ="
                        + " l.ref ORDER BY l.n DESC, l.id LIMIT 20");
        assertThat(wrong).isEmpty();
    }

    /** Rows that are taken by their rank within a part of the table: up to 40 parts of each unit. */
    @Test
    void ranks() throws SQLException {
        String ranked = "(SELECT id, v, ROW_NUMBER() OVER (PARTITION BY v ORDER BY n DESC, id) AS place FROM lead_row";
        check(HALF, "SELECT * FROM " + ranked + ") x WHERE place <= 2 ORDER BY v, place");
        check(HALF, "SELECT x.id FROM " + ranked + " WHERE n > 1 OR v = 3) AS x WHERE x.place = ? AND x.v < 30", 1);
        check(HALF, "SELECT COUNT(*), SUM(v) FROM " + ranked + ") x WHERE v > 4 AND place < 3");
        check(HALF, "WITH x AS " + ranked + ") SELECT v, id FROM x WHERE x.place <= 2 AND id > 100");
        check(
                HALF,
                "SELECT s.sid, s.w FROM side_row s WHERE s.w = 5 AND s.sid IN (SELECT id FROM " + ranked
                        + ") x WHERE place < 2)");
        check(
                FEW,
                "SELECT id, born, place FROM (SELECT l.*, DENSE_RANK() OVER (ORDER BY l.id DESC) AS place FROM lead_row"
                        + " l) x WHERE place <= ? ORDER BY id",
                9);
        check(
                HALF,
                "SELECT v, d, place FROM (SELECT RANK() OVER (PARTITION BY l.v ORDER BY d) AS place, v, d FROM"
                        + " lead_row l) x WHERE place <= 1 ORDER BY v, d");
        assertThat(wrong).isEmpty();
    }

    @Test
    void otherRanks() throws SQLException {
        String ranked = "(SELECT id, v, RANK() OVER (PARTITION BY v ORDER BY d, id) AS place FROM lead_row";
        check(ALL, "SELECT id, v FROM " + ranked + ") x WHERE place <= 2 OR v = 3");
        check(ALL, "SELECT id, v FROM " + ranked + ") x WHERE place >= 20");
        // MySQL reads a temporary table once in a statement, and such a statement is refused there.
        if (database != TestDatabase.MYSQL) {
            check(
                    ALL,
                    "WITH x AS " + ranked + ") SELECT COUNT(*) FROM x WHERE place <= (SELECT COUNT(*) FROM x) / 200");
            check(
                    ALL,
                    "WITH x AS " + ranked + ") SELECT a.id, b.id FROM x a JOIN x b ON b.id = a.id WHERE a.place <= 2");
        }
        check(
                ALL,
                "SELECT COUNT(*), COUNT(x.id) FROM side_row s LEFT JOIN " + ranked
                        + ") x ON x.id = s.sid AND place < 2");
        check(
                ALL,
                "SELECT id, total FROM (SELECT id, RANK() OVER (PARTITION BY v ORDER BY d, id) AS place, COUNT(*) OVER"
                        + " (PARTITION BY v) AS total FROM lead_row) x WHERE place < 2");
        check(ALL, "SELECT id FROM " + ranked + " WHERE v > 3 LIMIT 700) x WHERE place < 0");
        check(
                ALL,
                "SELECT v, place FROM (SELECT v, RANK() OVER (ORDER BY v) AS place FROM lead_row GROUP BY v) x WHERE"
                        + " place < 3");
        check(ALL, "SELECT id FROM " + ranked + ") x WHERE NOT place <= 2 AND id < 300");
        assertThat(wrong).isEmpty();
    }

    /** A row beyond the first ones changes what a window function tells of these. */
    @Test
    void otherWindows() throws SQLException {
        check(ALL, "SELECT id, v, RANK() OVER (ORDER BY v DESC) FROM lead_row ORDER BY v, id LIMIT 20");
        check(ALL, "SELECT id, v, RANK() OVER (PARTITION BY d ORDER BY n) FROM lead_row ORDER BY v, id LIMIT 20");
        check(ALL, "SELECT id, v, RANK() OVER (ORDER BY d, v) FROM lead_row ORDER BY v, d, id LIMIT 20");
        check(ALL, "SELECT id, v, COUNT(*) OVER (ORDER BY v) FROM lead_row ORDER BY v, id LIMIT 20");
        check(ALL, "SELECT id, v, NTILE(4) OVER (ORDER BY v, id) FROM lead_row ORDER BY v, id LIMIT 20");
        check(ALL, "SELECT id, LEAD(id) OVER (ORDER BY id) FROM lead_row ORDER BY id LIMIT 20");
        check(ALL, "SELECT id, RANK() OVER w FROM lead_row WINDOW w AS (ORDER BY v) ORDER BY v DESC, id LIMIT 20");
        check(ALL, "SELECT id, RANK() OVER (ORDER BY v) + 1 FROM lead_row ORDER BY v DESC, id LIMIT 20");
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

    /** Random joins and orders: the first rows are those of one database. */
    @Test
    void generated() throws SQLException {
        // H2 joins copies without indexes.
        int statements = Integer.getInteger("shardkit.statements", database == TestDatabase.H2 ? 12 : 80);
        long seed = Seeds.chosen();
        int first = 0;
        for (int i = 0; i < statements; i++) {
            check(ALL, statement(Seeds.random(seed + i)));
            first += COPIED.get() < ROWS / 2 ? 1 : 0;
        }
        System.out.printf("first rows on %s, seed %d: %d of %d by few%n", database, seed, first, statements);
        assertThat(wrong).isEmpty();
        assertThat(first).isGreaterThan(statements / 10);
    }

    private static String statement(Random random) {
        List<String> names = new ArrayList<>(List.of("l", "l"));
        String from = " FROM lead_row l";
        if (random.nextInt(3) == 0) {
            from += " JOIN part_row p ON p.id = l.id";
            names.add("p");
        }
        if (random.nextInt(4) > 0) {
            from += any(random, " JOIN ", " JOIN ", " LEFT JOIN ") + "side_row s ON s.sid = l.ref"
                    + any(random, "", "", " AND s.w < 9", " AND l.v > 2");
            names.add("s");
        }
        if (random.nextInt(3) == 0) {
            String key = names.contains("s") ? any(random, "l.v", "s.w") : "l.v";
            from += any(random, " JOIN ", " LEFT JOIN ") + "side_row2 z ON z.sid = " + key
                    + any(random, "", " AND z.w > 4");
        }
        List<String> where = new ArrayList<>();
        for (int more = random.nextInt(3); more > 0; more--) {
            where.add(any(random, "l.v > 3", "l.n > 2.5", "(l.v IS NULL OR l.d < 3)", "l.v IN (4, 5, 6, 7)"));
        }
        if (names.contains("s") && random.nextInt(4) > 0) {
            where.add(any(random, "s.w = 3", "s.w IN (1, 2)", "s.w < 6", "s.w IS NULL", "s.w < l.v"));
        }
        String of = any(random, names.toArray(new String[0])) + ".";
        List<String> order = new ArrayList<>();
        String[] columns = of.equals("l.")
                ? new String[] {"v", "d", "n", "born", "ref"}
                : new String[] {"p.".equals(of) ? "x" : "w"};
        for (int more = random.nextInt(3); more > 0; more--) {
            order.add(of + any(random, columns));
        }
        order.add(of + (of.equals("s.") ? "sid" : "id"));
        List<String> items = new ArrayList<>(order);
        order.replaceAll(column -> column + any(random, "", "", " DESC"));
        if (random.nextInt(3) == 0) {
            int end = 1 + random.nextInt(order.size());
            items.add(any(random, "RANK", "DENSE_RANK") + "() OVER ("
                    + any(random, "", "PARTITION BY " + items.get(0) + " ") + "ORDER BY "
                    + String.join(", ", order.subList(0, end)) + ")");
        }
        return "SELECT " + String.join(", ", items) + from
                + (where.isEmpty() ? "" : " WHERE " + String.join(" AND ", where))
                + " ORDER BY " + String.join(", ", order) + " LIMIT " + (1 + random.nextInt(20))
                + any(random, "", " OFFSET 3");
    }

    private static String any(Random random, String... among) {
        return among[random.nextInt(among.length)];
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

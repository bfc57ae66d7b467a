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
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * The usual questions of analysts, of a table of facts with its dimensions and of orders with their lines: the answer is
 * that of one database, and of many rows few are copied.
 */
class UnitBlocksIT {
    private static final int SALES = 600;
    private static final int ORDERS = 150;

    /** About a tenth of the rows. */
    private static final int FEW = 60;

    private final List<String> wrong = new ArrayList<>();
    private final List<HikariDataSource> pools = new ArrayList<>();
    private long copied;
    private TestDatabase database = TestDatabase.H2;

    @ParameterizedTest
    @OnDatabases
    void questions(TestDatabase tested) throws SQLException {
        database = tested;
        HikariDataSource whole = pool("blocks", 0);
        fill(whole, tables(""));
        try (ShardingDataSource sharded = sharded()) {
            fill(sharded, List.of());
            copied = 0;
            ask(whole, sharded);
        } finally {
            pools.forEach(HikariDataSource::close);
        }
        assertThat(wrong).isEmpty();
    }

    private HikariDataSource pool(String name, int server) throws SQLException {
        HikariDataSource pool = database.create(name, server);
        pools.add(pool);
        return pool;
    }

    private ShardingDataSource sharded() throws SQLException {
        Map<String, DataSource> dataSources = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = pool("blocks" + i, i);
            dataSources.put("ds" + i, pool);
            List<String> tables = new ArrayList<>(tables("_" + i));
            tables.addAll(tables("_" + (i + 2)).subList(3, 7));
            run(pool, tables);
        }
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(table("sale", "id"))
                .table(table("ord", "oid"))
                .table(table("line", "oid"))
                .table(table("buyer", "no"))
                .bind("ord", "line")
                .broadcast("day_of_sale", "shop", "item")
                .build();
        StatementListener listener = new StatementListener() {
            @Override
            public void rowsGathered(RowsGathered event) {
                copied += event.rows();
            }
        };
        return ShardingDataSource.create(
                dataSources, rule, ShardingOptions.builder().listener(listener).build());
    }

    private static TableRule table(String name, String key) {
        String nodes = "ds0." + name + "_0,ds1." + name + "_1,ds0." + name + "_2,ds1." + name + "_3";
        return new TableRule(name, nodes, null, new ShardingStrategy(key, new ModAlgorithm(4)), null);
    }

    /** The dimensions, and then the sharded tables. */
    private List<String> tables(String suffix) {
        String character = database == TestDatabase.H2 ? "VARCHAR" : "CHAR";
        String binary = database.speaksMysql() ? " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin" : "";
        return List.of(
                "CREATE TABLE day_of_sale (no INT PRIMARY KEY, y INT, week INT)",
                "CREATE TABLE shop (no INT PRIMARY KEY, nation VARCHAR(20)" + binary + ", region VARCHAR(20)" + binary
                        + ")",
                "CREATE TABLE item (no INT PRIMARY KEY, brand VARCHAR(20)" + binary + ", kind VARCHAR(20)" + binary
                        + ")",
                "CREATE TABLE sale" + suffix
                        + " (id BIGINT PRIMARY KEY, day_no INT, shop_no INT, item_no INT, price INT,"
                        + " discount INT, revenue INT, cost INT, amt DECIMAL(12,2))",
                "CREATE TABLE ord" + suffix + " (oid BIGINT PRIMARY KEY, cust INT, placed DATE, prio " + character
                        + "(10)" + binary + ", total DECIMAL(12,2), status VARCHAR(1))",
                "CREATE TABLE line" + suffix + " (oid BIGINT, no INT, item_no INT, qty INT, price DECIMAL(12,2),"
                        + " disc DECIMAL(4,2), flag " + character + "(1)" + binary + ", ship DATE, due DATE, got DATE,"
                        + " PRIMARY KEY (oid, no))",
                "CREATE TABLE buyer" + suffix + " (no INT PRIMARY KEY, name VARCHAR(20))");
    }

    private static void run(DataSource source, List<String> statements) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static void fill(DataSource source, List<String> tables) throws SQLException {
        List<String> all = new ArrayList<>(tables);
        Random random = new Random(47);
        String[] names = {"north", "south", "east", "west"};
        for (int i = 0; i < 12; i++) {
            all.add("INSERT INTO day_of_sale (no, y, week) VALUES (" + i + ", " + (2020 + i / 4) + ", " + i % 4 + ")");
            all.add("INSERT INTO shop (no, nation, region) VALUES (" + i + ", '" + names[i % 4] + "', '" + names[i % 2]
                    + "')");
            all.add("INSERT INTO item (no, brand, kind) VALUES (" + i + ", 'b" + i % 5 + "', 'k" + i % 2 + "')");
        }
        List<String> sales = new ArrayList<>();
        for (int id = 0; id < SALES; id++) {
            sales.add(
                    "(" + id + ", " + random.nextInt(12) + ", " + orNull(random, 14) + ", " + random.nextInt(12) + ", "
                            + orNull(random, 900) + ", " + random.nextInt(11) + ", " + random.nextInt(5000) + ", "
                            + random.nextInt(4000) + ", " + random.nextInt(90000) + ".25)");
        }
        all.add("INSERT INTO sale (id, day_no, shop_no, item_no, price, discount, revenue, cost, amt) VALUES "
                + String.join(", ", sales));
        for (int no = 0; no < 20; no++) {
            all.add("INSERT INTO buyer (no, name) VALUES (" + no + ", 'buyer " + no + "')");
        }
        List<String> orders = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (int id = 0; id < ORDERS; id++) {
            orders.add("(" + id + ", " + random.nextInt(20) + ", DATE '2024-0" + (1 + random.nextInt(9)) + "-01', 'p"
                    + random.nextInt(3) + "', " + random.nextInt(9000) + ".5, '" + "FfoO".charAt(id % 4) + "')");
            for (int no = random.nextInt(6); no > 0; no--) {
                String day = (10 + random.nextInt(15)) + "'";
                lines.add("(" + id + ", " + no + ", " + random.nextInt(12) + ", " + orNull(random, 50) + ", "
                        + random.nextInt(900) + ".75, 0.0" + random.nextInt(9) + ", '" + "ANR".charAt(random.nextInt(3))
                        + "', DATE '2024-05-" + day + ", DATE '2024-05-" + (10 + random.nextInt(15))
                        + "', DATE '2024-05-"
                        + (10 + random.nextInt(15)) + "')");
            }
        }
        all.add("INSERT INTO ord (oid, cust, placed, prio, total, status) VALUES " + String.join(", ", orders));
        all.add("INSERT INTO line (oid, no, item_no, qty, price, disc, flag, ship, due, got) VALUES "
                + String.join(", ", lines));
        run(source, all);
    }

    private static String orNull(Random random, int below) {
        return random.nextInt(15) == 0 ? "NULL" : Integer.toString(random.nextInt(below));
    }

    private void ask(DataSource whole, DataSource sharded) throws SQLException {
        Asked asked = new Asked(whole, sharded);
        // Facts and dimensions.
        asked.of(
                4,
                "SELECT SUM(price * discount) AS gained FROM sale, day_of_sale d WHERE day_no = d.no AND d.y = 2021"
                        + " AND discount BETWEEN 1 AND 3 AND price < 500");
        asked.of(
                60,
                "SELECT SUM(revenue), d.y, i.brand FROM sale, day_of_sale d, item i, shop s WHERE day_no = d.no"
                        + " AND item_no = i.no AND shop_no = s.no AND i.kind = 'k1' AND s.region = 'north'"
                        + " GROUP BY d.y, i.brand ORDER BY d.y, i.brand");
        asked.of(
                48,
                "SELECT s.nation, d.y, SUM(revenue - cost) AS profit FROM day_of_sale d, shop s, item i, sale f"
                        + " WHERE f.day_no = d.no AND f.item_no = i.no AND f.shop_no = s.no AND (i.kind = 'k0' OR i.kind = 'k1')"
                        + " GROUP BY s.nation, d.y ORDER BY d.y, profit DESC, s.nation");
        asked.of(
                200,
                "SELECT s.nation, COUNT(*), SUM(f.amt) FROM sale f LEFT JOIN item i ON i.no = f.item_no AND i.kind = 'k9'"
                        + " JOIN shop s ON s.no = f.shop_no WHERE f.price > 100 GROUP BY s.nation HAVING SUM(f.price) > 10"
                        + " ORDER BY COUNT(*) DESC, s.nation LIMIT 3");
        asked.of(
                16,
                "SELECT x.nation, SUM(x.n) FROM (SELECT s.nation AS nation, d.y AS y, COUNT(*) AS n FROM sale f,"
                        + " shop s, day_of_sale d WHERE f.shop_no = s.no AND f.day_no = d.no AND d.y = 2022 GROUP BY s.nation, d.y) x"
                        + " GROUP BY x.nation");
        // Orders and lines.
        boolean averages = database != TestDatabase.H2;
        asked.of(
                averages ? 12 : Integer.MAX_VALUE,
                "SELECT flag, SUM(qty), SUM(price * (1 - disc)), AVG(qty), AVG(price),"
                        + " AVG(disc), COUNT(*) FROM line WHERE ship <= DATE '2024-05-20' GROUP BY flag ORDER BY flag");
        asked.of(
                12,
                "SELECT flag, SUM(CASE WHEN prio = 'p1' OR prio = 'p2' THEN 1 ELSE 0 END) AS high,"
                        + " SUM(CASE WHEN prio <> 'p1' AND prio LIKE 'p%' THEN 1 ELSE 0 END) AS low FROM ord, line"
                        + " WHERE ord.oid = line.oid AND flag IN ('A', 'R') AND due < got AND ship < due GROUP BY flag HAVING"
                        + " SUM(CASE WHEN EXTRACT(MONTH FROM placed) > 3 THEN 1 ELSE 0 END) > 1 ORDER BY flag");
        asked.of(
                12,
                "SELECT prio, COUNT(*) FROM ord WHERE placed >= DATE '2024-03-01' AND EXISTS (SELECT * FROM line l WHERE"
                        + " l.oid = ord.oid AND l.due < l.got) GROUP BY prio ORDER BY prio");
        asked.of(
                FEW,
                "SELECT cust, o.oid, SUM(qty) FROM ord o, line l WHERE o.oid IN (SELECT oid FROM line GROUP BY oid"
                        + " HAVING SUM(qty) > 150) AND o.oid = l.oid GROUP BY cust, o.oid ORDER BY cust, o.oid");
        asked.of(
                FEW,
                "SELECT o.prio, COUNT(*) FROM line a, ord o WHERE o.oid = a.oid AND a.got > a.due AND EXISTS (SELECT *"
                        + " FROM line b WHERE b.oid = a.oid AND b.item_no <> a.item_no) AND NOT EXISTS (SELECT * FROM line c WHERE"
                        + " c.oid = a.oid AND c.item_no <> a.item_no AND c.got > c.due) GROUP BY o.prio ORDER BY o.prio");
        // Texts that may be spelled in several ways: one is shown of a group, and another one only in a condition.
        asked.of(
                FEW,
                "SELECT c.name, o.oid, SUM(l.qty) FROM buyer c, ord o, line l WHERE o.oid IN (SELECT oid FROM line GROUP BY"
                        + " oid HAVING SUM(qty) > 150) AND c.no = o.cust AND o.oid = l.oid GROUP BY c.name, o.oid");
        asked.of(
                FEW + ORDERS,
                "SELECT c.name, COUNT(*) FROM buyer c, ord o, line a WHERE c.no = a.item_no AND o.oid = a.oid AND o.status ="
                        + " 'F' AND a.got > a.due AND EXISTS (SELECT * FROM line b WHERE b.oid = a.oid AND b.item_no <> a.item_no)"
                        + " AND NOT EXISTS (SELECT * FROM line d WHERE d.oid = a.oid AND d.item_no <> a.item_no AND d.got > d.due)"
                        + " GROUP BY c.name");
        asked.of(
                FEW,
                "WITH sums AS (SELECT item_no AS item, SUM(price * (1 - disc)) AS total FROM line WHERE ship >= DATE"
                        + " '2024-05-12' GROUP BY item_no) SELECT i.brand, total FROM item i, sums WHERE i.no = item AND total ="
                        + " (SELECT MAX(total) FROM sums)");
        asked.of(
                FEW,
                "WITH sums AS (SELECT d.y AS y, d.week AS week, SUM(f.revenue - f.cost) AS profit FROM sale f, day_of_sale d"
                        + " WHERE f.day_no = d.no AND f.price > 100 GROUP BY d.y, d.week), best AS (SELECT week, MAX(profit) AS"
                        + " most FROM sums GROUP BY week) SELECT a.week, a.y, a.profit - b.profit FROM sums a, sums b, best"
                        + " WHERE a.week = b.week AND a.y = b.y + 1 AND best.week = a.week AND best.most >= a.profit");
        asked.of(
                FEW + ORDERS,
                "WITH late AS (SELECT o.oid AS id, o.total AS total, l.no AS no FROM ord o JOIN line l ON l.oid = o.oid WHERE"
                        + " l.got > l.due AND o.total > 100) SELECT COUNT(*), SUM(a.total) FROM late a JOIN late b ON a.id = b.id"
                        + " AND a.no < b.no");
        asked.of(
                FEW,
                "SELECT SUM(CASE WHEN i.kind = 'k0' THEN price * (1 - disc) ELSE 0 END), SUM(price * (1 - disc)) FROM"
                        + " line, item i WHERE item_no = i.no AND ship < DATE '2024-05-20' AND qty NOT IN (SELECT week FROM"
                        + " day_of_sale)");
        // Subqueries of dimensions.
        asked.of(
                FEW,
                "SELECT i.brand, SUM(f.revenue) FROM sale f, item i, day_of_sale d WHERE f.item_no = i.no AND f.day_no = d.no"
                        + " AND d.no IN (SELECT no FROM day_of_sale WHERE week = 1 AND y = (SELECT y FROM day_of_sale WHERE no"
                        + " = 6)) GROUP BY i.brand ORDER BY i.brand");
        asked.of(
                230,
                "SELECT COUNT(*), SUM(a.price - b.price) FROM sale a, sale b WHERE a.cost < b.cost AND a.discount = (SELECT no"
                        + " FROM item WHERE no = 3) AND b.discount IN (SELECT no FROM item WHERE kind = 'k0' AND no > a.discount"
                        + " AND no < 5)");
        asked.of(
                160,
                "SELECT COUNT(*) FROM sale a, sale b WHERE a.cost < b.cost AND a.revenue > b.cost AND (a.shop_no IN (SELECT"
                        + " DISTINCT no FROM shop WHERE region = 'south' AND no < 3) OR a.price = (SELECT no FROM item WHERE no <"
                        + " 0)) AND b.discount = (SELECT no FROM item WHERE brand = 'b4' AND kind = 'k0')");
    }

    /** Asks both, and keeps what differs. */
    private final class Asked {
        private final DataSource whole;
        private final DataSource sharded;

        Asked(DataSource whole, DataSource sharded) {
            this.whole = whole;
            this.sharded = sharded;
        }

        /** @param most the number of rows that may be copied */
        void of(long most, String text) throws SQLException {
            Sql sql = new Sql(text, List.of());
            try (Connection one = whole.getConnection();
                    Connection many = sharded.getConnection()) {
                Answer expected = Answer.of(one, sql);
                long before = copied;
                Verdict verdict = Verdict.of(expected, Answer.of(many, sql), Ordering.NONE);
                long moved = copied - before;
                if (!(verdict instanceof Equal)) {
                    wrong.add(text + "\n  " + verdict);
                }
                if (moved > most) {
                    wrong.add(text + "\n  copies " + moved + " rows");
                }
            }
        }
    }
}

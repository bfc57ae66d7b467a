package io.shardkit.analytics;

import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.export.ExportEngine;
import io.shardkit.move.MovePhase;
import io.shardkit.move.MoveRequest;
import io.shardkit.move.Moves;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * The sample's tables, eight of orders and eight of items on two servers and one of countries on each, and the same rows in
 * one database without shards.
 */
final class OrderShop implements AutoCloseable {
    /** The number of actual tables of a sharded one. */
    static final int TABLES = 8;

    private static final int ORDERS = 4_000;
    private static final int BATCH = 1_000;

    private final TwoServers servers;
    private final HikariDataSource whole;

    OrderShop(TestDatabase database) throws SQLException, IOException {
        servers = new TwoServers(database, rule());
        whole = database.create("whole");
        for (Connection connection : List.of(servers.application().getConnection(), whole.getConnection())) {
            try (connection;
                    Statement statement = connection.createStatement()) {
                fill(statement, database);
                fillRanges(statement, database);
            }
        }
    }

    private static String rule() {
        return """
                  tables:
                    t_order:
                      actual-data-nodes: ds{0..1}.t_order_{0..3}
                      database-strategy: { sharding-column: user_id, algorithm: by-user }
                      table-strategy: { sharding-column: order_id, algorithm: by-order }
                    t_order_item:
                      actual-data-nodes: ds{0..1}.t_order_item_{0..3}
                      database-strategy: { sharding-column: user_id, algorithm: by-user }
                      table-strategy: { sharding-column: order_id, algorithm: by-order }
                    t_account:
                      actual-data-nodes: ds0.t_account_0, ds1.t_account_1
                      table-strategy: { sharding-column: account_id, algorithm: by-account }
                      placed-keys:
                        - { key: 5, unit: ds1.t_account_own }
                        - { key: 5000, unit: ds0.t_account_0 }
                    t_visit:
                      actual-data-nodes: ds0.t_visit_202601, ds1.t_visit_202602
                      table-strategy: { sharding-column: visited_at, algorithm: by-month }
                    t_code:
                      actual-data-nodes: ds0.t_code_0, ds1.t_code_1
                      table-strategy: { sharding-column: code, algorithm: by-code }
                    t_rate:
                      actual-data-nodes: ds0.t_rate_202601, ds1.t_rate_202602
                      table-strategy: { sharding-column: rate_day, algorithm: by-month }
                  binding-tables:
                    - t_order, t_order_item
                  broadcast-tables: t_country
                  unique-keys:
                    without-sharding-column: accept
                  algorithms:
                    by-user: { type: mod }
                    by-order: { type: mod }
                    by-account: { type: boundary-range, props: { sharding-ranges: 100 } }
                    by-code: { type: range-file, props: { ranges: "0-9=0; 100-109=1" } }
                    by-month:
                      type: interval
                      props: { datetime-lower: "2026-01-01", datetime-interval-unit: MONTHS, sharding-suffix-pattern: yyyyMM }
                  rule-store:
                    poll: 100ms
                """;
    }

    private static void fill(Statement statement, TestDatabase database) throws SQLException, IOException {
        String schema = Files.readString(Path.of("../sample-order-service/src/main/resources/schema-"
                + (database == TestDatabase.POSTGRESQL ? "postgresql" : "mariadb") + ".sql"));
        for (String definition : schema.replaceAll("--[^\n]*", "").split(";")) {
            if (!definition.isBlank()) {
                statement.execute(definition);
            }
        }
        statement.execute(
                "INSERT INTO t_country (code, name) VALUES ('DE', 'Deutschland'), ('FR', 'France'), ('IT', 'Italia')");
        for (int first = 1; first < ORDERS; first += BATCH) {
            List<Integer> numbers =
                    IntStream.range(first, first + BATCH).boxed().toList();
            statement.execute(
                    "INSERT INTO t_order (order_id, user_id, country_code, status, total_amount, created_at) VALUES "
                            + numbers.stream().map(OrderShop::order).collect(Collectors.joining(", ")));
            statement.execute(
                    "INSERT INTO t_order_item (item_id, order_id, user_id, product, quantity, unit_price) VALUES "
                            + numbers.stream().map(OrderShop::item).collect(Collectors.joining(", ")));
        }
    }

    /** Tables that are placed by ranges, with rows at the ends of these and rows of placed keys beyond. */
    private static void fillRanges(Statement statement, TestDatabase database) throws SQLException {
        String time = database == TestDatabase.POSTGRESQL ? "TIMESTAMP(6)" : "DATETIME(6)";
        for (String sql : List.of(
                "CREATE TABLE t_account (account_id BIGINT NOT NULL, balance INT NOT NULL, PRIMARY KEY (account_id))",
                "CREATE TABLE t_visit (visited_at " + time
                        + " NOT NULL, visit_id BIGINT NOT NULL, PRIMARY KEY (visited_at, visit_id))",
                "CREATE TABLE t_rate (rate_day DATE NOT NULL, rate INT NOT NULL, PRIMARY KEY (rate_day))",
                "CREATE TABLE t_code (code INT NOT NULL, PRIMARY KEY (code))",
                "INSERT INTO t_account (account_id, balance) VALUES (-3, 1), (4, 2), (5, 4), (6, 8), (99, 16), (100,"
                        + " 32), (5000, 64), (9000, 128)",
                "INSERT INTO t_visit (visited_at, visit_id) VALUES ('2026-01-01 00:00:00', 1), ('2026-01-31"
                        + " 23:59:59.999999', 2), ('2026-02-01 00:00:00', 3), ('2026-02-28 23:59:59.999999', 4)",
                "INSERT INTO t_rate (rate_day, rate) VALUES ('2026-01-01', 1), ('2026-01-31', 2), ('2026-02-01', 3),"
                        + " ('2026-02-28', 4)")) {
            statement.execute(sql);
        }
    }

    private static String order(int number) {
        return "(%d, %d, '%s', '%s', %d.%02d, '2026-%02d-%02d 10:00:00.123456')"
                .formatted(
                        number,
                        number % 97,
                        List.of("DE", "FR", "IT").get(number % 3),
                        List.of("NEW", "PAID", "SHIPPED").get(number / 5 % 3),
                        number % 500,
                        number % 100,
                        number % 12 + 1,
                        number % 28 + 1);
    }

    private static String item(int number) {
        return "(%d, %d, %d, 'Product %d', %d, %d.50)"
                .formatted(number, number, number % 97, number % 40, number % 7 + 1, number % 30);
    }

    /** The text of the one file that an engine gets. */
    String script(ExportEngine engine) throws SQLException {
        return servers.script(engine);
    }

    /**
     * A query on a table that is placed by ranges.
     *
     * @param tables the actual tables whose bounds it does not contradict
     */
    record Bounded(String query, List<String> tables) {}

    /** Queries by a value, which has to be in one of several actual tables. */
    static List<Bounded> boundedByValue() {
        return List.of(
                new Bounded("SELECT * FROM t_account WHERE account_id = 4", List.of("t_account_0")),
                new Bounded("SELECT * FROM t_account WHERE account_id = 5", List.of("t_account_0", "t_account_own")),
                new Bounded("SELECT * FROM t_account WHERE account_id = 5000", List.of("t_account_0", "t_account_1")),
                new Bounded("SELECT * FROM t_account WHERE account_id = 9000", List.of("t_account_1")),
                new Bounded("SELECT rate FROM t_rate WHERE rate_day = DATE '2026-01-31'", List.of("t_rate_202601")),
                new Bounded("SELECT rate FROM t_rate WHERE rate_day = DATE '2026-02-01'", List.of("t_rate_202602")));
    }

    /** Queries that read all rows of the tables that are placed by ranges. */
    static List<String> unbounded() {
        return List.of(
                "SELECT COUNT(*), SUM(balance) FROM t_account",
                "SELECT COUNT(*), SUM(visit_id) FROM t_visit",
                "SELECT COUNT(*), SUM(rate) FROM t_rate");
    }

    /** Writes rows through the application, at both ends of ranges, by placed keys, and into a table that had none. */
    void write() throws SQLException {
        try (Connection connection = servers.application().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : List.of(
                    "DELETE FROM t_account WHERE account_id IN (5, 5000)",
                    "INSERT INTO t_account (account_id, balance) VALUES (-9000000000000000000, 1), (5, 2), (7, 4),"
                            + " (98, 8), (101, 16), (5000, 32), (9000000000000000000, 64)",
                    "INSERT INTO t_visit (visited_at, visit_id) VALUES ('2026-01-01 00:00:00.000001', 5),"
                            + " ('2026-01-31 23:59:59.999998', 6), ('2026-02-01 00:00:00.000001', 7),"
                            + " ('2026-02-28 23:59:59', 8)",
                    "INSERT INTO t_rate (rate_day, rate) VALUES ('2026-01-30', 5), ('2026-02-02', 6)",
                    "INSERT INTO t_code (code) VALUES (0), (9), (100), (109)")) {
                statement.execute(sql);
            }
        }
    }

    /** Queries by sharding columns that find the rows of {@link #write()}. */
    static List<String> written() {
        return List.of(
                "SELECT account_id, balance FROM t_account WHERE account_id = -9000000000000000000",
                "SELECT account_id, balance FROM t_account WHERE account_id = 5",
                "SELECT account_id, balance FROM t_account WHERE account_id IN (7, 98, 101) ORDER BY account_id",
                "SELECT account_id, balance FROM t_account WHERE account_id = 5000",
                "SELECT account_id, balance FROM t_account WHERE account_id > 98 ORDER BY account_id",
                "SELECT account_id, balance FROM t_account WHERE account_id < 98 ORDER BY account_id",
                "SELECT visit_id FROM t_visit WHERE visited_at = TIMESTAMP '2026-01-31 23:59:59.999998'",
                "SELECT visit_id FROM t_visit WHERE visited_at = TIMESTAMP '2026-02-01 00:00:00.000001'",
                "SELECT visit_id FROM t_visit WHERE visited_at < TIMESTAMP '2026-02-01 00:00:00' ORDER BY visit_id",
                "SELECT visit_id FROM t_visit WHERE visited_at >= TIMESTAMP '2026-02-01 00:00:00' ORDER BY visit_id",
                "SELECT rate FROM t_rate WHERE rate_day = DATE '2026-01-30'",
                "SELECT rate FROM t_rate WHERE rate_day BETWEEN DATE '2026-01-31' AND DATE '2026-02-02' ORDER BY rate",
                "SELECT code FROM t_code WHERE code = 9",
                "SELECT code FROM t_code WHERE code >= 9 ORDER BY code");
    }

    /** The rows of a query through the application, as text. */
    List<String> answer(String query) throws SQLException {
        return rows(servers.application(), query);
    }

    /** Queries that find no row, some of them by values that no actual table takes. */
    static List<String> empty() {
        return List.of(
                "SELECT * FROM t_order WHERE order_id = -1",
                "SELECT * FROM t_rate WHERE rate_day = DATE '2026-07-01'",
                "SELECT COUNT(*) FROM t_rate WHERE rate_day < DATE '2025-07-01'",
                "SELECT * FROM t_visit WHERE visited_at = TIMESTAMP '2026-07-01 00:00:00'",
                "SELECT * FROM t_code WHERE code = 50");
    }

    /** The actual tables that a plan names, of those that are placed by ranges. */
    static Set<String> tablesOf(String plan) {
        return Pattern.compile("t_(account|visit|rate)_[0-9a-z]+")
                .matcher(plan)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Moves an actual table to the other server. */
    void move() throws SQLException {
        Moves moves = servers.application().moves();
        moves.start(MoveRequest.of(List.of("ds0.t_order_1"), "ds1"));
        await().atMost(Duration.ofMinutes(1))
                .until(() -> moves.list().stream().allMatch(move -> move.phase() == MovePhase.SWITCHED));
    }

    /** The rows of a query in the database without shards, as text. */
    List<String> expected(String query) throws SQLException {
        return rows(whole, query);
    }

    /** The rows of a query, as text. */
    static List<String> rows(DataSource pool, String query) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return rows(connection, query);
        }
    }

    /** The rows of a query, as text. */
    static List<String> rows(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            int columns = rows.getMetaData().getColumnCount();
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(String.valueOf(rows.getString(i)));
                }
                found.add(String.join("|", row));
            }
            return found;
        }
    }

    @Override
    public void close() throws IOException {
        servers.close();
        whole.close();
    }
}

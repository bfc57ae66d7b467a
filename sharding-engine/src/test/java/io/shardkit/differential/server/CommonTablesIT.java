package io.shardkit.differential.server;

import static io.shardkit.testing.TestDatabase.H2;
import static io.shardkit.testing.TestDatabase.MARIADB;
import static io.shardkit.testing.TestDatabase.MYSQL;
import static io.shardkit.testing.TestDatabase.POSTGRESQL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.rule.ShardingRule;
import io.shardkit.testing.MySqlPrograms;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.RowText;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Common tables of gathered rows are read more than once, also by MySQL, which opens a temporary table once. */
class CommonTablesIT {
    private static final List<String> READS = List.of(
            "WITH x AS (SELECT id, k FROM o WHERE amount > 1) SELECT a.id, b.k FROM x a JOIN x b ON a.k = b.k",
            "WITH x AS (SELECT id, k FROM o) SELECT x.id, b.k FROM x JOIN x b ON x.k = b.k WHERE x.id > 3",
            "WITH x AS (SELECT id, k FROM o) SELECT b.id, x.k FROM x b, x WHERE x.k = b.k AND x.id IN (1, 2)",
            "WITH x AS (SELECT k, COUNT(*) AS c FROM o GROUP BY k) SELECT k, c FROM x WHERE c = (SELECT MAX(c) FROM x)",
            "WITH x AS (SELECT status, SUM(price) AS s FROM o GROUP BY status) SELECT * FROM x WHERE s >= (SELECT AVG(s) FROM x)",
            "WITH x AS (SELECT k FROM o WHERE amount = 3) SELECT COUNT(*) FROM x WHERE k IN (SELECT k FROM x) AND EXISTS (SELECT 1 FROM x z WHERE z.k = x.k)",
            "WITH x (a, b) AS (SELECT id, amount FROM o) SELECT p.a, q.b FROM x p JOIN x q ON p.a = q.b",
            "WITH x AS (SELECT id, k FROM o), y AS (SELECT p.id, q.k FROM x p JOIN x q ON p.id = q.k) SELECT * FROM y",
            "WITH x AS (SELECT id, k FROM o), y AS (SELECT p.id, q.k FROM x p JOIN x q ON p.id = q.k) SELECT a.id, b.k, x.k AS xk FROM y a JOIN y b ON a.id = b.id JOIN x ON x.id = a.id",
            "WITH x AS (SELECT id, k FROM o WHERE k < 4), y AS (SELECT k FROM x), z AS (SELECT k FROM x UNION ALL SELECT k FROM y) SELECT k, COUNT(*) FROM z GROUP BY k",
            "WITH x AS (SELECT id FROM o WHERE k = 1 UNION SELECT k FROM o WHERE id > 6) SELECT a.id FROM x a JOIN x b ON a.id = b.id",
            "WITH x AS (SELECT id FROM o UNION ALL SELECT id FROM o WHERE k > 2) SELECT COUNT(*) FROM x a JOIN x b ON a.id = b.id",
            "SELECT d.n FROM (WITH x AS (SELECT k FROM o) SELECT COUNT(*) AS n FROM x a JOIN x b ON a.k = b.k) d",
            "WITH x AS (WITH y AS (SELECT id, k FROM o) SELECT p.id FROM y p JOIN y q ON p.id = q.k) SELECT a.id FROM x a JOIN x b ON a.id = b.id",
            "WITH x AS (SELECT id, k FROM o) SELECT id FROM x WHERE k = 1 UNION SELECT k FROM x WHERE id = 5",
            "WITH x AS (SELECT id, k FROM o) SELECT id, (SELECT COUNT(*) FROM x z WHERE z.k = x.k) FROM x",
            "WITH x AS (SELECT id, k FROM o), y AS (SELECT 1 AS one UNION ALL SELECT 2) SELECT y.one, COUNT(*) FROM x JOIN y ON x.k = y.one JOIN y w ON w.one = y.one GROUP BY y.one",
            "WITH x AS (SELECT id, k FROM o), y AS (WITH x AS (SELECT k AS id FROM x WHERE id < 3) SELECT a.id FROM x a JOIN x b ON a.id = b.id) SELECT COUNT(*) FROM y JOIN x ON x.id = y.id",
            "WITH x AS (SELECT k, MAX(amount) AS m FROM o GROUP BY k) SELECT o.id, p.m, q.m AS qm FROM o JOIN x p ON p.k = o.k JOIN x q ON q.k = o.k + 1",
            "WITH x AS (SELECT a.id, b.k FROM o a JOIN o b ON a.k = b.id) SELECT p.id, q.k FROM x p JOIN x q ON p.id = q.id",
            "WITH RECURSIVE x AS (SELECT id, k FROM o WHERE id = 1 UNION ALL SELECT o.id, o.k FROM x JOIN o ON o.id = x.id + 1) SELECT COUNT(*) FROM x",
            "WITH RECURSIVE x AS (SELECT id, k FROM o WHERE id = 1 UNION ALL SELECT o.id, o.k FROM x JOIN o ON o.id = x.id + 1) SELECT a.id, b.k FROM x a JOIN x b ON a.id = b.id",
            "WITH x AS (SELECT status, COUNT(*) AS c FROM o GROUP BY status) SELECT * FROM x WHERE c = (SELECT MAX(c) FROM x) ORDER BY status",
            "WITH o AS (SELECT id, k FROM o WHERE id > 2) SELECT a.id, b.k FROM o a JOIN o b ON a.id = b.k",
            "WITH x AS (SELECT o.id, o.k FROM o WHERE o.k > 1) SELECT x.id, y.k FROM (x JOIN x y ON x.k = y.k)",
            "WITH x AS (SELECT id, EXTRACT(YEAR FROM CAST('2024-01-02' AS DATE)) AS y FROM o) SELECT EXTRACT(MONTH FROM CAST('2024-03-02' AS DATE)) AS m, a.y FROM x a JOIN x b ON a.id = b.id",
            "WITH x AS (SELECT id, k FROM o), y AS (SELECT k FROM x WHERE id IN (SELECT k FROM x)) SELECT * FROM y WHERE k = (SELECT MAX(k) FROM y)",
            "WITH x AS (SELECT DISTINCT status FROM o) SELECT a.status, b.status AS other FROM x a JOIN x b ON a.status > b.status");

    /** MariaDB's common tables do not see the statement around them. */
    private static final String OF_ROWS_AROUND =
            "SELECT o.id, (WITH x AS (SELECT z.k FROM o z WHERE z.k = o.k) SELECT COUNT(*) FROM x a JOIN x b ON a.k = b.k) AS n FROM o";

    /** With a parameter for each {@code ?}. */
    private static final Map<String, List<Object>> WITH_PARAMETERS = Map.of(
            "WITH x AS (SELECT id, k FROM o WHERE amount > ? AND k <> ?) SELECT a.id, b.k FROM x a JOIN x b ON a.k = b.k WHERE a.id > ? AND b.id < ?",
            List.of(1, 2, 3, 9),
            "WITH x AS (SELECT id FROM o WHERE id > ?), y AS (SELECT p.id FROM x p JOIN x q ON p.id = q.id AND p.id <> ?) SELECT y.id FROM y JOIN y z ON y.id = z.id WHERE y.id < ?",
            List.of(2, 5, 8));

    private static final List<String> WRITES = List.of(
            "INSERT INTO o (id, k, status, amount, price) WITH x AS (SELECT id, k FROM o WHERE amount > 1) SELECT a.id + 100, b.k, 'new', 1, 2 FROM x a JOIN x b ON a.id = b.id",
            "INSERT INTO copied (id, n) WITH x AS (SELECT k, COUNT(*) AS c FROM o GROUP BY k) SELECT k, c FROM x WHERE c >= (SELECT AVG(c) FROM x)",
            "DELETE FROM o WHERE id IN (WITH x AS (SELECT id + 2 AS id FROM (SELECT id, k FROM o WHERE amount = 4) s) SELECT a.id FROM x a JOIN x b ON a.id = b.id)",
            "UPDATE o SET amount = 7 WHERE id IN (WITH x AS (SELECT s.id, s.k FROM (SELECT id, k FROM o WHERE amount < 3) s) SELECT a.id FROM x a JOIN x b ON a.k = b.k)");

    /** MariaDB has no such form. */
    private static final List<String> WRITES_AFTER_WITH = List.of(
            "WITH x AS (SELECT k, COUNT(*) AS c FROM o GROUP BY k) DELETE FROM copied WHERE id IN (SELECT k FROM x) AND id > (SELECT MIN(k) FROM x)",
            "WITH x AS (SELECT k, COUNT(*) AS c FROM o GROUP BY k) UPDATE copied JOIN x ON x.k = copied.id JOIN x y ON y.k = x.k SET copied.n = x.c + y.c",
            "WITH x AS (SELECT s.id, s.k FROM (SELECT id, k FROM o) s) UPDATE o SET amount = amount + 1 WHERE id IN (SELECT a.id FROM x a JOIN x b ON a.id = b.k)");

    private final List<HikariDataSource> pools = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }

    @ParameterizedTest
    @OnDatabases(except = H2, always = MYSQL)
    void readsAreAnsweredAsByOneDatabase(TestDatabase database) throws SQLException {
        DataSource whole = filled(database, 0, SpreadTable.WHOLE);
        DataSource engine = engine(filled(database, 0, 0), filled(database, 1, 1));
        List<String> reads = new ArrayList<>(READS);
        reads.addAll(database.isMariaDb() ? List.of() : List.of(OF_ROWS_AROUND));
        for (String sql : reads) {
            assertThat(SpreadTable.read(engine, sql)).as(sql).isEqualTo(SpreadTable.read(whole, sql));
        }
        for (Map.Entry<String, List<Object>> query : WITH_PARAMETERS.entrySet()) {
            assertThat(read(engine, query.getKey(), query.getValue()))
                    .as(query.getKey())
                    .isNotEmpty()
                    .isEqualTo(read(whole, query.getKey(), query.getValue()));
        }
    }

    @ParameterizedTest
    @OnDatabases(
            value = {MYSQL, MARIADB},
            always = MYSQL)
    void writesReadThem(TestDatabase database) throws SQLException {
        DataSource whole = filled(database, 0, SpreadTable.WHOLE);
        DataSource engine = engine(filled(database, 0, 0), filled(database, 1, 1));
        List<String> writes = new ArrayList<>(WRITES);
        writes.addAll(database.isMariaDb() ? List.of() : WRITES_AFTER_WITH);
        for (String sql : writes) {
            SpreadTable.execute(engine, List.of(sql));
            SpreadTable.execute(whole, List.of(sql));
            for (String rows : List.of("SELECT * FROM o", "SELECT * FROM copied")) {
                assertThat(SpreadTable.read(engine, rows)).as(sql).isEqualTo(SpreadTable.read(whole, rows));
            }
        }
    }

    @Test
    void whatMayHaveOtherRowsEachTimeIsRefusedByMysql() throws SQLException {
        MySqlPrograms.assume();
        HikariDataSource second = filled(MYSQL, 1, 1);
        SpreadTable.execute(
                second, List.of("CREATE VIEW some_copied AS SELECT id, n FROM copied ORDER BY RAND() LIMIT 1"));
        DataSource engine = engine(filled(MYSQL, 0, 0), second);
        for (String query : List.of(
                "SELECT id, k, RAND() AS r FROM o",
                "SELECT id, UUID() AS k FROM o",
                "SELECT id, @v AS k FROM o",
                "SELECT id, MAX(@v) AS k FROM o GROUP BY id",
                "SELECT id, MAX(status) AS k FROM o WHERE NOW() > '2024-01-01' GROUP BY id LIMIT 5",
                "SELECT o.id, v.n AS k FROM o JOIN some_copied v ON v.id = o.k")) {
            String sql = "WITH x AS (" + query + ") SELECT a.id, b.k FROM x a JOIN x b ON a.id = b.id";
            assertThatThrownBy(() -> SpreadTable.read(engine, sql))
                    .as(sql)
                    .hasMessageStartingWith(ErrorCode.UNSUPPORTED_SYNTAX.code());
        }
    }

    @Test
    void whatMayHaveOtherRowsEachTimeIsAskedOnceByMysql() throws SQLException {
        MySqlPrograms.assume();
        DataSource whole = filled(MYSQL, 0, SpreadTable.WHOLE);
        DataSource engine = engine(filled(MYSQL, 0, 0), filled(MYSQL, 1, 1));
        for (String query : List.of(
                "SELECT id, k FROM o ORDER BY id LIMIT 3",
                "SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS k FROM o",
                "SELECT k AS id, ROUND(SUM(rate), 3) AS k FROM o GROUP BY k",
                "SELECT k AS id, ROUND(SUM(amount * 1e0), 3) AS k FROM o GROUP BY k",
                "SELECT o.k AS id, MIN(o.status) AS k FROM o JOIN o p ON p.k = o.k GROUP BY o.k",
                "SELECT k AS id, MIN(s) AS k FROM (SELECT o.k, o.status AS s FROM o JOIN o p ON p.k = o.k) d GROUP BY k",
                "SELECT k AS id, GROUP_CONCAT(status ORDER BY id) AS k FROM o GROUP BY k")) {
            for (String reads : List.of(
                    "SELECT a.id, UPPER(b.k) FROM x a JOIN x b ON a.id = b.id",
                    ", y AS (SELECT COUNT(*) AS n, MAX(id) AS k FROM x) SELECT x.id, UPPER(x.k), y.n FROM x JOIN y ON y.k >= x.id JOIN y z ON z.k = y.k WHERE x.id IN (SELECT id FROM x WHERE id > 1)",
                    ", y AS (SELECT a.id, COUNT(*) AS n FROM x a JOIN x ON x.id <= a.id GROUP BY a.id LIMIT 99) SELECT y.n, UPPER(x.k) FROM y JOIN x ON x.id = y.id JOIN y z ON z.id = y.id")) {
                String sql = "WITH x AS (" + query + ") " + reads;
                assertThat(read(engine, sql, List.of())).as(sql).isNotEmpty().isEqualTo(read(whole, sql, List.of()));
            }
        }
        String reading =
                "WITH v AS (SELECT id AS v, k AS w FROM o WHERE id < ?), x AS (SELECT v.w AS k, MIN(o.status) AS s FROM o JOIN v ON v.v = o.id WHERE o.id <> ? GROUP BY v.w) SELECT a.k, UPPER(b.s) FROM x a JOIN x b ON a.k = b.k JOIN v ON v.w = a.k WHERE v.v > ?";
        assertThat(read(engine, reading, List.of(9, 5, 2)))
                .isNotEmpty()
                .isEqualTo(read(whole, reading, List.of(9, 5, 2)));
        String drawn =
                "WITH x AS (SELECT k, MAX(RAND()) AS r FROM o WHERE k > ? GROUP BY k) SELECT COUNT(*) FROM x a JOIN x b ON a.k = b.k WHERE a.r = b.r AND b.k < ?";
        assertThat(read(engine, drawn, List.of(1, 4)))
                .isEqualTo(read(whole, "SELECT COUNT(DISTINCT k) FROM o WHERE k > ? AND k < ?", List.of(1, 4)));
        try (Connection connection = engine.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> statement.executeQuery(drawn.replace("?", "2")))
                    .hasMessageStartingWith(ErrorCode.UNSUPPORTED_SYNTAX.code());
            connection.rollback();
            connection.setAutoCommit(true);
            String recursive =
                    "WITH RECURSIVE x AS (SELECT id, status FROM o WHERE id = 1 UNION ALL SELECT o.id, o.status FROM x JOIN o ON o.id = x.id + 1 LIMIT 9) SELECT a.id FROM x a JOIN x b ON a.id = b.id";
            assertThatThrownBy(() -> statement.executeQuery(recursive)).hasMessageStartingWith("SK-");
            for (String write : List.of(
                    "DELETE FROM o WHERE id IN (WITH x AS (SELECT k, MAX(RAND()) AS r FROM o GROUP BY k) SELECT a.k FROM x a JOIN x b ON a.r = b.r)",
                    "DELETE FROM o WHERE id IN (SELECT * FROM (WITH x AS (SELECT k, MAX(RAND()) AS r FROM o GROUP BY k) SELECT a.k FROM x a JOIN x b ON a.r = b.r) y)",
                    "INSERT INTO copied (id, n) WITH x AS (SELECT k, MAX(RAND()) AS r FROM o GROUP BY k) SELECT a.k, 1 FROM x a JOIN x b ON a.r = b.r")) {
                assertThatThrownBy(() -> statement.executeUpdate(write))
                        .as(write)
                        .hasMessageStartingWith("SK-");
            }
        }
    }

    private DataSource engine(DataSource first, DataSource second) throws SQLException {
        ShardingRule rule = SpreadTable.rule()
                .single("ds1", "copied")
                .single("ds1", "some_copied")
                .build();
        return SpreadTable.engine(first, second, rule, executor);
    }

    private HikariDataSource filled(TestDatabase database, int server, int source) throws SQLException {
        HikariDataSource pool = database.create("common_tables", server);
        pools.add(pool);
        String rate = database == POSTGRESQL ? "DOUBLE PRECISION" : "DOUBLE";
        SpreadTable.execute(
                pool,
                SpreadTable.statements(
                        source,
                        "status VARCHAR(20), amount INT, price DECIMAL(10,2), rate " + rate,
                        12,
                        id -> "'" + (id % 2 == 0 ? "s" : "S") + id % 3 + "', " + id % 5 + ", " + id + ".25, " + id
                                + ".1"));
        SpreadTable.execute(pool, List.of("CREATE TABLE copied (id BIGINT NOT NULL PRIMARY KEY, n INT)"));
        return pool;
    }

    private static List<String> read(DataSource database, String sql, List<Object> parameters) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.size(); i++) {
                statement.setObject(i + 1, parameters.get(i));
            }
            List<String> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    rows.add(RowText.line(result, result.getMetaData().getColumnCount()));
                }
            }
            Collections.sort(rows);
            return rows;
        }
    }
}

package io.shardkit.differential.server;

import static io.shardkit.testing.TestDatabase.MARIADB;
import static io.shardkit.testing.TestDatabase.MARIADB_CONNECTOR_J;
import static io.shardkit.testing.TestDatabase.MYSQL;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;

/** Dates that a strict session would not store now are gathered as they are, and its modes are the same afterwards. */
class StoredDatesIT {
    private static final String STRICT = "SET SESSION sql_mode = 'TRADITIONAL'";
    private static final List<String> READS = List.of(
            "SELECT id FROM o WHERE amount > (SELECT AVG(amount) FROM o) AND d < '2025-01-01'",
            "SELECT id, CAST(d AS CHAR) AS shown FROM o WHERE amount >= (SELECT AVG(amount) FROM o)",
            "SELECT COUNT(*) FROM o x JOIN o y ON x.d = y.d",
            "SELECT x.id, y.id FROM o x JOIN o y ON x.t = y.t AND x.amount <> y.amount",
            "SELECT CAST(d AS CHAR) AS shown, COUNT(DISTINCT id) FROM o GROUP BY d HAVING COUNT(*) > 1",
            "SELECT CAST(MAX(d) AS CHAR) AS latest, CAST(MIN(t) AS CHAR) AS least FROM (SELECT DISTINCT d, t FROM o) s",
            "SELECT id, amount / (amount - amount) AS quotient FROM o WHERE amount > (SELECT AVG(amount) FROM o)",
            "SELECT status, GROUP_CONCAT(DISTINCT CAST(d AS CHAR) ORDER BY d, id SEPARATOR '|') AS all_of"
                    + " FROM o WHERE amount >= (SELECT MIN(amount) FROM o) GROUP BY status",
            "SELECT COUNT(*) FROM o x JOIN o y ON x.d = y.d WHERE x.amount > 1");
    private static final List<String> WRITES = List.of(
            "DELETE FROM o WHERE amount > (SELECT AVG(x.id) FROM p x JOIN p y ON x.d = y.d)",
            "DELETE FROM o WHERE amount > (SELECT AVG(n) FROM (SELECT amount AS n, d FROM o) s WHERE d IS NOT NULL)",
            "UPDATE o SET amount = 9 WHERE id IN (SELECT x.id FROM p x JOIN p y ON x.d = y.d)");

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<HikariDataSource> pools = new ArrayList<>();

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }

    @ParameterizedTest
    @OnDatabases(
            value = {MYSQL, MARIADB, MARIADB_CONNECTOR_J},
            always = {MYSQL, MARIADB_CONNECTOR_J})
    void areGathered(TestDatabase database) throws SQLException {
        DataSource whole = filled(database, 0, SpreadTable.WHOLE);
        DataSource engine = SpreadTable.engine(
                filled(database, 0, 0),
                filled(database, 1, 1),
                SpreadTable.rule().single("ds1", "p").build(),
                executor);
        for (String sql : READS) {
            assertThat(SpreadTable.read(engine, sql)).as(sql).isEqualTo(SpreadTable.read(whole, sql));
        }
        for (String sql : WRITES) {
            assertThat(written(engine, sql)).as(sql).isEqualTo(written(whole, sql));
            String rows = "SELECT id, amount FROM o ORDER BY id";
            assertThat(SpreadTable.read(engine, rows)).as(sql).isEqualTo(SpreadTable.read(whole, rows));
        }
        for (HikariDataSource pool : pools) {
            assertThat(SpreadTable.read(pool, "SELECT @@SESSION.sql_mode AS modes")
                            .toString())
                    .contains("STRICT_ALL_TABLES", "NO_ZERO_DATE")
                    .doesNotContain("ALLOW_INVALID_DATES");
        }
    }

    /** The count, or the error. */
    private static String written(DataSource database, String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            return "" + statement.executeUpdate(sql);
        } catch (SQLException refused) {
            return refused.getSQLState() + " " + refused.getErrorCode();
        }
    }

    private DataSource filled(TestDatabase database, int server, int source) throws SQLException {
        HikariConfig config = new HikariConfig();
        try (HikariDataSource plain = database.create("dates", server)) {
            List<String> statements = new ArrayList<>(List.of("SET SESSION sql_mode = 'ALLOW_INVALID_DATES'"));
            statements.addAll(SpreadTable.statements(
                    source,
                    "status VARCHAR(20), amount INT, d DATE NOT NULL, t DATETIME",
                    12,
                    id -> "'s" + id % 3 + "', " + id % 5 + ", " + date(id) + ", " + date(id + 1)));
            if (source != 0) {
                statements.add("CREATE TABLE p (id BIGINT NOT NULL PRIMARY KEY, d DATE)");
                statements.add("INSERT INTO p VALUES (1, '0000-00-00'), (2, '2024-02-28'), (3, NULL)");
            }
            SpreadTable.execute(plain, statements);
            plain.copyStateTo(config);
        }
        config.setConnectionInitSql(STRICT);
        HikariDataSource pool = new HikariDataSource(config);
        pools.add(pool);
        return pool;
    }

    private static String date(int id) {
        return switch (id % 4) {
            case 0, 1 -> "'0000-00-00'";
            default -> "'2024-01-0" + id % 9 + "'";
        };
    }
}

package io.shardkit.differential.server;

import static io.shardkit.testing.TestDatabase.MARIADB;
import static io.shardkit.testing.TestDatabase.MARIADB_CONNECTOR_J;
import static io.shardkit.testing.TestDatabase.MYSQL;
import static io.shardkit.testing.TestDatabase.POSTGRESQL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ShardingException;
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

/** Columns that {@code *} passes by, of the user's own and such as MySQL adds to tables without a primary key. */
class InvisibleColumnsIT {
    private static final String KEYS_ARE_MADE = "SET SESSION sql_generate_invisible_primary_key = ON";
    private static final List<String> READS = List.of(
            "SELECT * FROM o WHERE amount >= (SELECT AVG(amount) FROM o)",
            "SELECT x.*, y.hidden FROM o x JOIN o y ON x.k = y.id",
            "SELECT id, hidden FROM o WHERE hidden > (SELECT AVG(hidden) FROM o)",
            "SELECT COUNT(*) FROM o x JOIN o y ON x.amount < y.amount",
            "SELECT x.id FROM o x NATURAL JOIN p",
            "SELECT * FROM o NATURAL JOIN p",
            "SELECT * FROM p NATURAL JOIN o",
            "SELECT * FROM o JOIN p USING (hidden)",
            "SELECT * FROM (SELECT * FROM o) s WHERE s.amount > (SELECT MIN(amount) FROM o)",
            "SELECT amount, MAX(hidden), COUNT(DISTINCT id) FROM o GROUP BY amount HAVING MAX(hidden) > 2",
            "SELECT DISTINCT * FROM o",
            "SELECT * FROM o WHERE id < 4 UNION SELECT * FROM o WHERE id > 2",
            "SELECT hidden FROM o WHERE id < 4 UNION SELECT hidden FROM p",
            "SELECT * FROM o ORDER BY id",
            "SELECT hidden, id FROM o ORDER BY hidden, id",
            "SELECT EXISTS (SELECT * FROM o x WHERE x.hidden = 3 AND x.id IN (SELECT id FROM p))");
    private static final List<String> WRITES = List.of(
            "INSERT INTO o VALUES (20, 10, 1)",
            "INSERT INTO o VALUES (20, 10, 1), (21, 11, 2)",
            "INSERT INTO o (id, k, amount, hidden) VALUES (20, 10, 1, 77), (21, 11, 2, 78)",
            "INSERT INTO o SELECT id + 100, k, amount FROM o",
            "INSERT INTO o SELECT id + 100, k, 3 FROM p",
            "INSERT INTO o (id, k, amount, hidden) SELECT id + 100, k, hidden, amount FROM o",
            "INSERT INTO b VALUES (3, 'c')",
            "INSERT INTO b (id, hidden) VALUES (3, 'c')",
            "INSERT INTO b SELECT id + 50, 'x' FROM o",
            "UPDATE o SET hidden = hidden + 1 WHERE amount > (SELECT AVG(n) FROM (SELECT amount AS n FROM o) s)",
            "DELETE FROM o WHERE hidden IN (SELECT hidden FROM p)");

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<HikariDataSource> pools = new ArrayList<>();

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }

    @ParameterizedTest
    @OnDatabases(
            except = POSTGRESQL,
            always = {MYSQL, MARIADB, MARIADB_CONNECTOR_J})
    void areSeenWhereTheyAreNamed(TestDatabase database) throws SQLException {
        DataSource whole = filled(database, SpreadTable.WHOLE, "");
        DataSource first = filled(database, 0, "");
        DataSource second = filled(database, 1, "");
        String filled = database == TestDatabase.H2 ? "INVISIBLE DEFAULT 7 NOT NULL" : "NOT NULL DEFAULT 7 INVISIBLE";
        compare(first, second, whole, filled, " PRIMARY KEY");
        compare(first, second, whole, "INVISIBLE", " PRIMARY KEY");
    }

    /** The server adds them to the copies as well. */
    @ParameterizedTest
    @OnDatabases(value = MYSQL, always = MYSQL)
    void areMadeByTheServer(TestDatabase database) throws SQLException {
        DataSource whole = filled(database, SpreadTable.WHOLE, KEYS_ARE_MADE);
        DataSource first = filled(database, 0, KEYS_ARE_MADE);
        DataSource second = filled(database, 1, KEYS_ARE_MADE);
        compare(first, second, whole, "INVISIBLE", "");
    }

    private void compare(DataSource first, DataSource second, DataSource whole, String hidden, String key)
            throws SQLException {
        fill(whole, SpreadTable.WHOLE, hidden, key);
        fill(first, 0, hidden, key);
        fill(second, 1, hidden, key);
        DataSource engine = SpreadTable.engine(
                first,
                second,
                SpreadTable.rule().single("ds1", "p").broadcast("b").build(),
                executor);
        for (String sql : READS) {
            assertThat(SpreadTable.read(engine, sql)).as(sql).isEqualTo(SpreadTable.read(whole, sql));
        }
        if (!key.isEmpty()) {
            for (String moving : List.of("UPDATE o SET k = 4 WHERE id = 3", "UPDATE o SET k = k + 1 WHERE id = 3")) {
                assertThat(written(engine, moving)).as(moving).isEqualTo(written(whole, moving));
            }
        }
        for (String sql : WRITES) {
            assertThat(written(engine, sql)).as(sql).isEqualTo(written(whole, sql));
        }
        String unlisted = "INSERT INTO o VALUES (20, 10, 1, 5)";
        assertThatThrownBy(() -> written(whole, unlisted)).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> written(engine, unlisted)).isInstanceOf(ShardingException.class);
    }

    /** The counts and the rows after a write, which is then undone. */
    private static List<String> written(DataSource database, String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            try {
                List<String> after = new ArrayList<>();
                after.add("count " + statement.executeUpdate(sql));
                for (String query : List.of(
                        "SELECT id, k, amount, hidden FROM o ORDER BY id",
                        "SELECT id, hidden, name FROM b ORDER BY id")) {
                    after.addAll(SpreadTable.rows(statement, query));
                }
                return after;
            } finally {
                connection.rollback();
            }
        }
    }

    private static void fill(DataSource database, int source, String hidden, String key) throws SQLException {
        List<String> statements = new ArrayList<>(List.of("DROP TABLE IF EXISTS p", "DROP TABLE IF EXISTS b"));
        List<String> tables = source == SpreadTable.WHOLE ? List.of("o") : List.of("o_0", "o_1");
        for (String table : tables) {
            statements.add("DROP TABLE IF EXISTS " + table);
            statements.add("CREATE TABLE " + table + " (id BIGINT NOT NULL" + key
                    + ", k BIGINT NOT NULL, amount INT, hidden INT " + hidden + ")");
        }
        for (int id = 0; id < 8; id++) {
            if (source == SpreadTable.WHOLE || id / 2 % 2 == source) {
                statements.add("INSERT INTO " + tables.get(id % tables.size()) + " (id, k, amount, hidden) VALUES ("
                        + id + ", " + id / 2 + ", " + id % 5 + ", " + id + ")");
            }
        }
        if (source != 0) {
            statements.add(
                    "CREATE TABLE p (id BIGINT NOT NULL" + key + ", k BIGINT NOT NULL, hidden INT " + hidden + ")");
            statements.add("INSERT INTO p (id, k, hidden) VALUES (1, 0, 9), (2, 1, 2), (5, 2, 4)");
        }
        statements.add("CREATE TABLE b (id BIGINT NOT NULL PRIMARY KEY, hidden VARCHAR(5) INVISIBLE, name VARCHAR(5))");
        statements.add("INSERT INTO b (id, hidden, name) VALUES (1, 'a', 'n'), (2, 'b', 'm')");
        SpreadTable.execute(database, statements);
    }

    private HikariDataSource filled(TestDatabase database, int source, String init) throws SQLException {
        HikariConfig config = new HikariConfig();
        try (HikariDataSource plain = database.create("invisible", Math.max(source, 0))) {
            plain.copyStateTo(config);
        }
        if (!init.isEmpty()) {
            config.setConnectionInitSql(init);
        }
        HikariDataSource pool = new HikariDataSource(config);
        pools.add(pool);
        return pool;
    }
}

package io.shardkit.differential.server;

import static io.shardkit.testing.TestDatabase.MARIADB;
import static io.shardkit.testing.TestDatabase.MYSQL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.CrossSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.testing.MySqlPrograms;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Rows are gathered in transactions that commit everywhere or nowhere: MySQL has no temporary tables in some of them. */
class AtomicGatherIT {
    private static final List<String> FIRST_ELSEWHERE = List.of(
            "UPDATE o SET amount = 10 WHERE id = 2 AND k = 1", "UPDATE o SET amount = 20 WHERE id = 4 AND k = 2");
    private static final String GATHERED = "SELECT id, amount FROM o WHERE amount > (SELECT AVG(amount) FROM o)";
    private static final String OF_COMMON_TABLES =
            "WITH x AS (SELECT k, SUM(amount) AS s FROM o GROUP BY k) SELECT k, s FROM x WHERE s = (SELECT MAX(s) FROM x)";
    private static final String ROWS = "SELECT * FROM o ORDER BY id";
    private static final List<String> WRITES = List.of(
            "DELETE FROM o WHERE amount > (SELECT AVG(n) + 1 FROM (SELECT amount AS n FROM o) s)",
            "UPDATE o SET amount = 7 WHERE status IN (SELECT status FROM (SELECT status FROM o WHERE id = 3) s)",
            "INSERT INTO o SELECT id + 100, k, status, amount FROM o",
            "INSERT INTO o WITH x AS (SELECT id, k FROM o WHERE id < 3) SELECT a.id + 200, b.k, 's', 1 FROM x a JOIN x b ON a.id = b.id",
            "UPDATE o SET k = k + 1 WHERE id = 3");

    private final List<HikariDataSource> pools = new ArrayList<>();

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
    }

    @ParameterizedTest
    @OnDatabases(
            value = {MYSQL, MARIADB},
            always = MYSQL)
    void readsGatherWhereTheTransactionBegan(TestDatabase database) throws SQLException {
        DataSource whole = filled(database, 0, SpreadTable.WHOLE);
        try (ShardingDataSource engine = engine(filled(database, 0, 0), filled(database, 1, 1))) {
            for (String query : List.of(GATHERED, OF_COMMON_TABLES)) {
                assertThat(readAfter(engine, FIRST_ELSEWHERE, query))
                        .as(query)
                        .isEqualTo(readAfter(whole, FIRST_ELSEWHERE, query));
            }
            assertThat(SpreadTable.read(engine, ROWS)).isEqualTo(SpreadTable.read(whole, ROWS));
        }
    }

    @ParameterizedTest
    @OnDatabases(
            value = {MYSQL, MARIADB},
            always = MYSQL)
    void writesGatherInEachPart(TestDatabase database) throws SQLException {
        DataSource whole = filled(database, 0, SpreadTable.WHOLE);
        try (ShardingDataSource engine = engine(filled(database, 0, 0), filled(database, 1, 1))) {
            for (String sql : WRITES) {
                SpreadTable.execute(engine, List.of(sql));
                SpreadTable.execute(whole, List.of(sql));
                assertThat(SpreadTable.read(engine, ROWS)).as(sql).isEqualTo(SpreadTable.read(whole, ROWS));
            }
            // The parts that follow are detached again.
            assertThat(readAfter(engine, FIRST_ELSEWHERE, GATHERED))
                    .isEqualTo(readAfter(whole, FIRST_ELSEWHERE, GATHERED));
        }
        assertThat(pools).allSatisfy(pool -> assertThat(SpreadTable.read(pool, "SELECT 1"))
                .isNotEmpty());
    }

    @Test
    void writesAreRefusedWhereTheUserMayNot() throws SQLException {
        MySqlPrograms.assume();
        HikariDataSource first = filled(MYSQL, 0, 0);
        HikariDataSource second = filled(MYSQL, 1, 1);
        try (ShardingDataSource engine = engine(limited(first), limited(second))) {
            List<String> before = SpreadTable.read(engine, ROWS);
            String sql = WRITES.get(0);
            assertThatThrownBy(() -> SpreadTable.execute(engine, List.of(sql)))
                    .hasMessageStartingWith(ErrorCode.NOT_PREPARABLE.code());
            assertThat(SpreadTable.read(engine, ROWS)).isEqualTo(before);
            try (Connection connection = engine.getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.executeUpdate(FIRST_ELSEWHERE.get(0));
                assertThatThrownBy(() -> statement.executeUpdate(sql))
                        .hasMessageStartingWith(ErrorCode.NOT_PREPARABLE.code());
                statement.executeUpdate(FIRST_ELSEWHERE.get(1));
                connection.commit();
            }
            assertThat(SpreadTable.read(engine, "SELECT id, amount FROM o WHERE amount >= 10 ORDER BY id"))
                    .endsWith("Long 2 '2' | Integer 10 '10'", "Long 4 '4' | Integer 20 '20'");
        }
    }

    private static List<String> readAfter(DataSource database, List<String> writes, String query) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (String sql : writes) {
                statement.executeUpdate(sql);
            }
            List<String> rows = SpreadTable.rows(statement, query);
            connection.commit();
            return rows;
        }
    }

    private static ShardingDataSource engine(DataSource first, DataSource second) throws SQLException {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        sources.put("ds0", first);
        sources.put("ds1", second);
        return ShardingDataSource.create(
                sources,
                SpreadTable.rule().build(),
                ShardingOptions.builder()
                        .crossSource(CrossSource.ATOMIC)
                        .executor(Runnable::run)
                        .planCacheSize(100)
                        .build());
    }

    private HikariDataSource filled(TestDatabase database, int server, int source) throws SQLException {
        HikariDataSource pool = database.create("atomic_gather", server);
        pools.add(pool);
        SpreadTable.execute(
                pool,
                SpreadTable.statements(
                        source, "status VARCHAR(20), amount INT", 12, id -> "'s" + id % 3 + "', " + id % 5));
        return pool;
    }

    /** The same database as a user that may not set what most users may not. */
    private HikariDataSource limited(HikariDataSource pool) throws SQLException {
        HikariConfig config = new HikariConfig();
        pool.copyStateTo(config);
        String database = pool.getPoolName();
        String user = "u_" + database;
        SpreadTable.execute(
                pool,
                List.of(
                        "CREATE USER " + user,
                        "GRANT ALL ON " + database + ".* TO " + user,
                        "GRANT XA_RECOVER_ADMIN ON *.* TO " + user));
        config.setUsername(user);
        config.setPassword("");
        HikariDataSource other = new HikariDataSource(config);
        pools.add(other);
        return other;
    }
}

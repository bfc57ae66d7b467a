package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.MySqlPrograms;
import io.shardkit.testing.ServerSize;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows are gathered on servers that take no table without a primary key, and statements do not see the copies' one. */
class DemandedKeyIT {
    private static final List<String> READS = List.of(
            "SELECT * FROM o WHERE amount > (SELECT AVG(amount) FROM o)",
            "SELECT x.*, y.status FROM o x JOIN o y ON x.status = y.status",
            "SELECT * FROM o NATURAL JOIN (SELECT id, k, amount FROM o WHERE amount > 2) s",
            "SELECT DISTINCT status FROM o",
            "SELECT status, COUNT(DISTINCT amount), MIN(note) FROM o GROUP BY status",
            "WITH x AS (SELECT * FROM o) SELECT a.*, b.status FROM x a JOIN x b ON a.status = b.status",
            "WITH x AS (SELECT status, COUNT(*) AS c FROM o GROUP BY status) SELECT * FROM x WHERE c = (SELECT MAX(c) FROM x)",
            "SELECT COUNT(*) FROM (SELECT * FROM o UNION ALL SELECT * FROM o) s",
            "SELECT status, SUM(rate) FROM o GROUP BY status",
            "SELECT o.id, o.amount, COUNT(*) FROM o JOIN o x ON o.status = x.status GROUP BY o.id, o.amount");
    private static final List<String> WRITES = List.of(
            "DELETE FROM o WHERE amount > (SELECT AVG(n) FROM (SELECT amount AS n FROM o) s)",
            "UPDATE o SET amount = 9 WHERE status IN (SELECT status FROM (SELECT status FROM o WHERE id = 3) s)",
            "INSERT INTO o SELECT id + 100, k, status, amount, rate, note FROM o",
            "INSERT INTO o WITH x AS (SELECT * FROM o WHERE id < 3) SELECT a.id + 200, b.k, a.status, 1, 2, 'n' FROM x a JOIN x b ON a.id = b.id",
            "UPDATE o SET k = k + 1 WHERE id = 3");

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<HikariDataSource> pools = new ArrayList<>();

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }

    @Test
    void onMysql() throws SQLException {
        MySqlPrograms.assume();
        List<DataSource> databases = new ArrayList<>();
        for (int server : List.of(0, 0, 1)) {
            HikariConfig config = new HikariConfig();
            try (HikariDataSource plain = TestDatabase.MYSQL.create("demanded", server)) {
                plain.copyStateTo(config);
            }
            config.setConnectionInitSql("SET SESSION sql_require_primary_key = ON");
            databases.add(pool(config));
        }
        compare(databases);
    }

    @Test
    void onMariaDb() throws SQLException {
        try (DatabaseServer server = EmbeddedServers.startMariaDb(ServerSize.SMALL, "--innodb-force-primary-key=ON")) {
            List<DataSource> databases = new ArrayList<>();
            for (String name : List.of("whole", "first", "second")) {
                HikariConfig config = new HikariConfig();
                config.setJdbcUrl(server.createDatabase(name));
                config.setUsername(server.username());
                config.setPassword(server.password());
                databases.add(pool(config));
            }
            compare(databases);
            pools.forEach(HikariDataSource::close);
        }
    }

    private void compare(List<DataSource> databases) throws SQLException {
        DataSource whole = databases.get(0);
        DataSource engine = SpreadTable.engine(
                databases.get(1), databases.get(2), SpreadTable.rule().build(), executor);
        for (int i = 0; i < databases.size(); i++) {
            SpreadTable.execute(
                    databases.get(i),
                    SpreadTable.statements(
                            i - 1,
                            "status VARCHAR(20), amount INT, rate DOUBLE, note TEXT",
                            12,
                            id -> "'s" + id % 3 + "', " + id % 5 + ", " + id + ".1, 'note " + id + "'"));
        }
        assertThatThrownBy(() -> SpreadTable.execute(whole, List.of("CREATE TABLE keyless (id INT)")))
                .isInstanceOf(SQLException.class);
        for (String sql : READS) {
            assertThat(SpreadTable.read(engine, sql)).as(sql).isEqualTo(SpreadTable.read(whole, sql));
        }
        for (String sql : WRITES) {
            SpreadTable.execute(engine, List.of(sql));
            SpreadTable.execute(whole, List.of(sql));
            String rows = "SELECT * FROM o ORDER BY id";
            assertThat(SpreadTable.read(engine, rows)).as(sql).isEqualTo(SpreadTable.read(whole, rows));
        }
    }

    private HikariDataSource pool(HikariConfig config) {
        HikariDataSource pool = new HikariDataSource(config);
        pools.add(pool);
        return pool;
    }
}

package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** H2 can leave the letters of names as they are; those of its own schema are then capital ones. */
class UnfoldedNamesTest {
    private static final List<String> STATEMENTS = List.of(
            "UPDATE o SET k = 5 WHERE id = 3",
            "UPDATE o SET k = k + 1 WHERE id = 3",
            "UPDATE o SET amount = 9 WHERE amount > (SELECT AVG(amount) FROM o)",
            "INSERT INTO o SELECT id + 100, k, status, amount FROM o WHERE amount > 1",
            "DELETE FROM o WHERE status IN (SELECT x.status FROM o x JOIN o y ON x.k = y.id WHERE x.id < 3)");

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<HikariDataSource> pools = new ArrayList<>();

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DATABASE_TO_UPPER=FALSE",
                "MODE=MySQL;DATABASE_TO_UPPER=FALSE",
                "DATABASE_TO_UPPER=FALSE;CASE_INSENSITIVE_IDENTIFIERS=TRUE",
                "DATABASE_TO_LOWER=TRUE",
                "LOCK_TIMEOUT=1000"
            })
    void statementsAreThoseOfOneDatabase(String settings) throws SQLException {
        DataSource whole = filled("whole", SpreadTable.WHOLE, settings);
        DataSource engine = SpreadTable.engine(
                filled("first", 0, settings),
                filled("second", 1, settings),
                SpreadTable.rule().build(),
                executor);
        for (String sql : STATEMENTS) {
            SpreadTable.execute(engine, List.of(sql));
            SpreadTable.execute(whole, List.of(sql));
            String rows = "SELECT id, k, status, amount FROM o ORDER BY id";
            assertThat(SpreadTable.read(engine, rows)).as(sql).isEqualTo(SpreadTable.read(whole, rows));
        }
    }

    private DataSource filled(String name, int source, String settings) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:unfolded_" + name + ";" + settings);
        config.setUsername("sa");
        config.setPassword("");
        HikariDataSource pool = new HikariDataSource(config);
        pools.add(pool);
        SpreadTable.execute(
                pool,
                SpreadTable.statements(
                        source, "status VARCHAR(20), amount INT", 12, id -> "'s" + id % 3 + "', " + id % 5));
        return pool;
    }
}

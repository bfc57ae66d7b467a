package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A table is read from one of its actual tables, when a statement first names it, and then never again. */
class LazyCatalogTest {
    private static final String UPSERT =
            "INSERT INTO t_a (id, v) VALUES (4, 1), (5, 1) ON DUPLICATE KEY UPDATE v = VALUES(v)";

    private final Recording recording = new Recording();
    private final List<HikariDataSource> pools = new ArrayList<>();

    @BeforeEach
    void open() throws SQLException {
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = TestDatabase.H2.create("lazy");
            pools.add(pool);
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                for (String table : List.of("t_a", "t_b")) {
                    for (int j = 0; j < 2; j++) {
                        statement.execute("CREATE TABLE " + table + "_" + j + " (id BIGINT PRIMARY KEY, v INT)");
                    }
                }
            }
        }
    }

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
    }

    private ShardingDataSource start() throws SQLException {
        Map<String, DataSource> databases = new LinkedHashMap<>();
        for (int i = 0; i < pools.size(); i++) {
            databases.put("ds" + i, recording.wrap("ds" + i, pools.get(i)));
        }
        return ShardingDataSource.create(
                databases,
                rule(),
                ShardingOptions.builder().executor(Runnable::run).build());
    }

    private static ShardingRule rule() {
        return TestRules.over(List.of("ds0", "ds1"))
                .table(table("t_a"))
                .table(table("t_b"))
                .build();
    }

    private static TableRule table(String name) {
        ShardingStrategy strategy = new ShardingStrategy("id", new ModAlgorithm(2));
        return new TableRule(name, "ds{0..1}." + name + "_{0..1}", strategy, strategy, null);
    }

    private List<String> questions() {
        return recording.taken("INFORMATION_SCHEMA").stream()
                .filter(line -> line.contains("prepareStatement"))
                .map(line -> line.substring(0, 3))
                .toList();
    }

    @Test
    void readsATableOnceFromOneDatabase() throws SQLException {
        try (ShardingDataSource dataSource = start();
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(questions()).isEmpty();
            statement.executeQuery("SELECT v FROM t_a WHERE id = 1").close();
            assertThat(questions()).as("columns and keys").containsExactly("ds0", "ds0");
            statement.executeQuery("SELECT v, id FROM t_a WHERE id > 1").close();
            statement.executeUpdate(UPSERT);
            assertThat(questions()).isEmpty();
            statement
                    .executeQuery("SELECT t_a.v FROM t_a JOIN t_b ON t_a.id = t_b.id WHERE t_a.id = 3")
                    .close();
            assertThat(questions()).as("the other table").containsExactly("ds0", "ds0");
        }
    }

    @Test
    void asksForTheSchemaOnce() throws SQLException {
        try (ShardingDataSource dataSource = start();
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            recording.taken("getSchema");
            statement.executeQuery("SELECT v FROM public.t_a WHERE id = 1").close();
            statement.executeQuery("SELECT v, id FROM public.t_a WHERE id = 1").close();
            assertThat(recording.taken("getSchema")).hasSize(1);
        }
    }

    /**
     * Checks that no more connections are needed than a transaction holds: a thread that holds a pool's last connection
     * and waits for another one waits for ever.
     */
    @Test
    void needsNoMoreConnectionsThanATransactionHolds() throws SQLException {
        for (HikariDataSource pool : pools) {
            pool.setMaximumPoolSize(1);
            pool.setConnectionTimeout(500);
        }
        try (ShardingDataSource dataSource = start();
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThat(statement.executeUpdate("INSERT INTO t_a (id, v) VALUES (1, 1)"))
                    .isOne();
            assertThat(statement.executeUpdate("INSERT INTO t_b (id, v) VALUES (1, 1)"))
                    .isOne();
            statement.executeUpdate("UPDATE t_b SET v = 2 WHERE id > 0");
            connection.commit();
        }
        try (ShardingDataSource dataSource = start();
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThat(statement.executeUpdate("UPDATE t_a SET v = 3 WHERE id > 0"))
                    .isOne();
            statement.executeQuery("SELECT v FROM public.t_b WHERE id = 1").close();
            statement.executeQuery("SELECT SUM(DISTINCT v) FROM t_b").close();
            connection.rollback();
        }
    }
}

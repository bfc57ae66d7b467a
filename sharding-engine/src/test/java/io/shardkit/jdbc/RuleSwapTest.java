package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Another rule takes over while statements run, and none of them answers by both. */
class RuleSwapTest {
    private static final int ROWS = 60;
    private static final String SHADES = "SELECT MIN(shade), MAX(shade), COUNT(*) FROM t_order";

    /** Two tables of one data source, and one of each of two; each row says by its shade whose it is. */
    private static final ShardingRule FIRST = rule(List.of("ds0", "ds1"), "ds0.t_a_{0..1}");

    private static final ShardingRule SECOND = rule(List.of("ds0", "ds1"), "ds{0..1}.t_b");

    private final List<HikariDataSource> pools = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final Map<String, DataSource> dataSources = new LinkedHashMap<>();

    private static ShardingRule rule(List<String> dataSources, String nodes) {
        ShardingStrategy byId = new ShardingStrategy("id", new ModAlgorithm(2));
        boolean spread = nodes.startsWith("ds{");
        return TestRules.over(dataSources)
                .table(new TableRule("t_order", nodes, spread ? byId : null, spread ? null : byId, null))
                .build();
    }

    @BeforeEach
    void create() throws SQLException {
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = TestDatabase.H2.create("swap" + i, i);
            pools.add(pool);
            dataSources.put("ds" + i, pool);
        }
        for (String table : List.of("0 t_a_0", "0 t_a_1", "0 t_b", "1 t_b")) {
            run(table.charAt(0) - '0', "CREATE TABLE " + table.substring(2) + " (id BIGINT PRIMARY KEY, shade INT)");
        }
        for (int id = 0; id < ROWS; id++) {
            run(0, "INSERT INTO t_a_" + id % 2 + " VALUES (" + id + ", 1)");
            run(id % 2, "INSERT INTO t_b VALUES (" + id + ", 2)");
        }
    }

    @AfterEach
    void close() {
        executor.shutdownNow();
        pools.forEach(HikariDataSource::close);
    }

    private void run(int database, String sql) throws SQLException {
        try (Connection connection = pools.get(database).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private ShardingDataSource open() throws SQLException {
        return ShardingDataSource.create(
                dataSources, FIRST, ShardingOptions.builder().executor(executor).build());
    }

    private static String read(PreparedStatement query) throws SQLException {
        List<String> values = new ArrayList<>();
        try (ResultSet rows = query.executeQuery()) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                for (int i = 1; i <= columns; i++) {
                    values.add(rows.getString(i));
                }
            }
        }
        return String.join(" ", values);
    }

    @Test
    void noStatementAnswersByTwoRules() throws Exception {
        ShardingDataSource sharded = open();
        AtomicBoolean stopped = new AtomicBoolean();
        AtomicInteger answered = new AtomicInteger();
        List<Future<?>> readers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            boolean transactional = i % 2 == 1;
            readers.add(executor.submit(() -> {
                try (Connection connection = sharded.getConnection();
                        PreparedStatement all = connection.prepareStatement(SHADES);
                        PreparedStatement some =
                                connection.prepareStatement("SELECT shade FROM t_order WHERE id IN (?, ?, ?)")) {
                    connection.setAutoCommit(!transactional);
                    for (int id = 0; !stopped.get(); id = (id + 1) % (ROWS - 2)) {
                        String whole = read(all);
                        assertThat(whole).isIn("1 1 60", "2 2 60");
                        for (int value = 0; value < 3; value++) {
                            some.setInt(value + 1, id + value);
                        }
                        String part = read(some);
                        assertThat(part).isIn("1 1 1", "2 2 2");
                        if (transactional) {
                            assertThat(part.charAt(0)).isEqualTo(whole.charAt(0));
                            connection.commit();
                        }
                        answered.incrementAndGet();
                    }
                }
                return null;
            }));
        }
        for (int i = 0; i < 200 || answered.get() < 2_000; i++) {
            sharded.apply(i % 2 == 0 ? SECOND : FIRST);
            Thread.sleep(1);
        }
        stopped.set(true);
        for (Future<?> reader : readers) {
            reader.get();
        }
    }

    @Test
    void whatBeginsAfterwardsRunsByTheOtherRule() throws SQLException {
        ShardingDataSource sharded = open();
        try (Connection connection = sharded.getConnection();
                Statement plain = connection.createStatement();
                PreparedStatement prepared = connection.prepareStatement(SHADES)) {
            assertThat(read(prepared)).isEqualTo("1 1 60");
            plain.addBatch("UPDATE t_order SET shade = 3 WHERE id = 5");
            sharded.apply(SECOND);
            assertThat(sharded.rule()).isSameAs(SECOND);
            assertThat(read(prepared)).isEqualTo("2 2 60");
            assertThat(plain.executeBatch()).containsExactly(1);
            assertThat(read(prepared)).isEqualTo("2 3 60");
            try (ResultSet columns = connection.getMetaData().getColumns(null, null, "t_order", null)) {
                assertThat(columns.next()).isTrue();
            }
        }
        try (Connection connection = pools.get(0).getConnection();
                PreparedStatement old = connection.prepareStatement("SELECT COUNT(*) FROM t_a_1 WHERE shade = 3")) {
            assertThat(read(old)).isEqualTo("0");
        }
    }

    @Test
    void aTransactionKeepsTheRuleThatItBeganWith() throws SQLException {
        ShardingDataSource sharded = open();
        try (Connection connection = sharded.getConnection();
                PreparedStatement prepared = connection.prepareStatement(SHADES)) {
            connection.setAutoCommit(false);
            assertThat(read(prepared)).isEqualTo("1 1 60");
            sharded.apply(SECOND);
            assertThat(read(prepared)).isEqualTo("1 1 60");
            try (PreparedStatement other = connection.prepareStatement(SHADES)) {
                assertThat(read(other)).isEqualTo("1 1 60");
            }
            connection.commit();
            assertThat(read(prepared)).isEqualTo("2 2 60");
            connection.rollback();
        }
    }

    @Test
    void changesOfTablesAreSeenByEitherRule() throws SQLException {
        ShardingDataSource sharded = open();
        try (Connection old = sharded.getConnection();
                PreparedStatement oldRows = old.prepareStatement("SELECT * FROM t_order WHERE id = 1")) {
            assertThat(read(oldRows)).isEqualTo("1 1");
            sharded.apply(SECOND);
            try (Statement ddl = old.createStatement();
                    PreparedStatement rows = old.prepareStatement("SELECT * FROM t_order WHERE id = 1")) {
                assertThat(read(rows)).isEqualTo("1 2");
                ddl.execute("ALTER TABLE t_order ADD COLUMN note VARCHAR(9) DEFAULT 'n'");
                assertThat(read(rows)).isEqualTo("1 2 n");
                assertThat(read(oldRows)).isEqualTo("1 2 n");
            }
        }
    }

    @Test
    void aDataSourceThatIsNotThereIsRefused() throws SQLException {
        ShardingDataSource sharded = open();
        assertThatThrownBy(() -> sharded.apply(rule(List.of("ds0", "ds7"), "ds0.t_a_{0..1}")))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("lacks data source ds7");
        assertThat(sharded.rule()).isSameAs(FIRST);
        sharded.close();
        assertThatThrownBy(() -> sharded.apply(SECOND)).isInstanceOf(SQLException.class);
    }
}

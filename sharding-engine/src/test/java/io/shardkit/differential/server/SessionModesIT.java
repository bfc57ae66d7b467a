package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections that a pool makes after the server's settings were changed read SQL as those before them. */
class SessionModesIT {
    private final List<HikariDataSource> pools = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final Map<String, DataSource> sources = new LinkedHashMap<>();

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }

    @ParameterizedTest
    @OnDatabases(except = {TestDatabase.H2, TestDatabase.POSTGRESQL})
    void serverThatReadsStringsOtherwiseIsToldNotTo(TestDatabase database) throws SQLException {
        for (boolean autoCommit : new boolean[] {true, false}) {
            serverThatReadsStringsOtherwiseIsToldNotTo(database, autoCommit);
        }
    }

    private void serverThatReadsStringsOtherwiseIsToldNotTo(TestDatabase database, boolean autoCommit)
            throws SQLException {
        String text = "SELECT COUNT(*) FROM t WHERE v = 'x\\' OR v <> ' OR k < 3 OR v = '\\''";
        try (ShardingDataSource sharded = sharded(database, autoCommit)) {
            long before = number(sharded, text);
            try {
                for (DataSource each : sources.values()) {
                    SpreadTable.execute(
                            each,
                            List.of("SET @before = @@GLOBAL.sql_mode", "SET GLOBAL sql_mode = 'NO_BACKSLASH_ESCAPES'"));
                }
                renew();
                for (int i = 0; i < 3; i++) {
                    assertThat(number(sharded, text)).isEqualTo(before);
                    assertThat(modes(sharded))
                            .doesNotContain("NO_BACKSLASH_ESCAPES")
                            .contains("STRICT_TRANS_TABLES");
                }
            } finally {
                for (DataSource each : sources.values()) {
                    SpreadTable.execute(each, List.of("SET GLOBAL sql_mode = DEFAULT"));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "standard_conforming_strings,off,on",
        "intervalstyle,sql_standard,postgres",
        "extra_float_digits,-5,1",
        "bytea_output,escape,hex"
    })
    void databaseThatShowsValuesOtherwiseIsToldNotTo(String setting, String value, String kept) throws SQLException {
        try (ShardingDataSource sharded = sharded(TestDatabase.POSTGRESQL, true)) {
            for (DataSource each : sources.values()) {
                String database;
                try (Connection connection = each.getConnection()) {
                    database = connection.getCatalog();
                }
                SpreadTable.execute(each, List.of("ALTER DATABASE " + database + " SET " + setting + " = " + value));
            }
            renew();
            for (DataSource each : sources.values()) {
                try (Connection connection = each.getConnection();
                        Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery("SHOW " + setting)) {
                    rows.next();
                    assertThat(rows.getString(1)).isEqualTo(value);
                }
            }
            for (int i = 0; i < 3; i++) {
                assertThat(number(sharded, "SELECT COUNT(*) FROM t WHERE v = 'x\\'"))
                        .isEqualTo(10);
            }
            for (DataSource each : sources.values()) {
                try (Connection connection = each.getConnection();
                        Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery("SHOW " + setting)) {
                    rows.next();
                    assertThat(rows.getString(1)).isEqualTo(kept);
                }
            }
        }
    }

    /** All connections that there are end; the next ones are new. */
    private void renew() {
        pools.forEach(pool -> pool.getHikariPoolMXBean().softEvictConnections());
    }

    private static String modes(DataSource sharded) throws SQLException {
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT @@sql_mode")) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static long number(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private ShardingDataSource sharded(TestDatabase database, boolean autoCommit) throws SQLException {
        for (int i = 0; i < 2; i++) {
            HikariConfig config = new HikariConfig();
            try (HikariDataSource pool = database.create("modes", i)) {
                SpreadTable.execute(pool, List.of("CREATE TABLE t_0 (k INT NOT NULL PRIMARY KEY, v VARCHAR(20))"));
                pool.copyStateTo(config);
                for (int k = i; k < 20; k += 2) {
                    boolean maria = database.speaksMysql();
                    String x = maria ? "'x\\\\'" : "'x\\'";
                    SpreadTable.execute(
                            pool, List.of("INSERT INTO t_0 VALUES (" + k + ", " + (k % 4 < 2 ? x : "'y'") + ")"));
                }
            }
            config.setMaximumPoolSize(1);
            config.setAutoCommit(autoCommit);
            HikariDataSource one = new HikariDataSource(config);
            pools.add(one);
            sources.put("ds" + i, one);
        }
        ShardingRule rule = TestRules.over(List.copyOf(sources.keySet()))
                .table(new TableRule("t", "ds{0..1}.t_0", new ShardingStrategy("k", new ModAlgorithm(2)), null, null))
                .build();
        return ShardingDataSource.create(
                sources, rule, ShardingOptions.builder().executor(executor).build());
    }
}

package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.HashModAlgorithm;
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

/** Sharding columns whose values depend on more than on what statements give them. */
class SessionTimesIT {
    private static final int ROWS = 24;

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
    void timestampsPlaceRowsWhereverTheServersZoneGoes(TestDatabase database) throws SQLException {
        try (ShardingDataSource engine = sharded(database, "at TIMESTAMP NOT NULL", "+08:00", "+08:00")) {
            fill(engine);
            for (HikariDataSource pool : pools) {
                SpreadTable.execute(pool, List.of("SET GLOBAL time_zone = '-03:00'"));
            }
            try {
                for (HikariDataSource pool : pools) {
                    pool.getHikariPoolMXBean().softEvictConnections();
                }
                for (int i = 0; i < ROWS; i++) {
                    assertThat(number(engine, "SELECT id FROM t WHERE at = '" + hour(i) + "'"))
                            .isEqualTo(i);
                }
                assertThat(number(engine, "SELECT COUNT(*) FROM t WHERE at >= '" + hour(6) + "'"))
                        .isEqualTo(ROWS - 6);
                assertThat(number(engine, "SELECT COUNT(*) FROM t WHERE UNIX_TIMESTAMP(at) = 1706720400 + 3600"))
                        .isEqualTo(1);
            } finally {
                for (HikariDataSource pool : pools) {
                    SpreadTable.execute(pool, List.of("SET GLOBAL time_zone = DEFAULT"));
                }
            }
        }
    }

    @ParameterizedTest
    @OnDatabases(except = {TestDatabase.H2, TestDatabase.POSTGRESQL})
    void noSessionMayChangeItsZone(TestDatabase database) throws SQLException {
        try (ShardingDataSource engine = sharded(database, "at TIMESTAMP NOT NULL", "+08:00", "+08:00");
                Connection connection = engine.getConnection();
                Statement statement = connection.createStatement()) {
            for (String zone : List.of("'+00:00'", "DEFAULT", "'SYSTEM'")) {
                assertThatThrownBy(() -> statement.execute("SET time_zone = " + zone))
                        .hasMessageContaining("SET time_zone where t.at places rows");
            }
            assertThatThrownBy(() -> statement.execute("SET @@session.time_zone = '+01:00', sql_notes = 0"))
                    .hasMessageContaining("SET time_zone where t.at places rows");
            assertThatThrownBy(() -> statement.execute(
                            "SET STATEMENT time_zone = '+00:00' FOR INSERT INTO t VALUES (1, '2024-02-01 00:00:00')"))
                    .hasMessageContaining("SK-");
            statement.execute("SET time_zone = '+08:00'");
        }
    }

    @ParameterizedTest
    @OnDatabases(except = {TestDatabase.H2, TestDatabase.POSTGRESQL})
    void differentZonesPlaceNothing(TestDatabase database) throws SQLException {
        try (ShardingDataSource engine = sharded(database, "at TIMESTAMP NOT NULL", "+08:00", "+09:00")) {
            assertThatThrownBy(() -> fill(engine)).hasMessageContaining("t.at");
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.POSTGRESQL)
    void columnsThatEachUpdateChangesPlaceNothing(TestDatabase database) throws SQLException {
        for (String type : database == TestDatabase.H2 ? List.of("TIMESTAMP(0)") : List.of("DATETIME", "TIMESTAMP")) {
            String column = "at " + type + " NOT NULL ON UPDATE CURRENT_TIMESTAMP";
            try (ShardingDataSource engine = sharded(database, column, "+00:00", "+00:00")) {
                assertThatThrownBy(() -> fill(engine)).hasMessageContaining("t.at");
            }
            sources.clear();
        }
    }

    @ParameterizedTest
    @OnDatabases
    void computedColumnsNarrowNothing(TestDatabase database) throws SQLException {
        String column = database == TestDatabase.H2
                ? "at BIGINT GENERATED ALWAYS AS (id + 1)"
                : "at BIGINT GENERATED ALWAYS AS (id + 1) STORED";
        try (ShardingDataSource engine = sharded(database, column, "+00:00", "+00:00")) {
            SpreadTable.execute(sources.get("ds0"), List.of("INSERT INTO t_0 (id) VALUES (1), (2)"));
            SpreadTable.execute(engine, List.of("UPDATE t SET id = 9 WHERE at = 2"));
            assertThat(number(engine, "SELECT id FROM t WHERE at = 10")).isEqualTo(9);
            assertThat(number(engine, "SELECT COUNT(*) FROM t WHERE at = 3")).isEqualTo(1);
        }
    }

    private static void fill(DataSource engine) throws SQLException {
        for (int i = 0; i < ROWS; i++) {
            SpreadTable.execute(engine, List.of("INSERT INTO t (id, at) VALUES (" + i + ", '" + hour(i) + "')"));
        }
    }

    private static String hour(int i) {
        return "2024-02-0" + (1 + i / 12) + (i % 12 < 10 ? " 0" : " ") + i % 12 + ":00:00";
    }

    private static long number(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).as(sql).isTrue();
            return rows.getLong(1);
        }
    }

    private ShardingDataSource sharded(TestDatabase database, String column, String... zones) throws SQLException {
        for (int i = 0; i < 2; i++) {
            HikariConfig config = new HikariConfig();
            try (HikariDataSource pool = database.create("zones", i)) {
                SpreadTable.execute(pool, List.of("CREATE TABLE t_0 (id INT NOT NULL PRIMARY KEY, " + column + ")"));
                pool.copyStateTo(config);
            }
            config.setMaximumPoolSize(1);
            HikariDataSource one = new HikariDataSource(config);
            pools.add(one);
            sources.put("ds" + i, one);
        }
        return open(database, zones);
    }

    private ShardingDataSource open(TestDatabase database, String... zones) throws SQLException {
        boolean zoned = database.speaksMysql();
        for (int i = 0; zoned && i < zones.length; i++) {
            SpreadTable.execute(sources.get("ds" + i), List.of("SET SESSION time_zone = '" + zones[i] + "'"));
        }
        ShardingRule rule = TestRules.over(List.copyOf(sources.keySet()))
                .table(new TableRule(
                        "t", "ds{0..1}.t_0", new ShardingStrategy("at", new HashModAlgorithm(2)), null, null))
                .build();
        return ShardingDataSource.create(
                sources, rule, ShardingOptions.builder().executor(executor).build());
    }
}

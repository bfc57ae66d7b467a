package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.error.ErrorCode;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.StrategySpec;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.RowText;
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
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables by algorithms that do not place each value answer as one table does, and refuse the rows that have no place. */
class AlgorithmRoutingTest {
    private final List<HikariDataSource> pools = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }

    static Stream<Arguments> algorithms() {
        return Stream.of(
                Arguments.of(
                        "interval",
                        Map.of(
                                "datetime-lower", "2024-01-01",
                                "datetime-interval-unit", "months",
                                "sharding-suffix-pattern", "yyyyMM"),
                        "ds0.t_202401, ds1.t_202402, ds1.t_202403",
                        "DATE",
                        List.of("'2024-01-31'", "'2024-02-01'", "'2024-02-29'", "'2024-03-31'"),
                        List.of("'2023-12-31'", "'2024-04-01'")),
                everywhere("mod", Map.of()),
                everywhere("hash-mod", Map.of()),
                everywhere("crc32-mod", Map.of()),
                everywhere("string-hash", Map.of("length", "2")),
                everywhere("consistent-hash", Map.of()),
                everywhere("prefix", Map.of("prefixes", "-=0;1=1;2=2;9=3", "default", "5")),
                everywhere("boundary-range", Map.of("sharding-ranges", "-5, 0, 1, 10, 20")),
                everywhere("volume-range", Map.of("range-lower", "0", "range-upper", "40", "sharding-volume", "10")),
                Arguments.of(
                        "list",
                        Map.of("values", "1, 2 = 0; 7 = 2"),
                        "ds0.t_0, ds0.t_1, ds1.t_2, ds1.t_3",
                        "BIGINT",
                        List.of("1", "2", "7"),
                        List.of("0", "8")),
                Arguments.of(
                        "inline",
                        Map.of("algorithm-expression", "t_${k.substring(0, 2)}"),
                        "ds0.t_de, ds1.t_us",
                        "VARCHAR(9)",
                        List.of("'de1'", "'de'", "'us-x'"),
                        List.of("'fr'", "'d'")),
                Arguments.of(
                        "range-file",
                        Map.of("ranges", "0-9=0;10-19=1;30-39=2"),
                        "ds{0..2}.t",
                        "INT",
                        List.of("0", "9", "10", "30", "39"),
                        List.of("-1", "20", "40")));
    }

    /** Over all nodes, of which the data sources have different numbers; no key is outside. */
    private static Arguments everywhere(String type, Map<String, String> settings) {
        return Arguments.of(
                type,
                settings,
                "ds0.t_{0..2}, ds1.t_3, ds2.t_{4..5}",
                "BIGINT",
                List.of("-9223372036854775808", "-5", "-1", "0", "1", "7", "10", "29", "9223372036854775807"),
                List.of());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("algorithms")
    void answersAsOneTable(
            String type,
            Map<String, String> settings,
            String nodes,
            String columnType,
            List<String> keys,
            List<String> outside)
            throws SQLException {
        boolean databases = type.equals("range-file");
        // A function of the targets is of no periods, whose tables would be awaited.
        StrategySpec strategy = StrategySpec.by("k", Algorithms.ofType(type, settings)::over);
        Map<String, DataSource> sources = new LinkedHashMap<>();
        for (int i = 0; i < 3; i++) {
            sources.put("ds" + i, pool("algorithm" + i, i));
        }
        DataSource sharded = ShardingDataSource.create(
                sources,
                TestRules.over(List.copyOf(sources.keySet()))
                        .table(
                                "t",
                                t -> databases
                                        ? t.nodes(nodes).database(strategy)
                                        : t.nodes(nodes).table(strategy))
                        .build(),
                ShardingOptions.builder().executor(executor).build());
        DataSource whole = pool("whole", 0);
        for (DataSource each : List.of(sharded, whole)) {
            run(each, "CREATE TABLE t (id INT PRIMARY KEY, k " + columnType + " NOT NULL)");
            int id = 0;
            for (String key : keys) {
                run(each, "INSERT INTO t VALUES (" + id++ + ", " + key + ")");
            }
        }
        List<String> conditions = new ArrayList<>(List.of("id >= 0"));
        String other = outside.isEmpty() ? keys.get(1) : outside.get(0);
        for (String key : Stream.concat(keys.stream(), outside.stream()).toList()) {
            for (String operator : List.of("=", "<", "<=", ">", ">=", "<>")) {
                conditions.add("k " + operator + " " + key);
            }
            conditions.add("k IN (" + key + ", " + keys.get(0) + ", " + other + ")");
            conditions.add("k BETWEEN " + other + " AND " + key);
        }
        for (String condition : conditions) {
            String sql = "SELECT id, k FROM t WHERE " + condition + " ORDER BY id";
            assertThat(rows(sharded, sql)).as(sql).isEqualTo(rows(whole, sql));
            String count = "SELECT COUNT(*) FROM t WHERE " + condition;
            assertThat(rows(sharded, count)).as(count).isEqualTo(rows(whole, count));
        }
        for (String key : outside) {
            assertThatThrownBy(() -> run(sharded, "INSERT INTO t VALUES (99, " + key + ")"))
                    .hasMessageContaining(ErrorCode.KEY_OUTSIDE.code())
                    .hasMessageContaining("k");
            run(sharded, "UPDATE t SET id = id WHERE k = " + key);
            run(sharded, "DELETE FROM t WHERE k IN (" + key + ")");
        }
        assertThat(rows(sharded, "SELECT id FROM t ORDER BY id")).hasSize(keys.size());
    }

    private HikariDataSource pool(String name, int server) throws SQLException {
        HikariDataSource pool = TestDatabase.H2.create(name, server);
        pools.add(pool);
        return pool;
    }

    private static void run(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> rows(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(RowText.line(result, result.getMetaData().getColumnCount()));
            }
            return rows;
        }
    }
}

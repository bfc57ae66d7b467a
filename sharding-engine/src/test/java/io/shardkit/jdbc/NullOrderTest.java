package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A merge takes NULL for what the databases take it for, which a setting of H2 decides. */
class NullOrderTest {
    private static final AtomicInteger NAMES = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(strings = {"LOW", "HIGH", "FIRST", "LAST"})
    void isThatOfTheDatabases(String order) throws SQLException {
        String url = ";DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=" + order;
        DataSource whole = database(url, "t");
        ShardingDataSource sharded = sharded(url, url);
        for (String sql : List.of(
                "SELECT id, country FROM t ORDER BY country, id LIMIT 3 OFFSET 1",
                "SELECT id, country FROM t ORDER BY country DESC, id LIMIT 3 OFFSET 1",
                "SELECT id FROM t ORDER BY country NULLS LAST, id DESC",
                "SELECT id FROM t ORDER BY country DESC NULLS FIRST, id DESC",
                "SELECT country, COUNT(*) FROM t GROUP BY country ORDER BY country",
                "SELECT country, COUNT(*) FROM t GROUP BY country ORDER BY country DESC LIMIT 2",
                "SELECT DISTINCT country FROM t ORDER BY country DESC",
                "SELECT country, COUNT(*) FROM t GROUP BY country HAVING COUNT(*) > 1 ORDER BY country")) {
            assertThat(rows(sharded, sql)).as(sql).isEqualTo(rows(whole, sql));
        }
    }

    @Test
    void isTheSameEverywhere() {
        assertThatThrownBy(() -> sharded("", ";DEFAULT_NULL_ORDERING=HIGH"))
                .isInstanceOfSatisfying(ShardingConfigurationException.class, refusal -> {
                    assertThat(refusal.errorCode()).isEqualTo(ErrorCode.INVALID_SETTING);
                    assertThat(refusal.property()).isEqualTo("sharding.data-sources.ds1");
                    assertThat(refusal.detail()).contains("NULL HIGH", "LOW");
                });
    }

    private static ShardingDataSource sharded(String first, String second) throws SQLException {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        sources.put("ds0", database(first, "t_0"));
        sources.put("ds1", database(second, "t_0"));
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule("t", "ds{0..1}.t_0", new ShardingStrategy("id", new ModAlgorithm(2)), null, null))
                .build();
        for (String name : sources.keySet()) {
            try (Connection connection = sources.get(name).getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("DELETE FROM t_0 WHERE MOD(id, 2) <> " + name.charAt(2));
            }
        }
        return ShardingDataSource.create(
                sources, rule, ShardingOptions.builder().executor(Runnable::run).build());
    }

    private static DataSource database(String settings, String table) throws SQLException {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:null_order_" + NAMES.incrementAndGet() + settings + ";DB_CLOSE_DELAY=-1");
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + table + " (id INT PRIMARY KEY, country INT)");
            for (int id = 0; id < 12; id++) {
                statement.execute(
                        "INSERT INTO " + table + " VALUES (" + id + ", " + (id % 3 == 0 ? "NULL" : id % 4) + ")");
            }
        }
        return source;
    }

    private static List<String> rows(DataSource source, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                rows.add(result.getString(1) + " "
                        + result.getString(result.getMetaData().getColumnCount()));
            }
        }
        return rows;
    }
}

package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class ShardingDataSourceBuilderTest {
    private static final ShardingRule RULE = ShardingRuleBuilder.over(List.of("ds0", "ds1"))
            .broadcast("t_country")
            .build();

    private static JdbcDataSource pool(String name) {
        JdbcDataSource pool = new JdbcDataSource();
        pool.setURL("jdbc:h2:mem:builder-" + name + ";DB_CLOSE_DELAY=-1");
        return pool;
    }

    @Test
    void opensThePoolsOfTheRuleInAnyOrder() throws Exception {
        try (ShardingDataSource opened = ShardingDataSource.builder()
                        .dataSource("ds1", pool("ds1"))
                        .dataSource("ds0", pool("ds0"))
                        .rule(RULE)
                        .build();
                Connection connection = opened.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_country (code VARCHAR(2) PRIMARY KEY)");
            statement.executeUpdate("INSERT INTO t_country VALUES ('NL')");
            try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_country")) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(1);
            }
        }
    }

    @Test
    void refusesPoolsThatAreNotThoseOfTheRule() {
        ShardingDataSource.Builder others = ShardingDataSource.builder()
                .dataSource("ds1", pool("ds1"))
                .dataSource("ds2", pool("ds2"))
                .rule(RULE);
        assertThatThrownBy(others::build)
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("the pools [ds1, ds2] are not those of the rule, [ds0, ds1]");
    }

    @Test
    void refusesTwoPoolsOfOneName() {
        ShardingDataSource.Builder builder = ShardingDataSource.builder().dataSource("ds0", pool("ds0"));
        assertThatThrownBy(() -> builder.dataSource("ds0", pool("other")))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("data source ds0: there are two pools of that name");
    }

    @Test
    void refusesAMissingRule() {
        ShardingDataSource.Builder builder = ShardingDataSource.builder().dataSource("ds0", pool("ds0"));
        assertThatThrownBy(builder::build)
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("rule: it is missing");
    }
}

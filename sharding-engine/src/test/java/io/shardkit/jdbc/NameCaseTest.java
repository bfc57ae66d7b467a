package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** A table's name means the table in another case too where the database says so, and is refused elsewhere. */
class NameCaseTest {
    private static final AtomicInteger NAMES = new AtomicInteger();

    @Test
    void inQuotesItHasTheLettersOfTheActualTables() throws SQLException {
        try (Connection connection = sharded(";DATABASE_TO_LOWER=TRUE").getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("INSERT INTO T (id) VALUES (1), (2)"))
                    .isEqualTo(2);
            assertThat(statement.executeUpdate("UPDATE \"t\" SET id = id WHERE \"t\".id = 1"))
                    .isEqualTo(1);
            assertRefused(statement, "DELETE FROM \"T\" WHERE id = 1");
            assertRefused(statement, "SELECT \"T\".id FROM t");
        }
    }

    @Test
    void anyCaseDoesWhereTheDatabaseTakesAny() throws SQLException {
        try (Connection connection = sharded(";DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE")
                        .getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("INSERT INTO \"T\" (id) VALUES (1), (2)"))
                    .isEqualTo(2);
        }
    }

    private static void assertRefused(Statement statement, String sql) {
        assertThatThrownBy(() -> statement.execute(sql))
                .isInstanceOfSatisfying(ShardingException.class, refusal -> assertThat(refusal.errorCode())
                        .isEqualTo(ErrorCode.UNSTABLE_PARSE));
    }

    private static ShardingDataSource sharded(String settings) throws SQLException {
        ShardingRule rule = ShardingRule.over(List.of("ds0", "ds1"))
                .table(new TableRule("t", "ds{0..1}.t_0", new ShardingStrategy("id", new ModAlgorithm(2)), null, null))
                .build();
        Map<String, DataSource> databases = new LinkedHashMap<>();
        for (String name : rule.dataSources()) {
            JdbcDataSource database = new JdbcDataSource();
            database.setURL("jdbc:h2:mem:name-case-" + NAMES.incrementAndGet() + ";DB_CLOSE_DELAY=-1" + settings);
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t_0 (id BIGINT PRIMARY KEY)");
            }
            databases.put(name, database);
        }
        return ShardingDataSource.create(databases, rule, ShardingOptions.defaults(Runnable::run));
    }
}

package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;

/** The product's facts are those that its driver tells, and so are the errors of what the driver cannot tell. */
class ProductFactsIT {

    @ParameterizedTest
    @OnDatabases(always = {TestDatabase.MARIADB_CONNECTOR_J, TestDatabase.MYSQL})
    void areAsTheDriverTellsThem(TestDatabase database) throws Exception {
        try (HikariDataSource pool = database.create("facts");
                ShardingDataSource logical = ShardingDataSource.create(
                        Map.of("ds0", pool),
                        ShardingRuleBuilder.over(List.of("ds0")).build(),
                        ShardingOptions.builder().executor(Runnable::run).build());
                Connection plain = pool.getConnection();
                Connection sharded = logical.getConnection()) {
            // The pool takes the connection for broken that refuses a feature.
            DatabaseMetaData driver = plain.getMetaData().unwrap(DatabaseMetaData.class);
            assertThat(facts(sharded.getMetaData())).hasSizeGreaterThan(100).isEqualTo(facts(driver));
        }
    }

    private static Map<String, String> facts(DatabaseMetaData metaData) throws IllegalAccessException {
        Map<String, String> facts = new TreeMap<>();
        for (Method method : DatabaseMetaData.class.getMethods()) {
            Class<?> type = method.getReturnType();
            if (method.getParameterCount() == 0 && type != ResultSet.class && type != Connection.class) {
                facts.put(method.getName(), fact(metaData, method));
            }
        }
        return facts;
    }

    private static String fact(DatabaseMetaData metaData, Method method) throws IllegalAccessException {
        try {
            return Objects.toString(method.invoke(metaData));
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof SQLFeatureNotSupportedException) {
                return "not supported";
            }
            return failed.getCause() instanceof SQLException failure
                    ? failure.getClass().getName() + " " + failure.getSQLState() + " " + failure.getErrorCode() + " "
                            + failure.getMessage()
                    : "unexpected: " + failed.getCause();
        }
    }
}

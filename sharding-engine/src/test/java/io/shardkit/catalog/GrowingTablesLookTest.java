package io.shardkit.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.rule.MissingTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A look for tables that a change of them overtakes. */
final class GrowingTablesLookTest {
    /** Run once, after the next look has its answer and before it uses it. */
    private @Nullable Runnable afterAnswer;

    private DataSource watched(DataSource real) {
        return (DataSource) Proxy.newProxyInstance(
                GrowingTablesLookTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, given) -> {
                    try {
                        return method.getName().equals("getConnection")
                                ? watched((Connection) method.invoke(real, given))
                                : method.invoke(real, given);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    private Connection watched(Connection real) {
        return (Connection) Proxy.newProxyInstance(
                GrowingTablesLookTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, given) -> {
                    Runnable step = afterAnswer;
                    if (method.getName().equals("close") && step != null) {
                        afterAnswer = null;
                        step.run();
                    }
                    try {
                        return method.invoke(real, given);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    private static void run(DataSource database, String sql) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Test
    void theNextStatementLooksAgain() throws Exception {
        ShardMap rule = ShardMap.of(TestRules.over(List.of("ds0"))
                .table(new TableRule(
                        "t",
                        "ds0.t_{0..1}",
                        null,
                        new ShardingStrategy("id", new ModAlgorithm(2)),
                        null,
                        MissingTable.AWAITED))
                .build());
        try (HikariDataSource pool = TestDatabase.H2.create("looking")) {
            run(pool, "CREATE TABLE t_0 (id BIGINT)");
            GrowingTables tables =
                    new GrowingTables(rule, ConnectionSource.of(List.of(watched(pool))), Dialect.H2, changed -> {});
            tables.start();
            afterAnswer = () -> {
                run(pool, "CREATE TABLE t_1 (id BIGINT)");
                tables.expire();
            };
            tables.expire();
            tables.look();
            assertThat(afterAnswer).isNull();
            assertThatThrownBy(tables::look).hasMessageContaining(ErrorCode.TABLES_GREW.code());
            tables.look();
        }
    }
}

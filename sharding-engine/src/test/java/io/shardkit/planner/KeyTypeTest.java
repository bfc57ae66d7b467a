package io.shardkit.planner;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.Table;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.error.ErrorCode;
import io.shardkit.options.Limits;
import io.shardkit.plan.BoundPlan;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sharding column that cannot place rows is named, with its type as the database declares it if it is there. */
class KeyTypeTest {
    private static final String TYPE = "varchar(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t_user (name) VALUES ('a')",
                "INSERT INTO t_user (name) SELECT name FROM t_user",
            })
    void aKeyOfAnotherCollationIsNamedWithItsType(String sql) {
        assertRefused(sql, "name", ErrorCode.KEY_TYPE_NOT_SUPPORTED.message("t_user.name of type " + TYPE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t_user (name) VALUES ('a')",
                "INSERT INTO t_user (login) VALUES ('a')",
                "INSERT INTO t_user (login) SELECT login FROM t_user",
            })
    void aKeyThatTheTableLacksIsNamed(String sql) {
        assertRefused(sql, "login", ErrorCode.SHARDING_COLUMN_NOT_FOUND.message("t_user.name"));
    }

    private static void assertRefused(String sql, String column, String message) {
        assertThatThrownBy(() -> bind(sql, column)).hasMessage(message);
    }

    private static BoundPlan bind(String sql, String column) throws SQLException {
        Table table = new Table(
                "t_user",
                List.of(new Column(
                        column,
                        column,
                        "varchar",
                        TYPE,
                        KeyType.UNSUPPORTED,
                        TextOrder.UNKNOWN,
                        false,
                        false,
                        false,
                        Carrier.TEXT)));
        ShardingRule rule = TestRules.over(List.of("ds0"))
                .table(new TableRule(
                        "t_user",
                        "ds0.t_user_{0..1}",
                        null,
                        new ShardingStrategy("name", new HashModAlgorithm(2)),
                        null))
                .build();
        return new Planner(rule, name -> table, Dialect.MARIADB, Limits.DEFAULTS)
                .plan(sql)
                .bind(Parameters.NONE, -1);
    }
}

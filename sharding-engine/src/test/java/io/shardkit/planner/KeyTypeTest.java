package io.shardkit.planner;

import static org.assertj.core.api.Assertions.assertThat;
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
import io.shardkit.plan.MergedQuery;
import io.shardkit.rule.MissingTable;
import io.shardkit.rule.PlacedKey;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
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

    /** A row by such a rule could lie where no statement looks for it. */
    @Test
    void aPlacedKeyThatIsNoValueOfTheColumnIsNamed() throws SQLException {
        Planner planner = planner(KeyType.INTEGER, "name", List.of(new PlacedKey("acme", "ds0.t_user_vip")));
        assertThatThrownBy(() ->
                        planner.plan("INSERT INTO t_user (name) VALUES (1)").bind(Parameters.NONE, -1))
                .hasMessage(ErrorCode.KEY_TYPE_NOT_SUPPORTED.message("t_user.name of type " + TYPE
                        + ", of whose placed-keys 'acme' is not how one of its values is written"));
        MergedQuery everywhere = (MergedQuery)
                planner.plan("SELECT name FROM t_user WHERE name = 1").bind(Parameters.NONE, -1);
        assertThat(everywhere.calls()).hasSize(3);
    }

    private static void assertRefused(String sql, String column, String message) {
        assertThatThrownBy(() -> bind(sql, column)).hasMessage(message);
    }

    private static BoundPlan bind(String sql, String column) throws SQLException {
        return planner(KeyType.UNSUPPORTED, column, List.of()).plan(sql).bind(Parameters.NONE, -1);
    }

    private static Planner planner(KeyType type, String column, List<PlacedKey> placed) {
        Table table = new Table(
                "t_user",
                List.of(new Column(
                        column, column, "varchar", TYPE, type, TextOrder.UNKNOWN, false, false, false, Carrier.TEXT)));
        ShardingRule rule = TestRules.over(List.of("ds0"))
                .table(new TableRule(
                        "t_user",
                        "ds0.t_user_{0..1}",
                        null,
                        new ShardingStrategy("name", new HashModAlgorithm(2)),
                        null,
                        MissingTable.FIXED,
                        Map.of(),
                        placed))
                .build();
        return new Planner(rule, name -> table, Dialect.MARIADB, Limits.DEFAULTS);
    }
}

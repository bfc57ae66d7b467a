package io.shardkit.planner;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.Table;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.keygen.KeyGenerationException;
import io.shardkit.keygen.KeyGenerator;
import io.shardkit.options.Limits;
import io.shardkit.plan.Plan;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A generator that fails refuses the INSERT with a code, and keeps its own exception as the cause. */
class KeyGenerationTest {
    private static final Column ID = new Column(
            "id", "id", "bigint", "bigint", KeyType.INTEGER, TextOrder.UNKNOWN, false, false, true, Carrier.TEXT);

    @Test
    void aFailingGeneratorIsNamed() throws SQLException {
        IllegalStateException clock = new IllegalStateException("the clock stepped back");
        KeyGenerator failing = () -> {
            throw clock;
        };
        Plan plan = planned(failing);
        assertThatThrownBy(() -> plan.bind(Parameters.NONE, -1))
                .hasMessageStartingWith(ErrorCode.KEY_NOT_GENERATED.code())
                .hasMessageContaining("t_log.id")
                .hasCause(clock);
    }

    @Test
    void theCodeOfAGeneratorIsThatOfTheStatement() throws SQLException {
        for (ErrorCode code :
                List.of(ErrorCode.CLOCK_STEPPED_BACK, ErrorCode.WORKER_ID_NOT_HELD, ErrorCode.NO_KEY_BLOCK)) {
            KeyGenerationException why = new KeyGenerationException(code, "ds0.sharding_worker");
            Plan plan = planned(() -> {
                throw why;
            });
            assertThatThrownBy(() -> plan.bind(Parameters.NONE, -1))
                    .isInstanceOf(ShardingException.class)
                    .hasMessageStartingWith(code.code())
                    .hasMessageContaining("t_log.id: ds0.sharding_worker")
                    .hasCause(why);
        }
    }

    private static Plan planned(KeyGenerator generator) throws SQLException {
        ShardingRule rule = TestRules.over(List.of("ds0"))
                .table(new TableRule(
                        "t_log",
                        "ds0.t_log_{0..1}",
                        null,
                        new ShardingStrategy("id", new ModAlgorithm(2)),
                        new KeyGeneration("id", generator)))
                .build();
        Table table = new Table("t_log", List.of(ID));
        return new Planner(rule, name -> table, Dialect.MARIADB, Limits.DEFAULTS)
                .plan("INSERT INTO t_log (note) VALUES ('a')");
    }
}

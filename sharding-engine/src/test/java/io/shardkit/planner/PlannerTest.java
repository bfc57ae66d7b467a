package io.shardkit.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.options.Limits;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.MergedQuery;
import io.shardkit.plan.Plan;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.gather.Gather;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One plan serves all executions of a text: with other values, with values of other types, and on other threads. */
class PlannerTest {

    private static Plan plan(String sql) throws SQLException {
        return new Planner(OrderTables.rule(), OrderTables.catalog(), Dialect.MARIADB, Limits.DEFAULTS).plan(sql);
    }

    private static BoundPlan bind(Plan plan, @Nullable Object... values) throws SQLException {
        List<@Nullable Object> list = new ArrayList<>();
        for (Object value : values) {
            list.add(value);
        }
        return plan.bind(GoldenPrint.parameters(list), -1);
    }

    /** Trap 26. */
    @Test
    void placesEachExecutionByItsOwnValues() throws SQLException {
        Plan plan = plan("SELECT a.status FROM t_order a JOIN t_order b ON a.status = b.status"
                + " WHERE a.user_id = 5 AND b.user_id = 5 AND a.order_id = ? AND b.order_id = ?");
        assertThat(bind(plan, 7, 10)).isInstanceOf(SingleShard.class);
        assertThat(bind(plan, 7, 8)).isInstanceOfSatisfying(SingleShard.class, one -> assertThat(
                        one.call().sql())
                .contains("t_order_1 a")
                .contains("t_order_2 b"));
        assertThat(bind(plan, null, 7)).isInstanceOf(SingleShard.class);
        assertThat(bind(plan, 7, "8x")).isInstanceOf(Gather.class);
        assertThat(bind(plan, 7, 10)).isEqualTo(bind(plan, 7, 10));
    }

    /** Trap 27. */
    @Test
    void convertsEachExecutionsValuesByTheirOwnTypes() throws SQLException {
        Plan plan = plan("SELECT * FROM t_log WHERE id = ?");
        for (Object value : List.of(5, 5L, "5", 5.0, new java.math.BigDecimal("5.00"), new java.math.BigInteger("5"))) {
            assertThat(bind(plan, value))
                    .as(value.getClass().getName())
                    .isInstanceOfSatisfying(
                            SingleShard.class,
                            one -> assertThat(one.call().sql()).contains("t_log_1"));
        }
        assertThat(bind(plan, "5x")).isInstanceOf(MergedQuery.class);
        assertThat(bind(plan, 6))
                .isInstanceOfSatisfying(
                        SingleShard.class, one -> assertThat(one.call().sql()).contains("t_log_2"));
    }

    @Test
    void bindsForManyThreadsAtOnce() throws Exception {
        Plan plan = plan("SELECT * FROM t_log WHERE id = ? ORDER BY id LIMIT ?");
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Integer>> wrong = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                wrong.add(threads.submit((Callable<Integer>) () -> misplaced(plan)));
            }
            for (Future<Integer> each : wrong) {
                assertThat(each.get()).isZero();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static int misplaced(Plan plan) throws SQLException {
        int wrong = 0;
        for (long id = 0; id < 5_000; id++) {
            Parameters parameters = new Parameters(2);
            parameters.setLong(0, id);
            parameters.setInt(1, 3);
            SingleShard one = (SingleShard) plan.bind(parameters, -1);
            wrong += one.call().sql().contains("t_log_" + id % 4 + " ") ? 0 : 1;
        }
        return wrong;
    }

    /** It may exist the next time, so that there must be no plan that could be kept. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM t_order WHERE order_id = 1",
                "UPDATE t_order SET status = 1 WHERE order_id = 1",
                "DELETE FROM t_order WHERE order_id = 1",
                "INSERT INTO t_order (order_id, user_id) VALUES (1, 1)",
                "INSERT INTO t_order (order_id, user_id) SELECT order_id, user_id FROM t_payment",
                "EXPLAIN SELECT * FROM t_order",
                "EXPLAIN SHARDING SELECT * FROM t_order"
            })
    void throwsWhereATableDoesNotExistYet(String sql) {
        Planner planner = new Planner(OrderTables.rule(), name -> null, Dialect.MARIADB, Limits.DEFAULTS);
        assertThatThrownBy(() -> planner.plan(sql))
                .isInstanceOfSatisfying(ShardingException.class, thrown -> assertThat(thrown.errorCode())
                        .isEqualTo(ErrorCode.TABLE_NOT_FOUND));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT * FROM t_order_0 | ACTUAL_TABLE",
                "DROP TABLE t_order_0 | ACTUAL_TABLE",
                "ALTER TABLE t_order DROP COLUMN user_id | SHARDING_COLUMN_CHANGED",
                "DELETE FROM t_order | WRITE_WITHOUT_CONDITION",
                "UPDATE t_order SET user_id = user_id + 1 WHERE order_id = 1 | UPDATE_OF_SHARDING_COLUMN",
                "INSERT INTO t_country (code) VALUES (RAND()) | BROADCAST_WRITE",
                "DELETE FROM t_country LIMIT 1 | BROADCAST_WRITE"
            })
    void keepsAsAPlanWhatIsRefusedWhateverItsValuesAre(String sql, ErrorCode code) throws SQLException {
        Refusal refusal = plan(sql).statement().refusal();
        assertThat(refusal).isNotNull();
        assertThat(refusal.code()).isEqualTo(code);
    }

    /**
     * Traps 28 and 29: but for the scopes of hints there is nothing that a thread could keep or lose. That it has written
     * chooses among servers with the same rows, and nothing else.
     */
    @Test
    void noThreadKeepsState() {
        ArchRuleDefinition.noClasses()
                .that()
                .doNotHaveFullyQualifiedName("io.shardkit.hint.ShardingHint")
                .and()
                .doNotHaveFullyQualifiedName("io.shardkit.replica.Authors")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(ThreadLocal.class)
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("io.shardkit"));
    }
}

package io.shardkit.planner;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.shardkit.dialect.Dialect;
import io.shardkit.options.Limits;
import io.shardkit.plan.Plan;
import io.shardkit.sql.statement.Parameters;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Planning grows in line with a text: what a row, a value or a term more costs does not depend on how many there are.
 * Seen by the bytes that are allocated and, for work that allocates nothing, by a wide bound on time.
 */
@Tag("optimized")
class PlanCostTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int FEW = 1_000;
    private static final int MANY = 10_000;
    private static final int VERY_MANY = 100_000;

    enum Form {
        PARAMETERS("INSERT INTO t_payment (payment_id, user_id, order_id) VALUES ", i -> "(?, ?, ?)", ", ", ""),
        GENERATED_KEYS("INSERT INTO t_order (user_id, status) VALUES ", i -> "(?, ?)", ", ", ""),
        DEFAULT_KEYS("INSERT INTO t_order (order_id, user_id, status) VALUES ", i -> "(DEFAULT, ?, NULL)", ", ", ""),
        LITERALS(
                "INSERT INTO t_order (order_id, user_id, note) VALUES ",
                i -> "(" + i + ", " + i % 100 + ", 'x" + i + "')",
                ", ",
                ""),
        COMPUTED("INSERT INTO t_order (order_id, user_id, created) VALUES ", i -> "(?, ?, NOW())", ", ", ""),
        UPSERT(
                "INSERT INTO t_coupon (coupon_id, user_id, code, label) VALUES ",
                i -> "(?, ?, 'x" + i + "', 'y')",
                ", ",
                " ON DUPLICATE KEY UPDATE user_id = user_id"),
        UNIQUE_KEYS("INSERT INTO t_coupon (coupon_id, user_id, code, label) VALUES ", i -> "(?, ?, ?, ?)", ", ", ""),
        BROADCAST("INSERT INTO t_country (id, code) VALUES ", i -> "(?, 'x')", ", ", ""),
        SINGLE("INSERT INTO t_audit (id, message) VALUES ", i -> "(?, 'x')", ", ", ""),
        IN_PARAMETERS("SELECT status FROM t_order WHERE user_id IN (", i -> "?", ", ", ")"),
        IN_LITERALS("SELECT status FROM t_order WHERE user_id IN (", i -> "-" + i, ", ", ")"),
        IN_ROWS("SELECT status FROM t_order WHERE (user_id, order_id) IN (", i -> "(?, ?)", ", ", ")"),
        DELETE_IN("DELETE FROM t_order WHERE order_id IN (", i -> "?", ", ", ")"),
        CASES("UPDATE t_order SET status = CASE order_id ", i -> "WHEN ? THEN " + i, " ", " END WHERE user_id = 7"),
        STRINGS("SELECT status FROM t_order WHERE user_id = 7 AND note = ", i -> "'a'", " ", ""),
        SCHEMAS("SELECT ", i -> "shop.t_order.status", ", ", " FROM shop.t_order WHERE user_id = 7"),
        ESCAPES("SELECT ", i -> "{fn LENGTH(note)}", ", ", " FROM t_order WHERE user_id = 7"),
        SETS("UPDATE t_order SET ", i -> "status = ?", ", ", " WHERE user_id = 7");

        private final String head;
        private final IntFunction<String> part;
        private final String between;
        private final String tail;

        Form(String head, IntFunction<String> part, String between, String tail) {
            this.head = head;
            this.part = part;
            this.between = between;
            this.tail = tail;
        }

        String sql(int parts) {
            return head + IntStream.range(0, parts).mapToObj(part).collect(Collectors.joining(between)) + tail;
        }
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void growsInLine(Form form) throws SQLException {
        long few = Long.MAX_VALUE;
        long many = Long.MAX_VALUE;
        for (int round = 0; round < 2; round++) {
            few = Math.min(few, bytes(form.sql(FEW)) / FEW);
            many = Math.min(many, bytes(form.sql(MANY)) / MANY);
        }
        assertThat(many)
                .as("bytes of each part, of " + MANY + " against " + FEW)
                .isLessThan(few + few / 2);
    }

    @ParameterizedTest
    @EnumSource(names = {"PARAMETERS", "GENERATED_KEYS", "LITERALS", "IN_PARAMETERS", "CASES"})
    @Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void plansVeryMany(Form form) throws SQLException {
        planned(form.sql(VERY_MANY));
    }

    /** A row of plain values costs its tokens and its place in the plan; a parser's tree of it would take more than this. */
    @ParameterizedTest
    @EnumSource(
            names = {
                "PARAMETERS",
                "GENERATED_KEYS",
                "DEFAULT_KEYS",
                "LITERALS",
                "COMPUTED",
                "UPSERT",
                "UNIQUE_KEYS",
                "BROADCAST",
                "SINGLE"
            })
    void aRowToInsertIsCheap(Form form) throws SQLException {
        bytes(form.sql(FEW));
        long most = form == Form.UPSERT ? 5_000 : 3_000;
        assertThat(least(form.sql(MANY)) / MANY).as("bytes of a row").isLessThan(most);
        assertThat(least("EXPLAIN SHARDING " + form.sql(MANY)) / MANY)
                .as("bytes of a row that is explained")
                .isLessThan(2 * most);
    }

    /** Returns the cost of the SQL once its code is compiled: until then some objects are made that are not needed. */
    private static long least(String sql) throws SQLException {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            least = Math.min(least, bytes(sql));
        }
        return least;
    }

    private static long bytes(String sql) throws SQLException {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        planned(sql);
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private static void planned(String sql) throws SQLException {
        Planner planner = new Planner(OrderTables.rule(), OrderTables.catalog(), Dialect.MARIADB, Limits.DEFAULTS);
        planner.shape(sql);
        Plan plan = planner.plan(sql);
        assertThat(plan.statement().refusal()).isNull();
        Parameters parameters = new Parameters(plan.parameterCount());
        for (int i = 0; i < plan.parameterCount(); i++) {
            parameters.setLong(i, i * 31L % 997);
        }
        plan.bind(parameters, 0);
    }
}

package io.shardkit.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.options.Limits;
import io.shardkit.plan.Plan;
import io.shardkit.planner.select.QueryPlan;
import io.shardkit.sql.statement.Parameters;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** However deep a text is nested, and however small the stack, it is planned or refused with a code, and soon. */
class NestingTest {
    /** The usual depth, one just below the limits, and one above them. */
    private static final int[] DEPTHS = {10, 190, 3_000};

    /** The depth at which quadratic time shows; each form goes so far for one of the dialects, in turn. */
    private static final int DEEPEST = 100_000;

    private static final long SMALL_STACK = 256 << 10;

    /** Of the planning thread alone, and many times what is needed: what takes quadratic time needs minutes. */
    private static final long LONGEST_SECONDS = 20;

    private static final Map<String, IntFunction<String>> FORMS = new LinkedHashMap<>();

    static {
        where("parentheses", n -> around("(", "status = 1", ")", n));
        where("parentheses with AND", n -> around("(", "user_id = 7", " AND user_id = 7)", n));
        where("parentheses with OR", n -> around("(user_id = 7 AND (order_id = 1 OR ", "user_id = 7", "))", n / 2));
        where("functions", n -> around("ABS(", "status", ")", n) + " = 1");
        where("casts", n -> around("CAST(", "status", " AS INT)", n) + " = 1");
        where("CASE", n -> around("CASE WHEN status = 1 THEN ", "1", " ELSE 2 END", n) + " = 1");
        where("CASE in WHEN", n -> around("CASE WHEN ", "status = 1", " THEN 1 ELSE 0 END = 1", n));
        where("NOT", n -> "NOT ".repeat(n) + "status = 1");
        where("NOT with parentheses", n -> around("NOT (", "user_id = 7", ")", n));
        where("signs", n -> "user_id = " + "- ".repeat(n) + "1");
        where("complements", n -> "~ ".repeat(n) + "status = 1");
        where(
                "subqueries in IN",
                n -> around("order_id IN (SELECT order_id FROM t_order_item WHERE ", "1 = 1", ")", n));
        where("subqueries in EXISTS", n -> around("EXISTS (SELECT 1 FROM t_country WHERE ", "1 = 1", ")", n));
        where("AND", n -> chain("status <> 1", " AND ", n));
        where("OR", n -> chain("user_id = ?", " OR ", n));
        where("AND and OR in turn", n -> chain("status = 1 AND order_id = 2", " OR ", n));
        where("sums", n -> chain("status", " + ", n) + " = 1");
        where("sums of keys", n -> "user_id = " + chain("1", " + ", n));
        where("concatenations", n -> chain("note", " || ", n) + " = 'a'");
        where("comparisons", n -> chain("status", " = ", n));
        where("JSON arrows", n -> "note" + "->'$.a'".repeat(n) + " = 1");
        where("IS NULL", n -> "status" + " IS NULL".repeat(n));
        where("BETWEEN", n -> around("status BETWEEN ", "1", " AND 2", n));
        where("subscripts", n -> "note" + "[1]".repeat(n) + " = 1");
        where("escapes of JDBC", n -> around("{fn ABS(", "status", ")}", n) + " = 1");
        where("dots", n -> "t_order" + ".a".repeat(n) + " = 1");
        FORMS.put("open parentheses", n -> "SELECT " + "(".repeat(n));
        FORMS.put("derived tables", n -> around("SELECT * FROM (", "SELECT status FROM t_order", ") d", n));
        FORMS.put(
                "groups of groups",
                n -> around(
                        "SELECT status, COUNT(*) c FROM (", "SELECT status FROM t_order", ") d GROUP BY status", n));
        FORMS.put("UNION", n -> chain("SELECT status FROM t_order WHERE user_id = 7", " UNION ", n));
        FORMS.put("UNION ALL of nothing", n -> chain("SELECT 1", " UNION ALL ", n));
        FORMS.put("UNION to the right", n -> around("SELECT 1 UNION ALL (", "SELECT status FROM t_order", ")", n));
        FORMS.put(
                "common tables",
                n -> "WITH c0 AS (SELECT user_id FROM t_order)"
                        + IntStream.range(1, n)
                                .mapToObj(i -> ", c" + i + " AS (SELECT a.user_id FROM c" + (i - 1) + " a JOIN c"
                                        + (i - 1) + " b ON a.user_id = b.user_id)")
                                .collect(Collectors.joining())
                        + " SELECT * FROM c" + (n - 1));
        FORMS.put("WITH in WITH", n -> around("WITH c AS (", "SELECT user_id FROM t_order", ") SELECT * FROM c", n));
        FORMS.put(
                "joins",
                n -> "SELECT 1 FROM t_order o"
                        + numbered(" JOIN t_order_item i# ON i#.user_id = o.user_id AND i#.order_id = o.order_id", n));
        FORMS.put(
                "joins in parentheses",
                n -> around("SELECT 1 FROM " + "(".repeat(n), "t_order o", "", 1)
                        + numbered(" JOIN t_country c# ON 1 = 1)", n));
        FORMS.put(
                "joins with late ON",
                n -> "SELECT 1 FROM t_order o" + numbered(" JOIN t_country c#", n) + " ON 1 = 1".repeat(n));
        FORMS.put("commas", n -> "SELECT 1 FROM t_order" + numbered(", t_order o#", n));
        FORMS.put(
                "joins of derived tables",
                n -> "SELECT 1 FROM "
                        + around(
                                "(SELECT a.user_id FROM t_order a LEFT JOIN ",
                                "(SELECT user_id FROM t_order) z",
                                " ON a.user_id = z.user_id) z",
                                n));
        FORMS.put("escapes of joins", n -> "SELECT 1 FROM " + around("{oj ", "t_order", "}", n));
        FORMS.put("EXPLAIN SHARDING", n -> "EXPLAIN SHARDING SELECT " + around("(", "1", ")", n) + " FROM t_order");
        FORMS.put("EXPLAIN in EXPLAIN", n -> "EXPLAIN SHARDING ".repeat(n) + "SELECT status FROM t_order");
        FORMS.put("assigned", n -> "UPDATE t_order SET status = " + around("ABS(", "1", ")", n) + " WHERE user_id = 7");
        FORMS.put("deleted", n -> "DELETE FROM t_order WHERE " + around("(", "user_id = 7", " OR user_id = 8)", n));
        FORMS.put("inserted", n -> "INSERT INTO t_order (order_id, user_id) VALUES (" + chain("1", " + ", n) + ", 7)");
        FORMS.put(
                "inserted in parentheses",
                n -> "INSERT INTO t_order (order_id, user_id) VALUES (" + around("(", "1", ")", n) + ", 7)");
        FORMS.put("limits", n -> "SELECT status FROM t_order LIMIT " + around("(", "1", ")", n));
        FORMS.put("DDL", n -> "CREATE TABLE t_new (a INT DEFAULT " + around("(", "1", ")", n) + ")");
        FORMS.put("DO", n -> "DO " + around("(", "1", ")", n));
    }

    private static void where(String name, IntFunction<String> condition) {
        FORMS.put(name, n -> "SELECT status FROM t_order WHERE user_id = 7 AND (" + condition.apply(n) + ")");
    }

    private static String around(String before, String inside, String after, int n) {
        return before.repeat(n) + inside + after.repeat(n);
    }

    private static String chain(String part, String between, int n) {
        return part + (between + part).repeat(n - 1);
    }

    private static String numbered(String part, int n) {
        return IntStream.range(0, n).mapToObj(i -> part.replace("#", "" + i)).collect(Collectors.joining());
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    @Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void isPlannedOrRefused(Dialect dialect) throws InterruptedException {
        Planner planner = new Planner(OrderTables.rule(), OrderTables.catalog(), dialect, Limits.DEFAULTS);
        int turn = dialect.ordinal();
        for (Map.Entry<String, IntFunction<String>> form : FORMS.entrySet()) {
            for (int depth : DEPTHS) {
                assertEnds(planner, form, depth, 0);
                assertEnds(planner, form, depth, SMALL_STACK);
            }
            if (turn++ % Dialect.values().length == 0) {
                assertEnds(planner, form, DEEPEST, SMALL_STACK);
            }
        }
        // No class was left half initialised.
        assertThat(failure(planner, "SELECT status FROM t_order WHERE user_id = 7", 0, new AtomicLong()))
                .isNull();
    }

    private static void assertEnds(Planner planner, Map.Entry<String, IntFunction<String>> form, int depth, long stack)
            throws InterruptedException {
        String sql = form.getValue().apply(depth);
        AtomicLong spent = new AtomicLong();
        assertThat(failure(planner, sql, stack, spent))
                .as("%s, %d deep, stack of %d", form.getKey(), depth, stack)
                .isNull();
        assertThat(TimeUnit.NANOSECONDS.toSeconds(spent.get()))
                .as("seconds of %s, %d deep", form.getKey(), depth)
                .isLessThan(LONGEST_SECONDS);
    }

    /**
     * Returns an exception of planning and binding that is no refusal.
     *
     * @param spent gets the processor time of it, in nanoseconds
     */
    private static @Nullable Throwable failure(Planner planner, String sql, long stack, AtomicLong spent)
            throws InterruptedException {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        planner.shape(sql);
                        Plan plan = planner.plan(sql);
                        Parameters parameters = new Parameters(plan.parameterCount());
                        for (int i = 0; i < plan.parameterCount(); i++) {
                            parameters.setLong(i, 7);
                        }
                        plan.bind(parameters, 0);
                    } catch (SQLException e) {
                        if (!(e instanceof ShardingException refusal)
                                || refusal.errorCode() == ErrorCode.UNEXPECTED_FAILURE) {
                            failure.set(e);
                        }
                    } catch (RuntimeException | Error e) {
                        failure.set(e);
                    }
                    spent.set(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
                },
                "nesting",
                stack);
        thread.start();
        thread.join();
        return failure.get();
    }

    @Test
    void isRefusedByItsTokens() throws SQLException {
        Planner planner = new Planner(OrderTables.rule(), OrderTables.catalog(), Dialect.MARIADB, Limits.DEFAULTS);
        for (String name : new String[] {"parentheses", "functions", "CASE", "NOT", "signs", "OR", "UNION", "joins"}) {
            assertThat(planner.plan(FORMS.get(name).apply(20_000)).statement())
                    .as(name)
                    .isInstanceOfSatisfying(
                            RefusedPlan.class,
                            plan -> assertThat(plan.refusal().code()).isEqualTo(ErrorCode.TOO_COMPLEX));
        }
    }

    @Test
    void whatIsUsualIsPlanned() throws SQLException {
        Planner planner = new Planner(OrderTables.rule(), OrderTables.catalog(), Dialect.MARIADB, Limits.DEFAULTS);
        for (String name : new String[] {"parentheses", "functions", "CASE", "NOT", "signs", "OR", "UNION", "joins"}) {
            assertThat(planner.plan(FORMS.get(name).apply(50)).statement())
                    .as(name)
                    .isInstanceOf(QueryPlan.class);
        }
    }
}

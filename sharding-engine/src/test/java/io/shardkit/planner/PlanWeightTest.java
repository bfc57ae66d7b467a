package io.shardkit.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.catalog.OpenConnections;
import io.shardkit.dialect.Dialect;
import io.shardkit.options.Limits;
import io.shardkit.plan.Plan;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The plan cache keeps within its bytes, and what it takes for bytes is what the plans occupy. */
@Tag("optimized")
class PlanWeightTest {
    private static final int MEASUREMENTS = 3;
    private static final Planner PLANNER =
            new Planner(OrderTables.rule(), OrderTables.catalog(), Dialect.MARIADB, Limits.DEFAULTS);

    private static String of(String statement, int count) {
        String[] parts = statement.split("#");
        return parts[0]
                + IntStream.range(0, count).mapToObj(i -> parts[1]).collect(Collectors.joining(parts[2]))
                + parts[3];
    }

    private static final List<String> FORMS = List.of(
            "INSERT INTO t_payment (payment_id, user_id, order_id) VALUES #(?, ?, ?)#, # ",
            "INSERT INTO t_order (order_id, user_id, note) VALUES #(1, 2, 'some text')#, # ",
            "INSERT INTO t_order (user_id, status) VALUES #(?, ?)#, # ",
            "INSERT INTO t_coupon (coupon_id, user_id, code, label) VALUES #(?, ?, ?, ?)#, # ",
            "SELECT status FROM t_order WHERE user_id IN (#?#, #)",
            "SELECT status FROM t_order WHERE note IN (#'some text'#, #)");

    @Test
    void isAboutWhatAPlanOccupies() throws SQLException {
        List<Object> kept = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (String form : FORMS) {
            planned(of(form, 10));
        }
        for (String form : FORMS) {
            for (int count : new int[] {30, 1_000}) {
                double estimated =
                        PlanWeight.of(of(form, count), planned(of(form, count)).statement());
                // What other tests of this JVM leave is freed at any time: a measurement it falls into is taken again.
                double measured = 0;
                for (int i = 0; i < MEASUREMENTS && !isAbout(estimated, measured); i++) {
                    measured = occupied(form, count, kept);
                }
                if (!isAbout(estimated, measured)) {
                    wrong.add(String.format(
                            Locale.ROOT,
                            "%s, %d: %.0f bytes estimated, %.0f measured",
                            form,
                            count,
                            estimated,
                            measured));
                }
            }
        }
        assertThat(kept).isNotEmpty();
        assertThat(wrong).isEmpty();
    }

    private static boolean isAbout(double estimated, double measured) {
        return estimated / measured > 0.4 && estimated / measured < 2.5;
    }

    /** Bytes for each plan of many, which are kept to the end. */
    private static double occupied(String form, int count, List<Object> kept) throws SQLException {
        String sql = of(form, count);
        int plans = 30_000 / count;
        long before = used();
        for (int i = 0; i < plans; i++) {
            String text = new StringBuilder(sql).toString();
            kept.add(text);
            kept.add(planned(text));
        }
        return (used() - before) / (double) plans;
    }

    private static Plan planned(String sql) throws SQLException {
        Plan plan = PLANNER.plan(sql);
        Parameters parameters = new Parameters(plan.parameterCount());
        for (int i = 0; i < plan.parameterCount(); i++) {
            parameters.setLong(i, i * 31L % 997);
        }
        plan.bind(parameters, 0);
        return plan;
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void keepsWithinItsBytes() throws SQLException {
        long maximum = 4 << 20;
        PlanCache cache = new PlanCache(2048, maximum, PLANNER);
        for (int i = 0; i < 300; i++) {
            cache.get(of("SELECT status AS c" + i + " FROM t_order WHERE user_id IN (#?#, #)", 1_000), NONE);
            assertThat(cache.weight()).isLessThanOrEqualTo(maximum);
        }
        assertThat(cache.weight()).isGreaterThan(maximum / 4);
    }

    @Test
    void aVeryLongTextPutsNothingOut() throws SQLException {
        PlanCache cache = new PlanCache(2048, 1 << 20, PLANNER);
        String sql = "SELECT status FROM t_order WHERE user_id = ?";
        Plan known = cache.get(sql, NONE);
        for (int i = 0; i < 20; i++) {
            String text = of("SELECT status AS c" + i + " FROM t_order WHERE user_id IN (#?#, #)", 5_000);
            assertThat(cache.get(text, NONE)).isNotSameAs(cache.get(text, NONE));
        }
        assertThat(cache.get(sql, NONE)).isSameAs(known);
    }

    @Test
    void keepsNoMorePlansThanItMay() throws SQLException {
        PlanCache cache = new PlanCache(10, 64 << 20, PLANNER);
        for (int i = 0; i < 100; i++) {
            cache.get("SELECT status AS c" + i + " FROM t_order WHERE user_id = ?", NONE);
        }
        assertThat(cache.weight()).isLessThan(10 * 5_000);
    }

    private static final OpenConnections NONE = OpenConnections.NONE;
}

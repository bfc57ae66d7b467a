package io.shardkit.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.Dialect;
import io.shardkit.differential.Seeds;
import io.shardkit.differential.fixture.Effort;
import io.shardkit.options.Limits;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.MergedQuery;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import io.shardkit.planner.OrderTables;
import io.shardkit.planner.Planner;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random conditions over random rows: the unit of every row for which a condition is true must be among the units that
 * the statement asks. Truth is found by {@link RandomCondition} itself, in three-valued logic.
 */
class RoutingSoundnessTest {
    private static final Pattern UNIT = Pattern.compile("\\bt_order_(\\d)\\b");
    private static final int CONDITIONS = Effort.of(8_000);
    private static final int ROWS = 60;

    @ParameterizedTest
    @EnumSource(
            value = Dialect.class,
            names = {"MARIADB", "POSTGRESQL", "H2"})
    void noUnitOfAWantedRowIsLeftOut(Dialect dialect) throws SQLException {
        long seed = Seeds.chosen();
        System.out.println("routing soundness on " + dialect + ", -Dshardkit.seed=" + seed);
        Random random = new Random(seed);
        Planner planner = new Planner(OrderTables.rule(), OrderTables.catalog(), dialect, Limits.DEFAULTS);
        int narrowed = 0;
        int wanted = 0;
        for (int i = 0; i < CONDITIONS; i++) {
            List<Object> values = new ArrayList<>();
            RandomCondition condition = RandomCondition.of(random, values, 1 + random.nextInt(4));
            String sql = "SELECT status FROM t_order WHERE " + condition.sql();
            Set<String> asked = asked(planner.plan(sql).bind(parameters(values), -1));
            narrowed += asked.size() < 6 ? 1 : 0;
            for (int row = 0; row < ROWS; row++) {
                long user = RandomCondition.number(random);
                long order = RandomCondition.number(random);
                Long status = random.nextInt(5) == 0 ? null : (Long) RandomCondition.number(random);
                if (Boolean.TRUE.equals(condition.truth(user, order, status))) {
                    wanted++;
                    assertThat(asked)
                            .as(
                                    "seed %d, number %d: %s with %s wants user_id %d, order_id %d, status %d",
                                    seed, i, sql, values, user, order, status)
                            .contains("ds" + Math.floorMod(user, 2) + ".t_order_" + Math.floorMod(order, 3));
                }
            }
        }
        assertThat(narrowed).as("conditions that narrow").isGreaterThan(CONDITIONS / 5);
        assertThat(wanted).as("rows that are wanted").isGreaterThan(CONDITIONS);
    }

    private static Parameters parameters(List<Object> values) {
        Parameters parameters = new Parameters(values.size());
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            if (value == RandomCondition.NULL) {
                parameters.setObject(i, null);
            } else if (value instanceof Long number) {
                parameters.setLong(i, number);
            } else {
                parameters.setObject(i, value);
            }
        }
        return parameters;
    }

    private static Set<String> asked(BoundPlan bound) {
        List<ShardCall> calls = bound instanceof SingleShard one ? List.of(one.call()) : ((MergedQuery) bound).calls();
        Set<String> asked = new TreeSet<>();
        for (ShardCall call : calls) {
            Matcher name = UNIT.matcher(call.sql());
            assertThat(name.find()).isTrue();
            asked.add("ds" + call.dataSource() + "." + name.group());
        }
        return asked;
    }
}

package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;

/** The questions while transactions are held are not more for more tables, as long as these have no changes. */
class PauseIT {
    private static final Duration OFTEN = Duration.ofMillis(100);
    private static final Pattern RENAMING = Pattern.compile("(RENAME TABLE|DO ).*t_order.*");

    /** The definition of a table, which MySQL and MariaDB tell of one at a time. */
    private static final String DEFINITION = "SHOW CREATE TABLE";

    private static final String DECISION = "INSERT INTO sharding_rule";

    private static ShardingRule sharded(int last) {
        String orders = "ds0.t_order_{0.." + last + "}, ds1.t_order_{" + (last + 1) + ".." + (2 * last + 1) + "}";
        return ShardingRuleBuilder.over("ds0", "ds1", "ds2")
                .table("t_order", table -> table.nodes(orders).tableBy("user_id", Algorithms.mod()))
                .table("t_order_item", table -> table.nodes(orders.replace("t_order", "t_order_item"))
                        .tableBy("user_id", Algorithms.mod()))
                .bind("t_order", "t_order_item")
                .build();
    }

    private static ShardingRule together() {
        return ShardingRuleBuilder.over("ds0", "ds1", "ds2")
                .table("t_order", table -> table.nodes("ds2.t_order_new"))
                .table("t_order_item", table -> table.nodes("ds2.t_order_item_new"))
                .build();
    }

    /** Returns the statements after the last table was renamed away, and before the first one gets its name. */
    private static List<String> statements(TestDatabase database, ShardingRule rule) throws Exception {
        List<String> all = Collections.synchronizedList(new ArrayList<>());
        try (MovingOrders orders = new MovingOrders(database, rule)) {
            ShardingDataSource instance = orders.start(OFTEN, orders.faulty((sql, after) -> {
                if (!after) {
                    all.add(sql);
                }
            }));
            Moves moves = instance.moves();
            String id = moves.start(ReshardRequest.of(together(), List.of("t_order", "t_order_item")));
            orders.awaitSwitch(moves, id, false);
        }
        int from = last(all, sql -> !sql.contains("_new")) + 1;
        int decided = from;
        while (!all.get(decided).startsWith(DECISION)) {
            decided++;
        }
        int to = decided;
        while (!isRenaming(all.get(to))) {
            to++;
        }
        assertThat(all.get(to)).contains("_new");
        // Both who decides and an instance that sees it give the tables their names, and may begin at the same time.
        return Stream.concat(
                        all.subList(from, decided).stream(),
                        all.subList(decided, to).stream().distinct())
                .filter(sql -> !sql.equals("commit") && !sql.contains("sharding_"))
                .toList();
    }

    private static boolean isRenaming(String sql) {
        return RENAMING.matcher(sql).matches();
    }

    private static int last(List<String> all, Predicate<String> kind) {
        int found = -1;
        for (int i = 0; i < all.size(); i++) {
            found = isRenaming(all.get(i)) && kind.test(all.get(i)) ? i : found;
        }
        return found;
    }

    @ParameterizedTest
    @OnDatabases(always = TestDatabase.MYSQL, except = TestDatabase.H2)
    void itsStatementsAreThoseOfDataSourcesAndNotOfTables(TestDatabase database) throws Exception {
        List<String> few = statements(database, sharded(0));
        List<String> many = statements(database, sharded(4));
        assertThat(many.stream().filter(sql -> !sql.startsWith(DEFINITION)))
                .as("%s, and for few tables %s", many, few)
                .hasSameSizeAs(
                        few.stream().filter(sql -> !sql.startsWith(DEFINITION)).toList());
    }
}

package io.shardkit.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.Table;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.observe.Advice;
import io.shardkit.observe.ExecutionStrategy;
import io.shardkit.options.Limits;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.command.Explained;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.sql.statement.Parameters;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Advice is followed, and the statement goes to the units that were promised. */
class AdviceTest {
    private static final Limits NO_GATHER = Limits.builder()
            .gatherEnabled(false)
            .gatherMaxRows(1)
            .maxMergedRows(1000)
            .maxOffset(1000)
            .build();
    private static final String CODES = "t_codes";

    private static final Map<String, List<UniqueKey>> KEYS = Map.of(
            "t_coupon",
            List.of(
                    new UniqueKey("primary", true, List.of("coupon_id"), true),
                    new UniqueKey("by_code", false, List.of("code"), true)),
            "t_job",
            List.of(new UniqueKey("primary", true, List.of("id"), true)));

    /** t_order and t_payment by user and order, t_coupon by user in four tables, t_audit and others single. */
    private static ShardingRule rule(Consumer<ShardingRuleBuilder> more, @Nullable String couponAlsoBy) {
        ShardingRuleBuilder builder = TestRules.over(List.of("ds0", "ds1"))
                .table(byOrder("t_order"))
                .table(byOrder("t_payment"))
                .table(byOrder("t_order_item"));
        if (!"broadcast".equals(couponAlsoBy)) {
            builder.table(new TableRule(
                    "t_coupon",
                    "ds0.t_coupon_{0..3}",
                    null,
                    new ShardingStrategy("user_id", new ModAlgorithm(4)).withAlsoBy(couponAlsoBy),
                    null));
        }
        more.accept(builder);
        return builder.build();
    }

    private static TableRule byOrder(String name) {
        return new TableRule(
                name,
                "ds{0..1}." + name + "_{0..2}",
                new ShardingStrategy("user_id", new ModAlgorithm(2)),
                new ShardingStrategy("order_id", new ModAlgorithm(3)),
                null);
    }

    private static ShardingRule rule() {
        return rule(builder -> builder.single("ds1", "t_audit"), null);
    }

    private static Catalog catalog() {
        Catalog tables = OrderTables.catalog();
        return new Catalog() {
            @Override
            public @Nullable Table table(String name) throws SQLException {
                if (name.equals("t_job")) {
                    return new Table(name, List.of(number("id"), number("user_id")));
                }
                if (!name.equals(CODES)) {
                    return tables.table(name);
                }
                Table coupons = Objects.requireNonNull(tables.table("t_coupon"));
                return new Table(
                        CODES,
                        coupons.columns().stream()
                                .filter(column -> List.of("code", "user_id").contains(column.name()))
                                .toList());
            }

            @Override
            public @Nullable List<UniqueKey> uniqueKeys(String name) {
                return KEYS.get(name);
            }
        };
    }

    private static Column number(String name) {
        return new Column(
                name, name, "bigint", "bigint", KeyType.INTEGER, TextOrder.UNKNOWN, false, false, true, Carrier.TEXT);
    }

    private static Explanation explain(String sql, ShardingRule rule, Limits limits) throws SQLException {
        return explain(sql, rule, limits, Dialect.MYSQL);
    }

    private static Explanation explain(String sql, ShardingRule rule, Limits limits, Dialect dialect)
            throws SQLException {
        BoundPlan bound = new Planner(rule, catalog(), dialect, limits)
                .plan("EXPLAIN SHARDING " + sql)
                .bind(Parameters.NONE, -1);
        return ((Explained) bound).explanation();
    }

    /** The only piece of advice of that kind. */
    private static Advice advice(String sql, Advice.Kind kind, Limits limits) throws SQLException {
        return advice(sql, kind, limits, Dialect.MYSQL);
    }

    private static Advice advice(String sql, Advice.Kind kind, Limits limits, Dialect dialect) throws SQLException {
        List<Advice> all = explain(sql, rule(), limits, dialect).advice();
        assertThat(all).as(sql).filteredOn(each -> each.kind() == kind).hasSize(1);
        return all.stream().filter(each -> each.kind() == kind).findFirst().orElseThrow();
    }

    private static void assertKept(String sql, Advice advice, String changed, ShardingRule rule) throws SQLException {
        assertThat(explain(changed, rule, Limits.DEFAULTS).units())
                .as(changed)
                .isLessThanOrEqualTo(advice.units())
                .isLessThan(explain(sql, rule(), Limits.DEFAULTS).units());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM t_order WHERE #user_id = 1",
                "SELECT * FROM t_order WHERE #1 = 1",
                "SELECT o.note FROM t_order o WHERE #o.order_id = 11 ORDER BY o.note LIMIT 3",
                "SELECT status, COUNT(*) FROM t_order o WHERE #status = 2 GROUP BY status",
                "SELECT COUNT(DISTINCT status), MAX(amount) OVER () FROM t_order WHERE #user_id = 2 GROUP BY amount",
                "UPDATE t_order SET note = 'x' WHERE #user_id = 1",
                "DELETE FROM t_order WHERE #order_id = 1",
                "SELECT * FROM t_order WHERE #(user_id = 1 OR order_id = 2)",
                "SELECT * FROM t_order WHERE #user_id IN (1, 2) AND note = 'x'",
                "SELECT * FROM t_order WHERE #user_id > 5",
                "SELECT * FROM (SELECT * FROM t_order WHERE #user_id = 3) x",
                "SELECT * FROM t_audit a WHERE EXISTS (SELECT 1 FROM t_order o WHERE #o.user_id = a.user_id)",
                "INSERT INTO t_audit (id, user_id) SELECT order_id, user_id FROM t_order WHERE #user_id = 1"
            })
    void conditionLeavesTheUnits(String sql) throws SQLException {
        String plain = sql.replace("#", "");
        ShardingRule rule = rule();
        Advice advice = advice(plain, Advice.Kind.CONDITION, Limits.DEFAULTS);
        String conditions = advice.text()
                .replaceFirst("^a condition ", "")
                .replaceFirst(": .*", "")
                .replace("?", "1");
        assertKept(plain, advice, sql.replace("#", conditions + " AND "), rule);
    }

    @Test
    void namesTheMissingColumnsOnly() throws SQLException {
        assertThat(advice("SELECT * FROM t_order", Advice.Kind.CONDITION, Limits.DEFAULTS))
                .isEqualTo(new Advice(
                        Advice.Kind.CONDITION,
                        List.of("t_order"),
                        List.of("user_id", "order_id"),
                        1,
                        "a condition t_order.user_id = ? AND t_order.order_id = ?: 1 unit instead of 6 units"));
        assertThat(advice("SELECT * FROM t_order WHERE user_id = 1", Advice.Kind.CONDITION, Limits.DEFAULTS)
                        .columns())
                .containsExactly("order_id");
        assertThat(explain("SELECT * FROM t_order WHERE user_id = 1 AND order_id = 2", rule(), Limits.DEFAULTS)
                        .advice())
                .isEmpty();
        assertThat(explain("SELECT * FROM t_order WHERE user_id IN (1, 2) AND order_id = 2", rule(), Limits.DEFAULTS)
                        .advice())
                .isEmpty();
    }

    @Test
    void bindingMakesAJoinOfTwoTables() throws SQLException {
        String join = "SELECT * FROM t_order o JOIN t_payment p"
                + " ON p.user_id = o.user_id AND p.order_id = o.order_id WHERE o.status = 3";
        Advice advice = advice(join, Advice.Kind.BINDING, Limits.DEFAULTS);
        assertThat(advice.tables()).containsExactly("t_order", "t_payment");
        ShardingRule bound = rule(builder -> builder.bind(List.of("t_order", "t_payment")), null);
        assertKept(join, advice, join, bound);
        assertThat(advice(join, Advice.Kind.BINDING, NO_GATHER))
                .isEqualTo(new Advice(
                        Advice.Kind.BINDING,
                        List.of("t_order", "t_payment"),
                        List.of(),
                        6,
                        "binding-tables t_order, t_payment: 6 units instead of a refusal"));
    }

    @Test
    void noBindingWhereTheKeysAreNotJoined() throws SQLException {
        assertThat(explain(
                                "SELECT * FROM t_order o JOIN t_payment p ON p.payment_id = o.order_id",
                                rule(),
                                Limits.DEFAULTS)
                        .advice())
                .extracting(Advice::kind)
                .doesNotContain(Advice.Kind.BINDING);
    }

    @Test
    void bindsOnlyThoseThatHaveToBe() throws SQLException {
        String join = "SELECT * FROM t_order o JOIN t_payment p"
                + " ON p.user_id = o.user_id AND p.order_id = o.order_id"
                + " JOIN t_order_item i ON i.user_id = o.user_id AND i.order_id = o.order_id";
        assertThat(advice(join, Advice.Kind.BINDING, Limits.DEFAULTS).tables())
                .containsExactly("t_order", "t_payment", "t_order_item");
    }

    @Test
    void broadcastTableNeedsNoCopying() throws SQLException {
        String join = "SELECT * FROM t_order o JOIN t_audit a ON a.id = o.order_id WHERE o.user_id = 2";
        Advice advice = advice(join, Advice.Kind.BROADCAST, Limits.DEFAULTS);
        assertThat(advice.tables()).containsExactly("t_audit");
        assertKept(join, advice, join, rule(builder -> builder.broadcast("t_audit"), null));
    }

    @Test
    void tableThatEachRowMeetsOnceIsABroadcastCandidate() throws SQLException {
        String join = "SELECT * FROM t_order o JOIN t_coupon c ON c.coupon_id = o.status";
        Advice advice = advice(join, Advice.Kind.BROADCAST, Limits.DEFAULTS);
        assertThat(advice.tables()).containsExactly("t_coupon");
        assertKept(join, advice, join, rule(builder -> builder.broadcast("t_coupon"), "broadcast"));
    }

    @Test
    void keyCouldHoldTheShard() throws SQLException {
        String byKey = "SELECT * FROM t_coupon WHERE coupon_id = 5";
        Advice advice = advice(byKey, Advice.Kind.ALSO_BY, Limits.DEFAULTS);
        assertThat(advice.columns()).containsExactly("coupon_id");
        assertKept(byKey, advice, byKey, rule(builder -> {}, "coupon_id"));
    }

    /** Its key would hold the shard that the row comes from. */
    @Test
    void keyOfARowThatMovesHoldsNoShard() throws SQLException {
        assertThat(explain("UPDATE t_coupon SET user_id = 5 WHERE coupon_id = 5", rule(), Limits.DEFAULTS)
                        .advice())
                .extracting(Advice::kind)
                .containsExactly(Advice.Kind.CONDITION, Advice.Kind.LOOKUP);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT * FROM t_coupon WHERE code = 'x'", "DELETE FROM t_coupon WHERE code IN ('x')"})
    void lookupTableCouldTell(String sql) throws SQLException {
        Advice advice = advice(sql, Advice.Kind.LOOKUP, Limits.DEFAULTS);
        assertThat(advice.columns()).containsExactly("code");
        ShardingRule rule = rule(builder -> builder.lookup("t_coupon", new Lookup("code", CODES, false)), null);
        Explanation followed = explain(sql, rule, Limits.DEFAULTS);
        assertThat(followed.way()).isEqualTo("lookup");
        assertThat(advice.units())
                .isLessThan(explain(sql, rule(), Limits.DEFAULTS).units());
    }

    /** Of a MERGE the row that it inserts says where it has to look. */
    @Test
    void mergeCouldLookWhereItInserts() throws SQLException {
        String merge = "MERGE INTO t_order t USING (SELECT 7 AS order_id, 5 AS user_id) s ON t.order_id = s.order_id#"
                + " WHEN MATCHED THEN UPDATE SET note = 'x'";
        String insert = " WHEN NOT MATCHED THEN INSERT (order_id, user_id) VALUES (s.order_id, s.user_id)";
        assertThat(advice(merge.replace("#", "") + insert, Advice.Kind.CONDITION, Limits.DEFAULTS, Dialect.H2))
                .isEqualTo(
                        new Advice(
                                Advice.Kind.CONDITION,
                                List.of("t_order"),
                                List.of("user_id"),
                                1,
                                "a condition t.user_id = ? in ON, with the value that is inserted: 1 unit instead of a refusal"));
        assertThat(advice(merge.replace("#", ""), Advice.Kind.CONDITION, Limits.DEFAULTS, Dialect.H2)
                        .text())
                .isEqualTo("a condition t.user_id = ? AND t.order_id = ?: 1 unit instead of 6 units");
        String followed = merge.replace("#", " AND t.user_id = s.user_id") + insert;
        assertThat(explain(followed, rule(), Limits.DEFAULTS, Dialect.H2).units())
                .isEqualTo(1);
        String elsewhere = " WHEN NOT MATCHED THEN INSERT (order_id, user_id) VALUES (8, s.user_id)";
        assertThat(explain(merge.replace("#", "") + elsewhere, rule(), Limits.DEFAULTS, Dialect.H2)
                        .advice())
                .isEmpty();
    }

    @Test
    void rowThatMovesHasToBeNamed() throws SQLException {
        String update = "UPDATE t_coupon SET user_id = 2 WHERE #user_id = 1";
        Advice named = new Advice(
                Advice.Kind.CONDITION,
                List.of("t_coupon"),
                List.of("coupon_id"),
                2,
                "a condition t_coupon.coupon_id = ?, as a unique key has to name a row that moves:"
                        + " 2 units instead of a refusal");
        assertThat(advice(update.replace("#", ""), Advice.Kind.CONDITION, Limits.DEFAULTS))
                .isEqualTo(named);
        assertThat(explain(update.replace("#", "coupon_id = 3 AND "), rule(), Limits.DEFAULTS)
                        .refusal())
                .isNull();
        String computed = "UPDATE t_coupon SET user_id = user_id + 1 WHERE user_id = 1";
        assertThat(advice(computed, Advice.Kind.CONDITION, Limits.DEFAULTS)).isEqualTo(named);
    }

    /** Other units are asked whether they have a key, unless it says that they cannot. */
    @Test
    void keyOfAnInsertedRowCouldHoldTheShard() throws SQLException {
        String insert = "INSERT INTO t_coupon (coupon_id, user_id) VALUES (#, 1) ON DUPLICATE KEY UPDATE label = 'x'";
        Advice advice = advice(insert.replace("#", "9"), Advice.Kind.ALSO_BY, Limits.DEFAULTS);
        assertThat(advice.columns()).containsExactly("coupon_id");
        assertThat(advice.text())
                .startsWith("table-strategy.also-by coupon_id of t_coupon, whose keys would have to hold the shard: ");
        assertThat(explain(insert.replace("#", "9"), rule(builder -> {}, "coupon_id"), Limits.DEFAULTS)
                        .units())
                .isEqualTo(advice.units());
    }

    /** The generator's keys are for rows. */
    @Test
    void triesWithoutTakingKeys() throws SQLException {
        AtomicLong taken = new AtomicLong();
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "t_order_item",
                        "ds{0..1}.t_order_item",
                        new ShardingStrategy("user_id", new ModAlgorithm(2)),
                        null,
                        new KeyGeneration("item_id", taken::incrementAndGet)))
                .build();
        String insert = "INSERT INTO t_order_item (order_id, user_id) VALUES (3, 1), (4, 2), (6, 1), (7, 2)";
        assertThat(explain(insert, rule, Limits.DEFAULTS).advice())
                .extracting(Advice::text)
                .containsExactly("a statement for the rows of each user_id: 1 unit instead of 2 units");
        assertThat(taken.get()).as("keys of the explained rows").isEqualTo(4);
        assertThat(new Planner(rule, catalog(), Dialect.MYSQL, Limits.DEFAULTS)
                        .advice(insert, new PastExecution(ExecutionStrategy.SCATTER, 2, null)))
                .hasSize(1);
        assertThat(taken.get()).isEqualTo(4);
    }

    @Test
    void rowsOfOneUserCouldBeAStatementEach() throws SQLException {
        String insert = "INSERT INTO t_order (order_id, user_id, status) VALUES ";
        String rows = insert + "(3, 1, 0), (4, 2, 0), (6, 1, 0), (7, 2, 0)";
        assertThat(advice(rows, Advice.Kind.ROWS, Limits.DEFAULTS))
                .isEqualTo(new Advice(
                        Advice.Kind.ROWS,
                        List.of("t_order"),
                        List.of("user_id"),
                        1,
                        "a statement for the rows of each user_id: 1 unit instead of 2 units"));
        for (String each : List.of("(3, 1, 0), (6, 1, 0)", "(4, 2, 0), (7, 2, 0)")) {
            assertThat(explain(insert + each, rule(), Limits.DEFAULTS).units()).isEqualTo(1);
        }
        assertThat(advice(insert + "(3, 1, 0), (4, 2, 0), (4, 1, 0), (3, 1, 0)", Advice.Kind.ROWS, Limits.DEFAULTS)
                        .columns())
                .containsExactly("user_id", "order_id");
        assertThat(advice(insert + "(3, 1, 0), (4, 2, 0), (4, 1, 0), (5, 2, 0)", Advice.Kind.ROWS, Limits.DEFAULTS))
                .isEqualTo(new Advice(
                        Advice.Kind.ROWS,
                        List.of("t_order"),
                        List.of("user_id"),
                        2,
                        "a statement for the rows of each user_id: 1 data source instead of several"));
        for (String no : List.of(
                // To one unit, to two tables of one data source, and a row for each user.
                insert + "(3, 1, 0), (6, 1, 0), (9, 3, 0)",
                insert + "(3, 1, 0), (6, 1, 0), (4, 3, 0)",
                insert + "(3, 1, 0), (4, 2, 0)",
                "INSERT INTO t_coupon (coupon_id, user_id) VALUES (1, 1), (2, 2), (3, 1), (4, 2)")) {
            assertThat(explain(no, rule(), Limits.DEFAULTS).advice()).as(no).isEmpty();
        }
    }

    @Test
    void lookupTableIsNoGainForAsManyValuesAsUnits() throws SQLException {
        assertThat(explain("SELECT * FROM t_coupon WHERE code IN ('a', 'b', 'c')", rule(), Limits.DEFAULTS)
                        .advice())
                .extracting(Advice::kind)
                .containsExactly(Advice.Kind.CONDITION);
    }

    /** The statements of the goldens of which the text can be changed by rule. */
    @Test
    void conditionsOfGoldensKeepTheirPromise() throws IOException, SQLException {
        int followed = 0;
        for (GoldenCase golden : GoldenFiles.read()) {
            String sql = golden.sql();
            if (!golden.params().isEmpty() || sql.toUpperCase(Locale.ROOT).startsWith("EXPLAIN")) {
                continue;
            }
            ShardingRule rule = OrderTables.rule();
            Explanation now = explained(golden, rule, sql);
            if (now == null) {
                continue;
            }
            for (Advice advice : now.advice()) {
                assertThat(advice.text()).as(sql).isNotBlank();
                String changed = advice.kind() == Advice.Kind.CONDITION ? changed(sql, advice) : null;
                if (changed != null) {
                    followed++;
                    Explanation then = Objects.requireNonNull(explained(golden, rule, changed));
                    assertThat(then.way()).as(changed).isNotEqualTo("refused");
                    assertThat(then.units()).as(changed).isLessThanOrEqualTo(advice.units());
                }
            }
        }
        assertThat(followed).isGreaterThan(100);
    }

    private static @Nullable Explanation explained(GoldenCase golden, ShardingRule rule, String sql)
            throws SQLException {
        try {
            BoundPlan bound = new Planner(rule, OrderTables.catalog(), golden.dialect(), Limits.DEFAULTS)
                    .plan("EXPLAIN SHARDING " + sql)
                    .bind(Parameters.NONE, -1);
            return bound.explanation();
        } catch (io.shardkit.error.ShardingSyntaxException | io.shardkit.error.ShardingUnresolvedException notThere) {
            return null;
        }
    }

    @Test
    void pollersOfAQueueReadWhatIsCommitted() throws SQLException {
        ShardingRule jobs = rule(
                builder -> builder.table(new TableRule(
                        "t_job", "ds{0..1}.t_job", new ShardingStrategy("user_id", new ModAlgorithm(2)), null, null)),
                null);
        String poll = "SELECT id FROM t_job ORDER BY id LIMIT 2 FOR UPDATE SKIP LOCKED";
        assertThat(explain(poll, jobs, Limits.DEFAULTS).advice())
                .filteredOn(advice -> advice.kind() == Advice.Kind.ISOLATION)
                .singleElement()
                .satisfies(advice -> {
                    assertThat(advice.text())
                            .startsWith("READ COMMITTED, or no statement before it in its transaction");
                    assertThat(advice.tables()).containsExactly("t_job");
                });
        for (String other : List.of(
                poll.replace(" FOR UPDATE SKIP LOCKED", ""),
                poll.replace("ORDER BY id ", ""),
                poll.replace("ORDER", "WHERE user_id = 1 ORDER"))) {
            assertThat(explain(other, jobs, Limits.DEFAULTS).advice())
                    .as(other)
                    .extracting(Advice::kind)
                    .doesNotContain(Advice.Kind.ISOLATION);
        }
        assertThat(explain(poll, jobs, Limits.DEFAULTS, Dialect.POSTGRESQL).advice())
                .extracting(Advice::kind)
                .doesNotContain(Advice.Kind.ISOLATION);
    }

    /** The text with the advised condition, if it has one WHERE and nothing that could be about another block. */
    private static @Nullable String changed(String sql, Advice advice) {
        boolean plain = sql.split("(?i)\\bWHERE\\b", -1).length == 2
                && sql.split("(?i)\\bSELECT\\b", -1).length <= (sql.matches("(?is)\\s*SELECT\\b.*") ? 2 : 1)
                && !sql.matches("(?is).*(\\bOR\\b|\\bXOR\\b|\\|\\||\\bUNION\\b|\\bFILTER\\b|/\\*|--|\\bBETWEEN\\b).*");
        if (!plain) {
            return null;
        }
        String conditions = advice.text().replaceFirst("^a condition ", "").replaceFirst(": .*", "");
        String values = List.of(conditions.split(" AND ")).stream()
                .map(each -> each.replace("?", each.matches(".*\\.(login|name) = \\?") ? "'1'" : "1"))
                .collect(Collectors.joining(" AND "));
        return sql.replaceFirst("(?i)\\bWHERE\\b", "WHERE " + values + " AND");
    }
}

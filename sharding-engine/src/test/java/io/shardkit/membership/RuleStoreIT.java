package io.shardkit.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.move.Moves;
import io.shardkit.move.WantedTable;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.RuleText;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.Eventually;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** Instances of one application keep to one rule, or do not start. */
@ParameterizedClass
@OnDatabases(always = {TestDatabase.MYSQL, TestDatabase.MARIADB_CONNECTOR_J})
class RuleStoreIT {
    private static final RuleStore QUICK = RuleStore.DEFAULTS.every(Duration.ofMillis(100));

    @Parameter
    TestDatabase database;

    private final Map<String, DataSource> pools = new LinkedHashMap<>();
    private final List<ShardingDataSource> started = new ArrayList<>();

    @BeforeEach
    void open() throws SQLException {
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = database.create("stored", i);
            pools.put("ds" + i, pool);
            execute(pool, "CREATE TABLE t_new (id BIGINT, user_id BIGINT, PRIMARY KEY (user_id, id))");
            for (int table = 0; table < 8; table++) {
                execute(
                        pool,
                        "CREATE TABLE t_order_" + table + " (id BIGINT, user_id BIGINT, PRIMARY KEY (user_id, id))");
                execute(
                        pool,
                        "CREATE TABLE t_item_" + table + " (id BIGINT, user_id BIGINT, PRIMARY KEY (user_id, id))");
            }
        }
    }

    @AfterEach
    void close() {
        started.forEach(ShardingDataSource::close);
        pools.values().forEach(pool -> ((HikariDataSource) pool).close());
    }

    private static Membership membership(ShardingDataSource instance) throws SQLException {
        return instance.unwrap(Membership.class);
    }

    private static void execute(DataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static ShardingRule rule(int tables, UnaryOperator<ShardingRuleBuilder> more) {
        return more.apply(ShardingRuleBuilder.over("ds0", "ds1")
                        .table("t_order", table -> table.nodes("ds{0..1}.t_order_{0.." + (tables - 1) + "}")
                                .databaseBy("user_id", Algorithms.mod())
                                .tableBy("id", Algorithms.mod())))
                .build();
    }

    private static ShardingRule rule(int tables) {
        return rule(tables, builder -> builder);
    }

    private static ShardingRuleBuilder item(ShardingRuleBuilder builder) {
        return builder.table("t_item", table -> table.nodes("ds{0..1}.t_item_{0..1}")
                .databaseBy("user_id", Algorithms.mod())
                .tableBy("id", Algorithms.mod()));
    }

    private ShardingDataSource start(ShardingRule rule, RuleStore store) throws SQLException {
        return start(pools, rule, store);
    }

    private ShardingDataSource start(Map<String, DataSource> sources, ShardingRule rule, RuleStore store)
            throws SQLException {
        ShardingDataSource instance = ShardingDataSource.builder()
                .dataSources(sources)
                .rule(rule)
                .options(ShardingOptions.builder().ruleStore(store).build())
                .build();
        synchronized (started) {
            started.add(instance);
        }
        return instance;
    }

    private static void refused(ThrowingCallable start, ErrorCode code, String... words) {
        assertThatThrownBy(start)
                .isInstanceOfSatisfying(ShardingConfigurationException.class, failure -> assertThat(failure.errorCode())
                        .isEqualTo(code))
                .hasMessageContainingAll(words);
    }

    @Test
    void anInstanceWithAnotherRuleDoesNotStart() throws SQLException {
        ShardingDataSource first = start(rule(4), QUICK);
        assertThat(membership(first).epoch()).isEqualTo(1);
        assertThat(membership(start(rule(4), QUICK)).epoch()).isEqualTo(1);
        refused(
                () -> start(rule(8), QUICK),
                ErrorCode.RULE_DIFFERS,
                "t_order has 16 actual tables",
                "8 actual tables",
                "epoch 1");
        assertThat(membership(first).members()).hasSize(2);
        first.close();
        refused(() -> start(rule(2), QUICK), ErrorCode.RULE_DIFFERS, "4 actual tables");
    }

    @Test
    void anotherOrderOfTheDataSourcesIsSeen() throws SQLException {
        start(rule(2), QUICK);
        Map<String, DataSource> turned = new LinkedHashMap<>();
        List<String> names = new ArrayList<>(pools.keySet());
        Collections.reverse(names);
        names.forEach(name -> turned.put(name, pools.get(name)));
        ShardingRule other = ShardingRuleBuilder.over(names)
                .table("t_order", table -> table.nodes("ds{1,0}.t_order_{0..1}")
                        .databaseBy("user_id", Algorithms.mod())
                        .tableBy("id", Algorithms.mod()))
                .build();
        refused(() -> start(turned, other, QUICK), ErrorCode.RULE_DIFFERS, "the default data source is ds1 here");
    }

    @Test
    void firstStartsAtOneTimeAgree() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Integer>> starts = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                int tables = i % 2 == 0 ? 4 : 8;
                starts.add(() -> {
                    try {
                        start(rule(tables), QUICK);
                        return tables;
                    } catch (ShardingConfigurationException refused) {
                        assertThat(refused.errorCode()).isEqualTo(ErrorCode.RULE_DIFFERS);
                        return 0;
                    }
                });
            }
            List<Integer> running = new ArrayList<>();
            for (Future<Integer> each : threads.invokeAll(starts)) {
                running.add(each.get());
            }
            running.removeIf(tables -> tables == 0);
            assertThat(running).hasSize(4);
            assertThat(running).containsOnly(running.get(0));
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void anotherTableComesWithTheNextVersionAndIsTakenByTheOthers() throws Exception {
        ShardingDataSource old = start(rule(2), QUICK);
        ShardingDataSource newer = start(rule(2, RuleStoreIT::item), QUICK);
        assertThat(membership(newer).epoch()).isEqualTo(2);
        assertThat(Eventually.zero(() -> old.rule().shardedTable("t_item") == null ? 1 : 0))
                .isZero();
        try (Connection connection = old.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO t_item (id, user_id) VALUES (1, 1), (2, 2), (3, 3)");
        }
        ShardingDataSource again = start(rule(2), QUICK);
        assertThat(again.rule().shardedTable("t_item")).isNotNull();
        assertThat(membership(again).epoch()).isEqualTo(2);
        try (Connection connection = newer.getConnection();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT COUNT(*) FROM t_item WHERE user_id IN (1, 2, 3)")) {
            rows.next();
            assertThat(rows.getInt(1)).isEqualTo(3);
        }
    }

    @Test
    void aTableWithRowsElsewhereIsNotSharded() throws SQLException {
        start(rule(2), QUICK);
        execute(pools.get("ds0"), "INSERT INTO t_new VALUES (1, 1)");
        UnaryOperator<ShardingRuleBuilder> sharded =
                builder -> builder.table("t_new", table -> table.nodes("ds{0..1}.t_item_{0..1}")
                        .databaseBy("user_id", Algorithms.mod())
                        .tableBy("id", Algorithms.mod()));
        refused(() -> start(rule(2, sharded), QUICK), ErrorCode.RULE_DIFFERS, "t_new", "it has rows");
        execute(pools.get("ds0"), "DELETE FROM t_new");
        assertThat(membership(start(rule(2, sharded), QUICK)).epoch()).isEqualTo(2);
    }

    @Test
    void anotherRuleIsAcceptedByItsHashOnceNoInstanceRuns() throws SQLException {
        ShardingDataSource first = start(rule(2), QUICK.named("the first"));
        String hash = RuleText.of(ShardMap.of(rule(4))).hash().substring(0, 12);
        refused(() -> start(rule(4), QUICK), ErrorCode.RULE_DIFFERS, hash);
        refused(() -> start(rule(4), QUICK.accepting(hash)), ErrorCode.RULE_DIFFERS, "[the first]", "stop them first");
        first.close();
        refused(() -> start(rule(8), QUICK.accepting(hash)), ErrorCode.RULE_DIFFERS, "16 actual tables");
        assertThat(membership(start(rule(4), QUICK.accepting(hash))).epoch()).isEqualTo(2);
        assertThat(membership(start(rule(4), QUICK)).epoch()).isEqualTo(2);
        ShardingDataSource behind = start(rule(2), QUICK);
        assertThat(behind.rule().shardedTable("t_order").nodes().size()).isEqualTo(8);
        refused(() -> start(rule(8), QUICK), ErrorCode.RULE_DIFFERS, "8 actual tables");
    }

    private ShardingDataSource startWanting(int tables, List<String> named) throws SQLException {
        ShardingDataSource instance = ShardingDataSource.builder()
                .dataSources(pools)
                .rule(rule(tables))
                .next(rule(tables), named)
                .options(ShardingOptions.builder().ruleStore(QUICK).build())
                .build();
        started.add(instance);
        return instance;
    }

    @Test
    void aTableThatIsNamedIsWantedAlsoIfItIsConfiguredAlike() throws SQLException {
        start(rule(2), QUICK).close();
        String hash = RuleText.of(ShardMap.of(rule(4))).hash();
        start(rule(4), QUICK.accepting(hash));
        Moves behind = startWanting(2, List.of("T_ORDER")).moves();
        assertThat(behind.wantedTables()).extracting(WantedTable::table).containsExactly("t_order");
        assertThat(behind.wanted(List.of()).tables()).containsExactly("t_order");
        assertThat(startWanting(4, List.of("t_order")).moves().wantedTables()).isEmpty();
        Moves unnamed = startWanting(2, List.of()).moves();
        assertThatThrownBy(() -> unnamed.wanted(List.of())).hasMessageContaining("all tables are where");
    }

    @Test
    void anInstanceThatEndsLeavesNoRow() throws SQLException {
        ShardingDataSource first = start(rule(2), QUICK.named("one"));
        ShardingDataSource second = start(rule(2), QUICK.named("two"));
        assertThat(membership(first).members()).extracting(Member::instance).containsExactlyInAnyOrder("one", "two");
        second.close();
        assertThat(membership(first).members()).extracting(Member::instance).containsExactly("one");
    }

    @Test
    void aFollowedRuleIsNotAppliedByHand() throws SQLException {
        ShardingDataSource first = start(rule(2), QUICK);
        refused(() -> first.apply(rule(4)), ErrorCode.RULE_DIFFERS, "apply is for those without a rule store");
        ShardingDataSource off = start(rule(2), RuleStore.OFF);
        off.apply(rule(4));
        assertThat(off.rule().shardedTable("t_order").nodes().size()).isEqualTo(8);
    }

    @Test
    void tablesOfTheStoreAreWhereTheSettingsSay() throws SQLException {
        RuleStore elsewhere = new RuleStore(
                RuleStore.Mode.REQUIRED,
                "ds1",
                "my_rule",
                "my_member",
                true,
                Duration.ofSeconds(5),
                Duration.ofSeconds(2),
                null,
                null);
        start(rule(2), elsewhere);
        execute(pools.get("ds1"), "UPDATE my_member SET epoch = epoch");
        refused(() -> start(rule(4), elsewhere), ErrorCode.RULE_DIFFERS, "8 actual tables");
        refused(
                () -> start(
                        rule(2),
                        new RuleStore(
                                RuleStore.Mode.REQUIRED,
                                null,
                                "no_schema_of_that_name.r",
                                "m",
                                true,
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(2),
                                null,
                                null)),
                ErrorCode.RULE_STORE_LACKING,
                "no_schema_of_that_name.r",
                "GRANT SELECT, INSERT, UPDATE, DELETE");
    }
}

package io.shardkit.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.branch.BranchId;
import io.shardkit.dialect.branch.TwoPhase;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.jdbc.DataSourceProvider;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.InDoubtTransaction;
import io.shardkit.options.AtomicCommits;
import io.shardkit.options.CrossSource;
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
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** A data source comes to the rule and leaves it while instances write, each of which opens it by its own configuration. */
@ParameterizedClass
@OnDatabases(always = TestDatabase.MYSQL)
class DataSourcesAtRunTimeIT {
    private static final int ROWS = CountWriters.ROWS;

    @Parameter
    TestDatabase database;

    /** By name; those of the instances are copies. */
    private final Map<String, HikariDataSource> servers = new LinkedHashMap<>();

    private final List<HikariDataSource> copies = new ArrayList<>();
    private final List<ShardingDataSource> instances = new ArrayList<>();
    private CountWriters writers;

    /** Opens the data sources of the test, as a template does. */
    private final class Template implements DataSourceProvider {
        private final List<HikariDataSource> opened = new CopyOnWriteArrayList<>();

        @Override
        public @Nullable DataSource open(String name) {
            HikariDataSource server = servers.get(name);
            if (server == null) {
                return null;
            }
            HikariDataSource pool = copy(server);
            opened.add(pool);
            return pool;
        }

        private int open() {
            return (int) opened.stream().filter(pool -> !pool.isClosed()).count();
        }
    }

    @BeforeEach
    void open() throws SQLException {
        writers = new CountWriters(database);
        for (String name : List.of("ds0", "ds1", "ds4")) {
            HikariDataSource pool = database.create("atruntime", servers.size());
            servers.put(name, pool);
            execute(name, "CREATE TABLE t_count (id BIGINT, user_id BIGINT, n BIGINT, PRIMARY KEY (user_id, id))");
            execute(name, "CREATE TABLE t_word (id BIGINT PRIMARY KEY, word VARCHAR(20))");
        }
    }

    @AfterEach
    void close() {
        writers.close();
        instances.forEach(ShardingDataSource::close);
        copies.forEach(HikariDataSource::close);
        servers.values().forEach(HikariDataSource::close);
    }

    private static HikariDataSource copy(HikariDataSource pool) {
        HikariConfig copy = new HikariConfig();
        pool.copyStateTo(copy);
        return new HikariDataSource(copy);
    }

    private void execute(String server, String sql) throws SQLException {
        try (Connection connection = servers.get(server).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static ShardingRule rule(String... names) {
        List<String> dataSources = List.of(names);
        return ShardingRuleBuilder.over(dataSources)
                .table("t_count", table -> {
                    table.nodes("ds0.t_count, ds1.t_count").databaseBy("user_id", Algorithms.mod());
                    return dataSources.contains("ds4") ? table.moved("ds1.t_count", "ds4") : table;
                })
                .broadcast("t_word")
                .build();
    }

    private ShardingDataSource start(@Nullable DataSourceProvider provider, ShardingRule rule, RuleStore store)
            throws SQLException {
        return start(provider, rule, ShardingOptions.builder().ruleStore(store).build());
    }

    private ShardingDataSource start(@Nullable DataSourceProvider provider, ShardingRule rule, ShardingOptions options)
            throws SQLException {
        ShardingDataSource.Builder builder = ShardingDataSource.builder();
        for (String name : rule.dataSources()) {
            HikariDataSource pool = copy(servers.get(name));
            copies.add(pool);
            builder.dataSource(name, pool);
        }
        if (provider != null) {
            builder.furtherDataSources(provider);
        }
        ShardingDataSource instance = builder.rule(rule).options(options).build();
        instances.add(instance);
        return instance;
    }

    private ShardingDataSource start(@Nullable DataSourceProvider provider) throws SQLException {
        return start(provider, rule("ds0", "ds1"), RuleStore.DEFAULTS.every(Duration.ofMillis(100)));
    }

    private static Membership membership(ShardingDataSource instance) throws SQLException {
        return instance.unwrap(Membership.class);
    }

    private static RuleChange begin(ShardingDataSource worker, ShardingRule next) throws SQLException {
        assertThat(RuleChange.begin(membership(worker), RuleText.of(ShardMap.of(next)), ""))
                .isTrue();
        RuleChange change = RuleChange.take(membership(worker));
        assertThat(change).isNotNull();
        return change;
    }

    private static int notYet(ShardingDataSource worker, String state, int members) {
        try {
            return members
                    - (int) membership(worker).members().stream()
                            .filter(member -> member.state().equals(state))
                            .count();
        } catch (SQLException failure) {
            throw new AssertionError(failure);
        }
    }

    private static void await(ShardingDataSource worker, String state, int members) {
        assertThat(Eventually.zero(() -> notYet(worker, state, members)))
                .as(state)
                .isZero();
    }

    /** Moves the rows of one server's table to another one, and lets all instances take the rule by which they lie there. */
    private void move(ShardingDataSource worker, String from, String to, ShardingRule next) throws SQLException {
        RuleChange change = begin(worker, next);
        assertThat(change.advance(Change.State.PREPARED, Change.State.ARMED)).isTrue();
        await(worker, "armed", instances.size());
        assertThat(change.advance(Change.State.ARMED, Change.State.PAUSED)).isTrue();
        await(worker, "paused", instances.size());
        writers.during(() -> {
            fence(from);
            copyRows(from, to);
        });
        RuleText text = RuleText.of(ShardMap.of(next));
        assertThat(change.decide(newest -> text)).isPositive();
        assertThat(change.keep(Change.State.DECIDED, "")).isTrue();
        assertThat(change.end(Change.State.SWITCHED)).isTrue();
        long epoch = worker.unwrap(Membership.class).epoch();
        assertThat(Eventually.zero(() -> instances.stream()
                                .allMatch(each -> each.rule().dataSources().equals(next.dataSources()))
                        ? 0
                        : 1))
                .as("epoch after %s", epoch)
                .isZero();
    }

    private void fence(String from) throws SQLException {
        for (int tries = 0; ; tries++) {
            try {
                execute(from, "ALTER TABLE t_count RENAME TO t_count_was");
                return;
            } catch (SQLException held) {
                if (tries > 100) {
                    throw held;
                }
            }
        }
    }

    private void copyRows(String from, String to) throws SQLException {
        try (Connection source = servers.get(from).getConnection();
                Connection target = servers.get(to).getConnection();
                Statement query = source.createStatement();
                ResultSet rows = query.executeQuery("SELECT id, user_id, n FROM t_count_was");
                PreparedStatement insert = target.prepareStatement("INSERT INTO t_count VALUES (?, ?, ?)")) {
            while (rows.next()) {
                for (int i = 1; i <= 3; i++) {
                    insert.setLong(i, rows.getLong(i));
                }
                insert.executeUpdate();
            }
        }
        execute(from, "DROP TABLE t_count_was");
    }

    private int count(String server) throws SQLException {
        try (Connection connection = servers.get(server).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_count")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void aDataSourceComesAndGoesWhileInstancesWrite() throws Exception {
        List<Template> templates = List.of(new Template(), new Template());
        ShardingDataSource first = start(templates.get(0));
        ShardingDataSource second = start(templates.get(1));
        writers.start(first, second);
        writers.await();
        move(first, "ds1", "ds4", rule("ds0", "ds1", "ds4"));
        writers.await();
        assertThat(count("ds4")).isEqualTo(ROWS / 2);
        assertThat(first.dataSources()).extracting(state -> state.name()).containsExactly("ds0", "ds1", "ds4");
        assertThat(templates).allSatisfy(template -> assertThat(template.open()).isEqualTo(1));
        write(second, "INSERT INTO t_word VALUES (1, 'a')");
        execute("ds1", "CREATE TABLE t_count (id BIGINT, user_id BIGINT, n BIGINT, PRIMARY KEY (user_id, id))");
        move(second, "ds4", "ds1", rule("ds0", "ds1"));
        writers.await();
        assertThat(templates).allSatisfy(template -> assertThat(Eventually.zero(template::open))
                .isZero());
        writers.check(second);
    }

    private static void write(ShardingDataSource instance, String sql) throws SQLException {
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private static Set<String> problems(ShardingDataSource worker) {
        try {
            Set<String> problems = new HashSet<>();
            for (Member member : membership(worker).members()) {
                if (!member.problem().isEmpty()) {
                    problems.add(member.problem());
                }
            }
            return problems;
        } catch (SQLException failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void anInstanceThatLacksTheDataSourceSaysSoAndIsNotArmed() throws SQLException {
        Template template = new Template();
        ShardingDataSource first = start(template);
        start(null);
        RuleChange change = begin(first, rule("ds0", "ds1", "ds4"));
        assertThat(Eventually.zero(() -> problems(first).isEmpty() ? 1 : 0)).isZero();
        assertThat(problems(first)).singleElement().asString().contains("lacks data source ds4");
        assertThat(Eventually.zero(() -> template.open() == 1 ? 0 : 1)).isZero();
        assertThat(change.advance(Change.State.PREPARED, Change.State.ARMED)).isTrue();
        await(first, "armed", 1);
        await(first, "outdated", 1);
        assertThat(change.advance(Change.State.ARMED, Change.State.PREPARED)).isTrue();
        assertThat(change.end(Change.State.PREPARED)).isTrue();
        await(first, "running", 2);
        assertThat(Eventually.zero(template::open)).isZero();
        assertThat(problems(first)).isEmpty();
    }

    @Test
    void aDataSourceThatCannotBeReachedIsToldUntilItCan() throws SQLException {
        AtomicBoolean isThere = new AtomicBoolean();
        Template template = new Template();
        ShardingDataSource first = start(name -> {
            if (isThere.get()) {
                return template.open(name);
            }
            HikariConfig config = new HikariConfig();
            servers.get("ds4").copyStateTo(config);
            config.setJdbcUrl(servers.get("ds4").getJdbcUrl().replaceAll(":\\d+/", ":1/"));
            config.setUsername("nobody");
            config.setPassword("wrong");
            config.setInitializationFailTimeout(-1);
            config.setConnectionTimeout(300);
            return new HikariDataSource(config);
        });
        RuleChange change = begin(first, rule("ds0", "ds1", "ds4"));
        assertThat(Eventually.zero(() -> problems(first).isEmpty() ? 1 : 0)).isZero();
        assertThat(problems(first)).singleElement().asString().contains("ds4");
        assertThat(change.advance(Change.State.PREPARED, Change.State.ARMED)).isTrue();
        await(first, "outdated", 1);
        isThere.set(true);
        await(first, "armed", 1);
        assertThat(problems(first)).isEmpty();
    }

    @Test
    void anInstanceStartsByAStoredRuleWithMoreDataSources() throws SQLException {
        Template template = new Template();
        ShardingDataSource first = start(template);
        CountWriters.fill(first);
        move(first, "ds1", "ds4", rule("ds0", "ds1", "ds4"));
        Template own = new Template();
        ShardingDataSource second = start(own);
        assertThat(second.rule().dataSources()).containsExactly("ds0", "ds1", "ds4");
        assertThat(own.open()).isEqualTo(1);
        write(second, "UPDATE t_count SET n = 7 WHERE user_id = 1 AND id = 1");
        assertThat(count("ds4")).isEqualTo(ROWS / 2);
        second.close();
        assertThat(own.open()).isZero();
        refused(() -> start(null), ErrorCode.RULE_DIFFERS, "ds4");
        refused(() -> start(name -> null), ErrorCode.UNKNOWN_DATA_SOURCE, "lacks data source ds4");
    }

    private static void refused(ThrowingCallable start, ErrorCode code, String... words) {
        assertThatThrownBy(start)
                .isInstanceOfSatisfying(ShardingConfigurationException.class, failure -> assertThat(failure.errorCode())
                        .isEqualTo(code))
                .hasMessageContainingAll(words);
    }

    @Test
    void aDeclaredDataSourceThatNoTableUsesIsNoPartOfTheStoredRule() throws SQLException {
        ShardingDataSource first = start(new Template());
        ShardingRule more = ShardingRuleBuilder.over("ds0", "ds1", "ds4")
                .table("t_count", table -> table.nodes("ds0.t_count, ds1.t_count")
                        .databaseBy("user_id", Algorithms.mod()))
                .broadcast("t_word")
                .build();
        ShardingDataSource second = start(null, more, RuleStore.DEFAULTS.every(Duration.ofMillis(100)));
        assertThat(second.rule().dataSources()).containsExactly("ds0", "ds1");
        assertThat(membership(second).epoch()).isEqualTo(1);
        move(first, "ds1", "ds4", rule("ds0", "ds1", "ds4"));
        assertThat(membership(second).epoch()).isGreaterThan(1);
    }

    @Test
    void aTransactionBelongsToItsRule() throws SQLException {
        Template template = new Template();
        ShardingDataSource alone = start(template, rule("ds0", "ds1"), RuleStore.OFF);
        CountWriters.fill(alone);
        try (Connection before = alone.getConnection();
                Statement old = before.createStatement()) {
            before.setAutoCommit(false);
            old.executeUpdate("UPDATE t_count SET n = 1 WHERE user_id = 1 AND id = 1");
            alone.apply(rule("ds0", "ds1", "ds4"));
            // The rows are not there yet; this one is of the new rule only.
            write(alone, "INSERT INTO t_count VALUES (101, 101, 5)");
            assertThat(count("ds4")).isEqualTo(1);
            assertThat(old.executeUpdate("UPDATE t_count SET n = 2 WHERE user_id = 101 AND id = 101"))
                    .isZero();
            before.commit();
            assertThat(old.executeUpdate("UPDATE t_count SET n = 2 WHERE user_id = 101 AND id = 101"))
                    .isEqualTo(1);
            alone.apply(rule("ds0", "ds1"));
            assertThat(template.open()).isEqualTo(1);
            assertThat(old.executeUpdate("UPDATE t_count SET n = 3 WHERE user_id = 101 AND id = 101"))
                    .isEqualTo(1);
            before.commit();
            assertThat(template.open()).isEqualTo(1);
            assertThat(old.executeUpdate("UPDATE t_count SET n = 4 WHERE user_id = 101 AND id = 101"))
                    .isZero();
            assertThat(Eventually.zero(template::open)).isZero();
            before.rollback();
        }
    }

    @Test
    void withoutProviderAnUnknownDataSourceIsRefused() throws SQLException {
        ShardingDataSource alone = start(null, rule("ds0", "ds1"), RuleStore.OFF);
        refused(
                () -> alone.apply(rule("ds0", "ds1", "ds4")),
                ErrorCode.UNKNOWN_DATA_SOURCE,
                "lacks data source ds4",
                "[ds0, ds1]");
        assertThat(alone.rule().dataSources()).containsExactly("ds0", "ds1");
    }

    @Test
    void aConnectionThatHoldsSomethingGoesOver() throws SQLException {
        Template template = new Template();
        ShardingDataSource alone = start(template, rule("ds0", "ds1"), RuleStore.OFF);
        CountWriters.fill(alone);
        try (Connection connection = alone.getConnection();
                Statement holding = connection.createStatement();
                PreparedStatement update = connection.prepareStatement("UPDATE t_count SET n = ? WHERE n >= 0");
                ResultSet open = holding.executeQuery("SELECT id FROM t_count ORDER BY id")) {
            open.next();
            update.setLong(1, 1);
            assertThat(update.executeUpdate()).isEqualTo(ROWS);
            alone.apply(rule("ds0", "ds1", "ds4"));
            write(alone, "INSERT INTO t_count VALUES (101, 101, 5)");
            assertThat(update.executeUpdate()).isEqualTo(ROWS / 2 + 1);
            assertThat(open.next()).isTrue();
            alone.apply(rule("ds0", "ds1"));
            assertThat(update.executeUpdate()).isEqualTo(ROWS);
            assertThat(open.next()).isTrue();
        }
        assertThat(Eventually.zero(template::open)).isZero();
    }

    private String nameOf(String server) throws SQLException {
        try (Connection connection = servers.get(server).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT decision FROM " + AtomicCommits.TABLE + " WHERE id = 'database'")) {
            rows.next();
            return rows.getString(1);
        }
    }

    /** Leaves a branch prepared as a process does that dies before it decides. */
    private void leavePrepared(String server, String decider) throws SQLException {
        assumeThat(database)
                .as("a branch that stays prepared when its connection ends; H2 rolls it back")
                .isNotEqualTo(TestDatabase.H2);
        BranchId branch = new BranchId(UUID.randomUUID().toString().replace("-", ""), nameOf(decider), nameOf(server));
        try (Connection connection = servers.get(server).getConnection();
                Statement statement = connection.createStatement()) {
            TwoPhase words = Dialect.of(connection.getMetaData()).twoPhase();
            if (words.isNamedAtBegin()) {
                statement.execute(words.begin(branch));
            } else {
                connection.setAutoCommit(false);
            }
            statement.execute("INSERT INTO t_word VALUES (77, 'left')");
            if (words.isNamedAtBegin()) {
                statement.execute(words.end(branch));
            }
            statement.execute(words.prepare(branch));
            if (!words.isNamedAtBegin()) {
                connection.setAutoCommit(true);
            }
            servers.get(server).evictConnection(connection);
        }
    }

    @Test
    void whatIsInDoubtOnARemovedDataSourceIsEndedFirst() throws SQLException {
        Template template = new Template();
        ShardingOptions atomic = ShardingOptions.builder()
                .ruleStore(RuleStore.OFF)
                .crossSource(CrossSource.ATOMIC)
                .atomic(new AtomicCommits(AtomicCommits.TABLE, true, Duration.ofHours(1)))
                .build();
        ShardingDataSource alone = start(template, rule("ds0", "ds1"), atomic);
        alone.apply(rule("ds0", "ds1", "ds4"));
        try (Connection connection = alone.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO t_count VALUES (1, 1, 0), (2, 2, 0)");
            connection.commit();
        }
        assertThat(count("ds4")).isEqualTo(1);
        assertThat(count("ds0")).isEqualTo(1);
        leavePrepared("ds4", "ds0");
        leavePrepared("ds0", "ds4");
        assertThat(alone.lookForInDoubt()).hasSize(2);
        alone.apply(rule("ds0", "ds1"));
        // It is still looked at, and the decision on the other one is its.
        assertThat(alone.lookForInDoubt())
                .extracting(InDoubtTransaction::dataSource)
                .containsExactlyInAnyOrder("ds0", "ds4");
        assertThat(template.open()).isEqualTo(1);
        assertThat(alone.recover()).isEmpty();
        assertThat(Eventually.zero(template::open)).isZero();
        assertThat(alone.lookForInDoubt()).isEmpty();
        // It comes again.
        alone.apply(rule("ds0", "ds1", "ds4"));
        try (Connection connection = alone.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThat(statement.executeUpdate("UPDATE t_count SET n = 1 WHERE n = 0"))
                    .isEqualTo(2);
            connection.commit();
        }
    }

    private static ShardingOptions atomic(Duration poll) {
        return ShardingOptions.builder()
                .ruleStore(RuleStore.DEFAULTS.every(poll))
                .crossSource(CrossSource.ATOMIC)
                .atomic(new AtomicCommits(AtomicCommits.TABLE, true, Duration.ofHours(1)))
                .build();
    }

    /** Has the instances take a rule whose rows are where they were, and waits for some of them alone. */
    private void change(ShardingRule next, ShardingDataSource... waitedFor) throws SQLException {
        ShardingDataSource worker = waitedFor[0];
        RuleChange change = begin(worker, next);
        assertThat(change.advance(Change.State.PREPARED, Change.State.ARMED)).isTrue();
        await(worker, "armed", waitedFor.length);
        assertThat(change.advance(Change.State.ARMED, Change.State.PAUSED)).isTrue();
        await(worker, "paused", waitedFor.length);
        RuleText text = RuleText.of(ShardMap.of(next));
        assertThat(change.decide(newest -> text)).isPositive();
        assertThat(change.keep(Change.State.DECIDED, "")).isTrue();
        assertThat(change.end(Change.State.SWITCHED)).isTrue();
        for (ShardingDataSource each : waitedFor) {
            assertThat(Eventually.zero(() -> each.rule().dataSources().equals(next.dataSources()) ? 0 : 1))
                    .isZero();
        }
    }

    /** Gives an instance the time in which it closes what it does not need. */
    private static void looks(int times, ShardingDataSource instance) throws SQLException {
        for (int i = 0; i < times; i++) {
            long seen = seen(instance);
            assertThat(Eventually.zero(() -> seen(instance) > seen ? 0 : 1)).isZero();
        }
    }

    private static long seen(ShardingDataSource instance) {
        try {
            Membership own = membership(instance);
            return own.members().stream()
                    .filter(each -> each.epoch() == own.epoch())
                    .mapToLong(Member::seenAt)
                    .max()
                    .orElse(0);
        } catch (SQLException failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void aRemovedDataSourceIsLookedAtUntilNoInstanceRunsByAnEarlierRule() throws SQLException {
        Template template = new Template();
        ShardingDataSource first = start(template, rule("ds0", "ds1"), atomic(Duration.ofMillis(100)));
        change(rule("ds0", "ds1", "ds4"), first);
        Template late = new Template();
        // It looks so seldom that it goes on by its rule.
        ShardingDataSource second = start(late, rule("ds0", "ds1"), atomic(Duration.ofHours(1)));
        assertThat(late.open()).isEqualTo(1);
        change(rule("ds0", "ds1"), first);
        looks(5, first);
        assertThat(template.open()).isEqualTo(1);
        leavePrepared("ds4", "ds0");
        leavePrepared("ds0", "ds4");
        second.close();
        assertThat(first.lookForInDoubt())
                .extracting(InDoubtTransaction::dataSource)
                .containsExactlyInAnyOrder("ds0", "ds4");
        looks(5, first);
        assertThat(template.open()).isEqualTo(1);
        assertThat(first.recover()).isEmpty();
        assertThat(Eventually.zero(template::open)).isZero();
    }

    @Test
    void aRemovedDataSourceIsLookedAtWhileTransactionsOfAnotherInstanceGoOnThere() throws SQLException {
        Template template = new Template();
        Template other = new Template();
        ShardingDataSource first = start(template, rule("ds0", "ds1"), atomic(Duration.ofMillis(100)));
        ShardingDataSource second = start(other, rule("ds0", "ds1"), atomic(Duration.ofMillis(100)));
        change(rule("ds0", "ds1", "ds4"), first, second);
        try (Connection connection = second.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO t_count VALUES (1, 1, 0), (2, 2, 0)");
            change(rule("ds0", "ds1"), first, second);
            await(first, "draining", 1);
            looks(5, first);
            assertThat(template.open()).isEqualTo(1);
            connection.commit();
        }
        await(first, "running", 2);
        assertThat(Eventually.zero(template::open)).isZero();
        assertThat(Eventually.zero(other::open)).isZero();
        assertThat(count("ds4")).isEqualTo(1);
    }
}

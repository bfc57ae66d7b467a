package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.boot.metrics.ShardingMetricsAutoConfiguration;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.membership.Change;
import io.shardkit.membership.Member;
import io.shardkit.membership.Membership;
import io.shardkit.membership.RuleChange;
import io.shardkit.rule.RuleText;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.Eventually;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributors;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.health.DataSourceHealthContributorAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.metrics.DataSourcePoolMetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Data sources that come with the rule are opened by the template. */
class DataSourceTemplateTest {
    private static final String OPTIONS =
            ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1";

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + "-";
    private final ApplicationContextRunner base = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ShardingAutoConfiguration.class, JdbcTemplateAutoConfiguration.class))
            .withPropertyValues(
                    "sharding.data-sources.ds1.url=" + url + "ds1" + OPTIONS,
                    "sharding.hikari.maximum-pool-size=7",
                    "sharding.rule-store.poll=100ms",
                    "sharding.tables.t_order.actual-data-nodes=ds0.t_order, ds1.t_order",
                    "sharding.tables.t_order.database-strategy.sharding-column=user_id",
                    "sharding.tables.t_order.database-strategy.algorithm=modulo",
                    "sharding.algorithms.modulo.type=mod",
                    "sharding.broadcast-tables=t_country",
                    "sharding.default-data-source=ds0");
    private final ApplicationContextRunner application =
            base.withPropertyValues("sharding.data-sources.ds0.url=" + url + "ds0" + OPTIONS);
    private final ApplicationContextRunner templated = application.withPropertyValues(
            "sharding.data-source-template.url=" + url + "{name}" + OPTIONS,
            "sharding.data-source-template.username=app_{name}",
            "sharding.data-source-template.password=secret",
            "sharding.data-source-template.hikari.minimum-idle=1");
    private final ApplicationContextRunner observed = templated
            .withConfiguration(AutoConfigurations.of(
                    ShardingMetricsAutoConfiguration.class,
                    ShardingHealthAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceHealthContributorAutoConfiguration.class,
                    DataSourcePoolMetricsAutoConfiguration.class,
                    HealthContributorRegistryAutoConfiguration.class,
                    MetricsAutoConfiguration.class))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new);

    private void create(String... names) {
        for (String name : names) {
            try (Connection connection = DriverManager.getConnection(url + name + OPTIONS);
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t_order (id BIGINT, user_id BIGINT, PRIMARY KEY (id, user_id))");
                statement.execute("CREATE TABLE t_country (code VARCHAR(2) PRIMARY KEY)");
                statement.execute("CREATE USER app_" + name + " PASSWORD 'secret' ADMIN");
            } catch (SQLException failure) {
                throw new AssertionError(failure);
            }
        }
    }

    private static RuleText rule(String... names) {
        List<String> dataSources = List.of(names);
        return RuleText.of(ShardMap.of(ShardingRuleBuilder.over(dataSources)
                .table("t_order", table -> {
                    table.nodes("ds0.t_order, ds1.t_order").databaseBy("user_id", Algorithms.mod());
                    return dataSources.contains("ds4") ? table.moved("ds1.t_order", "ds4") : table;
                })
                .broadcast("t_country")
                .build()));
    }

    private static RuleChange announce(Membership membership, RuleText next) throws SQLException {
        assertThat(RuleChange.begin(membership, next, "")).isTrue();
        return Objects.requireNonNull(RuleChange.take(membership));
    }

    private static Member member(Membership membership) {
        try {
            return membership.members().get(0);
        } catch (SQLException failure) {
            throw new AssertionError(failure);
        }
    }

    private static void await(Membership membership, String state) {
        assertThat(Eventually.zero(() -> member(membership).state().equals(state) ? 0 : 1))
                .as(state)
                .isZero();
    }

    private static void change(ShardingDataSource dataSource, RuleText next) throws SQLException {
        Membership membership = dataSource.unwrap(Membership.class);
        RuleChange change = announce(membership, next);
        assertThat(change.advance(Change.State.PREPARED, Change.State.ARMED)).isTrue();
        await(membership, "armed");
        assertThat(change.advance(Change.State.ARMED, Change.State.PAUSED)).isTrue();
        await(membership, "paused");
        long before = membership.epoch();
        assertThat(change.decide(newest -> next)).isPositive();
        assertThat(change.keep(Change.State.DECIDED, "")).isTrue();
        assertThat(change.end(Change.State.SWITCHED)).isTrue();
        assertThat(Eventually.zero(() -> membership.epoch() > before ? 0 : 1)).isZero();
    }

    @Test
    void opensAPoolWhenTheRuleNamesADataSource() {
        create("ds0", "ds1", "ds4");
        templated.run(context -> {
            ShardingDataSource logical = context.getBean(ShardingDataSource.class);
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            change(logical, rule("ds0", "ds1", "ds4"));
            HikariDataSource pool = context.getBean("ds4", HikariDataSource.class);
            assertThat(pool.getPoolName()).isEqualTo("ds4");
            assertThat(pool.getUsername()).isEqualTo("app_ds4");
            assertThat(pool.getMaximumPoolSize()).isEqualTo(7);
            assertThat(pool.getMinimumIdle()).isEqualTo(1);
            assertThat(context.getBeanProvider(DataSource.class).getObject()).isSameAs(logical);
            jdbc.update("INSERT INTO t_order (id, user_id) VALUES (1, 1), (2, 2)");
            assertThat(new JdbcTemplate(pool).queryForObject("SELECT COUNT(*) FROM t_order", int.class))
                    .isEqualTo(1);
            change(logical, rule("ds0", "ds1"));
            assertThat(Eventually.zero(() -> pool.isClosed() ? 0 : 1)).isZero();
            assertThat(context.containsBean("ds4")).isFalse();
            assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM t_order", int.class))
                    .isEqualTo(1);
        });
    }

    @Test
    void givesAPoolTheMetersAndTheHealthOfTheOthersWhileItIsOpen() {
        create("ds0", "ds1", "ds4");
        observed.run(context -> {
            ShardingDataSource logical = context.getBean(ShardingDataSource.class);
            assertThat(healthNames(context)).containsExactlyInAnyOrder("dataSource", "ds0", "ds1");
            Set<String> atStart = meterNames(context, "ds0");
            assertThat(atStart)
                    .contains("hikaricp.connections", "jdbc.connections.active", "sharding.data.source.reachable");
            assertThat(meterNames(context, "ds4")).isEmpty();
            change(logical, rule("ds0", "ds1", "ds4"));
            assertThat(meterNames(context, "ds4")).isEqualTo(atStart);
            assertThat(healthNames(context)).containsExactlyInAnyOrder("dataSource", "ds0", "ds1", "ds4");
            assertThat(health(context, "ds4")).isEqualTo(Status.UP);
            assertThat(context.getBean(MeterRegistry.class)
                            .get("hikaricp.connections.max")
                            .tag("pool", "ds4")
                            .gauge()
                            .value())
                    .isEqualTo(7);
            change(logical, rule("ds0", "ds1"));
            assertThat(Eventually.zero(() -> meterNames(context, "ds4").size())).isZero();
            assertThat(healthNames(context)).containsExactlyInAnyOrder("dataSource", "ds0", "ds1");
            assertThat(meterNames(context, "ds0")).isEqualTo(atStart);
            change(logical, rule("ds0", "ds1", "ds4"));
            assertThat(meterNames(context, "ds4")).isEqualTo(atStart);
            assertThat(health(context, "ds4")).isEqualTo(Status.UP);
        });
        observed.run(context -> {
            Set<String> atStart = meterNames(context, "ds0");
            assertThat(meterNames(context, "ds4")).isEqualTo(atStart);
            assertThat(healthNames(context)).containsExactlyInAnyOrder("dataSource", "ds0", "ds1", "ds4");
            change(context.getBean(ShardingDataSource.class), rule("ds0", "ds1"));
            assertThat(Eventually.zero(() -> meterNames(context, "ds4").size())).isZero();
            assertThat(healthNames(context)).containsExactlyInAnyOrder("dataSource", "ds0", "ds1");
        });
    }

    private static Set<String> meterNames(ApplicationContext context, String dataSource) {
        return context.getBean(MeterRegistry.class).getMeters().stream()
                .map(Meter::getId)
                .filter(id ->
                        id.getTags().stream().anyMatch(tag -> tag.getValue().equals(dataSource)))
                .map(Meter.Id::getName)
                // These have a meter once there was a statement.
                .filter(name -> !name.startsWith("sharding.") || name.equals("sharding.data.source.reachable"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> healthNames(ApplicationContext context) {
        CompositeHealthContributor health = (CompositeHealthContributor) Objects.requireNonNull(
                context.getBean(HealthContributorRegistry.class).getContributor("db"));
        return health.stream().map(HealthContributors.Entry::name).toList();
    }

    private static Status health(ApplicationContext context, String name) {
        CompositeHealthContributor health = (CompositeHealthContributor) Objects.requireNonNull(
                context.getBean(HealthContributorRegistry.class).getContributor("db"));
        HealthIndicator indicator = (HealthIndicator) Objects.requireNonNull(health.getContributor(name), name);
        return Objects.requireNonNull(indicator.health(false)).getStatus();
    }

    @Test
    void closesThePoolWithTheApplication() {
        create("ds0", "ds1", "ds4");
        HikariDataSource[] pool = new HikariDataSource[1];
        templated.run(context -> {
            change(context.getBean(ShardingDataSource.class), rule("ds0", "ds1", "ds4"));
            pool[0] = context.getBean("ds4", HikariDataSource.class);
            assertThat(pool[0].isClosed()).isFalse();
        });
        assertThat(pool[0].isClosed()).isTrue();
        templated.withPropertyValues("sharding.verification=full").run(context -> {
            assertThat(context).hasNotFailed().hasBean("ds4");
            assertThat(context.getBean(ShardingDataSource.class).rule().dataSources())
                    .containsExactlyInAnyOrder("ds0", "ds1", "ds4");
        });
        application.run(context -> refused(
                context.getStartupFailure(),
                ErrorCode.UNKNOWN_DATA_SOURCE,
                "lacks data source ds4: neither sharding.data-sources.ds4 nor sharding.data-source-template"));
    }

    private static void refused(Throwable failure, ErrorCode code, String words) {
        Throwable root = failure;
        while (root.getCause() != null && !(root instanceof ShardingConfigurationException)) {
            root = root.getCause();
        }
        assertThat(root)
                .isInstanceOfSatisfying(ShardingConfigurationException.class, own -> assertThat(own.errorCode())
                        .isEqualTo(code))
                .hasMessageContaining(words);
    }

    @Test
    void saysWhatItLacksWhenThereIsNoTemplate() {
        create("ds0", "ds1");
        application.run(context -> {
            Membership membership = context.getBean(ShardingDataSource.class).unwrap(Membership.class);
            RuleChange change = announce(membership, rule("ds0", "ds1", "ds4"));
            assertThat(Eventually.zero(() -> member(membership).problem().isEmpty() ? 1 : 0))
                    .isZero();
            assertThat(member(membership).problem())
                    .contains("neither sharding.data-sources.ds4 nor sharding.data-source-template is configured");
            assertThat(change.end(Change.State.PREPARED)).isTrue();
        });
    }

    @Test
    void saysThatADatabaseCannotBeReached() {
        create("ds0", "ds1");
        application
                .withPropertyValues(
                        "sharding.data-source-template.url=" + url + "{name};IFEXISTS=TRUE",
                        "sharding.data-source-template.hikari.initialization-fail-timeout=-1",
                        "sharding.data-source-template.hikari.connection-timeout=300")
                .run(context -> {
                    Membership membership =
                            context.getBean(ShardingDataSource.class).unwrap(Membership.class);
                    announce(membership, rule("ds0", "ds1", "ds4"));
                    assertThat(Eventually.zero(
                                    () -> member(membership).problem().isEmpty() ? 1 : 0))
                            .isZero();
                    assertThat(member(membership).problem())
                            .contains("SK-1012", "ds4")
                            .doesNotContain("secret");
                });
    }

    @Test
    void usesADeclaredDataSourceThatNoTableUsesYet() {
        create("ds0", "ds1", "ds4");
        application.run(context -> assertThat(context).hasNotFailed());
        application
                .withPropertyValues("sharding.data-sources.ds4.url=" + url + "ds4" + OPTIONS)
                .run(context -> {
                    ShardingDataSource logical = context.getBean(ShardingDataSource.class);
                    assertThat(logical.rule().dataSources()).containsExactlyInAnyOrder("ds0", "ds1");
                    HikariDataSource pool = context.getBean("ds4", HikariDataSource.class);
                    change(logical, rule("ds0", "ds1", "ds4"));
                    assertThat(logical.rule().dataSources()).containsExactlyInAnyOrder("ds0", "ds1", "ds4");
                    change(logical, rule("ds0", "ds1"));
                    assertThat(logical.rule().dataSources()).containsExactlyInAnyOrder("ds0", "ds1");
                    assertThat(pool.isClosed()).isFalse();
                });
    }

    @Test
    void refusesATemplateOfOneDatabase() {
        application
                .withPropertyValues("sharding.data-source-template.url=jdbc:h2:mem:all")
                .run(context -> refused(context.getStartupFailure(), ErrorCode.INVALID_SETTING, "it has no {name}"));
        application
                .withPropertyValues("sharding.data-source-template.username={name}")
                .run(context -> refused(context.getStartupFailure(), ErrorCode.INVALID_SETTING, "it is missing"));
    }

    @Test
    void takesADeclaredDataSourceIntoUseBesideReplicas() {
        create("ds0", "ds1", "ds4");
        ApplicationContextRunner replicated = base.withPropertyValues(
                "sharding.data-sources.ds0.primary.url=" + url + "ds0" + OPTIONS,
                "sharding.data-sources.ds0.replicas[0].url=" + H2.url());
        application.run(context -> assertThat(context).hasNotFailed());
        replicated
                .withPropertyValues("sharding.data-sources.ds4.url=" + url + "ds4" + OPTIONS)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    ShardingDataSource logical = context.getBean(ShardingDataSource.class);
                    assertThat(logical.rule().dataSources()).containsExactlyInAnyOrder("ds0", "ds1");
                    assertThat(logical.replicas()).hasSize(1);
                    change(logical, rule("ds0", "ds1", "ds4"));
                    assertThat(logical.rule().dataSources()).containsExactlyInAnyOrder("ds0", "ds1", "ds4");
                    assertThat(logical.replicas()).hasSize(1);
                });
    }
}

package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.health.DataSourceHealthContributorAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Groups of a primary and its replicas, from properties to pools. */
class ReplicaConfigurationTest {
    private static final String WHO = "SELECT name FROM who";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    ShardingCheckAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    TransactionAutoConfiguration.class,
                    DataSourceHealthContributorAutoConfiguration.class));

    private final ApplicationContextRunner group = runner.withPropertyValues(
            "sharding.data-sources.ds0.primary.url=" + H2.url(),
            "sharding.data-sources.ds0.replicas[0].url=" + H2.url(),
            "sharding.data-sources.ds0.replicas[1].url=" + H2.url(),
            "sharding.replicas.after-write-for=0");

    /** Has each server say who it is. */
    private static void name(ApplicationContext context, String... servers) {
        for (String server : servers) {
            JdbcTemplate jdbc = new JdbcTemplate(context.getBean(server, DataSource.class));
            jdbc.execute("DROP TABLE IF EXISTS who");
            jdbc.execute("CREATE TABLE who (name VARCHAR(30))");
            jdbc.update("INSERT INTO who VALUES (?)", server);
        }
    }

    private static String who(ApplicationContext context) {
        return context.getBean(JdbcTemplate.class).queryForObject(WHO, String.class);
    }

    @Test
    void readsGoToReplicasWhenAGroupStandsAlone() {
        group.run(context -> {
            name(context, "ds0-primary", "ds0-replica-0", "ds0-replica-1");
            Set<String> answers = new TreeSet<>();
            for (int i = 0; i < 4; i++) {
                answers.add(who(context));
            }
            assertThat(answers).containsExactly("ds0-replica-0", "ds0-replica-1");
            context.getBean(JdbcTemplate.class).update("INSERT INTO who VALUES ('more')");
            assertThat(new JdbcTemplate(context.getBean("ds0-primary", DataSource.class))
                            .queryForList(WHO, String.class))
                    .containsExactly("ds0-primary", "more");
            assertThat(context.getBeanNamesForType(DataSource.class))
                    .contains("ds0-primary", "ds0-replica-0", "ds0-replica-1", "dataSource")
                    .doesNotContain("ds0");
            CompositeHealthContributor health =
                    context.getBean("dbHealthContributor", CompositeHealthContributor.class);
            assertThat(health.getContributor("ds0-replica-1")).isNotNull();
        });
    }

    @Test
    void readOnlyTransactionsReadFromReplicasWhenOthersDoNot() {
        group.run(context -> {
            name(context, "ds0-primary", "ds0-replica-0", "ds0-replica-1");
            TransactionTemplate transaction =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            assertThat(transaction.<String>execute(status -> who(context))).isEqualTo("ds0-primary");
            transaction.setReadOnly(true);
            assertThat(transaction.<String>execute(status -> who(context))).startsWith("ds0-replica");
        });
    }

    @Test
    void lazyConnectionsKnowReadOnlyTransactionsWhenTheyAreFetched() {
        group.withPropertyValues("spring.datasource.connection-fetch=lazy").run(context -> {
            name(context, "ds0-primary", "ds0-replica-0", "ds0-replica-1");
            lazily(context, context.getBean(PlatformTransactionManager.class), context.getBean(DataSource.class));
        });
        group.run(context -> {
            name(context, "ds0-primary", "ds0-replica-0", "ds0-replica-1");
            DataSource lazy = new LazyConnectionDataSourceProxy(context.getBean(ShardingDataSource.class));
            lazily(context, new JdbcTransactionManager(lazy), lazy);
        });
    }

    private static void lazily(ApplicationContext context, PlatformTransactionManager manager, DataSource lazy) {
        JdbcTemplate jdbc = new JdbcTemplate(lazy);
        TransactionTemplate transaction = new TransactionTemplate(manager);
        transaction.setReadOnly(true);
        assertThat(transaction.<String>execute(status -> jdbc.queryForObject(WHO, String.class)))
                .startsWith("ds0-replica");
        transaction.setReadOnly(false);
        List<String> answers = transaction.execute(status -> {
            List<String> all = new ArrayList<>();
            all.add(jdbc.queryForObject(WHO, String.class));
            jdbc.update("INSERT INTO who VALUES ('a')");
            all.add(jdbc.queryForObject("SELECT COUNT(*) FROM who", String.class));
            return all;
        });
        assertThat(answers).containsExactly("ds0-primary", "2");
        assertThat(jdbc.queryForObject(WHO, String.class)).startsWith("ds0-replica");
    }

    @Test
    void serversHaveNamesAndPoolsOfTheirOwnWhenTheyAreConfigured() {
        runner.withPropertyValues(
                        "sharding.data-sources.ds0.hikari.maximum-pool-size=7",
                        "sharding.data-sources.ds0.primary.name=writer",
                        "sharding.data-sources.ds0.primary.url=" + H2.url(),
                        "sharding.data-sources.ds0.primary.hikari.maximum-pool-size=3",
                        "sharding.data-sources.ds0.replicas[0].name=reader",
                        "sharding.data-sources.ds0.replicas[0].url=" + H2.url(),
                        "sharding.data-sources.ds0.replicas[0].weight=2",
                        "sharding.data-sources.ds0.load-balancer=weight",
                        "sharding.data-sources.ds1.url=" + H2.url(),
                        "sharding.tables.t.actual-data-nodes=ds{0..1}.t",
                        "sharding.tables.t.database-strategy.sharding-column=k",
                        "sharding.tables.t.database-strategy.algorithm=mod",
                        "sharding.algorithms.mod.type=mod",
                        "sharding.algorithms.mod.props.sharding-count=2",
                        "sharding.verification=off")
                .run(context -> {
                    HikariDataSource writer = context.getBean("writer", HikariDataSource.class);
                    assertThat(writer.getMaximumPoolSize()).isEqualTo(3);
                    assertThat(writer.getPoolName()).isEqualTo("writer");
                    assertThat(context.getBean("reader", HikariDataSource.class).getMaximumPoolSize())
                            .isEqualTo(7);
                    assertThat(context.getBean(ShardingDataSource.class).rule().dataSources())
                            .containsExactly("ds0", "ds1");
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "replicas[0].url=jdbc:h2:mem:a | ds0.primary | it is missing",
                "primary.url=jdbc:h2:mem:a | ds0.replicas | it is missing",
                "url=jdbc:h2:mem:a;;primary.url=jdbc:h2:mem:b;;replicas[0].url=jdbc:h2:mem:c | ds0.url | it has no effect",
                "primary.url=jdbc:h2:mem:b;;replicas[0].name=x | ds0.replicas[0].url | it is missing",
                "primary.url=jdbc:h2:mem:b;;replicas[0].url=jdbc:h2:mem:b | ds0.replicas[0].url | it is the same database",
                "primary.url=jdbc:h2:mem:b;;replicas[0].url=jdbc:h2:mem:c;;replicas[0].weight=2 | ds0.replicas[0].weight | load-balancer is weight",
                "primary.url=jdbc:h2:mem:b;;replicas[0].url=jdbc:h2:mem:c;;replicas[0].weight=0;;load-balancer=weight | ds0.replicas[0].weight | less than 1",
                "primary.url=jdbc:h2:mem:b;;replicas[0].url=jdbc:h2:mem:c;;replicas[0].name=ds0-primary | ds0.replicas[0] | has the name",
            })
    void theStartStopsWhenAGroupIsWrong(String properties, String property, String why) {
        String[] set = properties.split(";;", -1);
        for (int i = 0; i < set.length; i++) {
            set[i] = "sharding.data-sources.ds0." + set[i].strip();
        }
        runner.withPropertyValues(set).run(context -> assertThat(context)
                .getFailure()
                .hasStackTraceContaining("sharding.data-sources." + property)
                .hasStackTraceContaining(why));
    }

    @ParameterizedTest
    @CsvSource({
        "check-interval, 1ms",
        "max-lag, 500ms",
        "wait-timeout, -1s",
        "after-write-for, -1s",
        "warm-up, 2d",
        "after-write, sometimes",
        "without-replica, guess",
    })
    void theStartStopsWhenASettingOfReplicasIsWrong(String name, String value) {
        group.withPropertyValues("sharding.replicas." + name + "=" + value)
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining("sharding.replicas." + name));
    }
}

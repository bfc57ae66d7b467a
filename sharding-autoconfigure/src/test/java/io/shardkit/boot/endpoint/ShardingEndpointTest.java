package io.shardkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.observe.StatementListener;
import io.shardkit.options.Verification;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

class ShardingEndpointTest {
    private static final String SECRET = "hunter2";

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    ShardingEndpointAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class))
            .withBean(StatementListener.class, () -> new StatementListener() {
                @Override
                public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
                    calls.add(sql);
                }
            })
            .withPropertyValues(
                    "sharding.data-sources.ds0.url=" + url(),
                    "sharding.data-sources.ds0.username=sa",
                    "sharding.data-sources.ds0.password=" + SECRET,
                    "sharding.data-sources.ds1.url=" + url(),
                    "sharding.data-sources.ds1.username=sa",
                    "sharding.data-sources.ds1.password=" + SECRET,
                    "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order_{0..1}",
                    "sharding.unique-keys.without-sharding-column=accept",
                    "sharding.tables.t_order.database-strategy.sharding-column=user_id",
                    "sharding.tables.t_order.database-strategy.algorithm=modulo",
                    "sharding.tables.t_order.table-strategy.sharding-column=id",
                    "sharding.tables.t_order.table-strategy.algorithm=modulo",
                    "sharding.broadcast-tables=t_country",
                    "sharding.algorithms.modulo.type=mod",
                    "management.endpoints.web.exposure.include=sharding",
                    "sharding.endpoint.explain=true");

    private static String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID()
                + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1";
    }

    private static JdbcTemplate tables(ApplicationContext context) {
        JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
        jdbc.execute("CREATE TABLE t_order (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, name VARCHAR(20))");
        jdbc.execute("CREATE TABLE t_country (code VARCHAR(2) PRIMARY KEY)");
        return jdbc;
    }

    @Test
    void reportsRuleStateAndCountsAndNothingSecret() {
        runner.run(context -> {
            JdbcTemplate jdbc = tables(context);
            jdbc.update("INSERT INTO t_order VALUES (1, 1, 'a')");
            jdbc.queryForList("SELECT id FROM t_order ORDER BY id");
            assertThatThrownBy(() -> jdbc.update("UPDATE t_order SET name = 'Ada Lovelace' -- " + SECRET))
                    .isInstanceOf(DataAccessException.class);
            ShardingReport report = context.getBean(ShardingEndpoint.class).report();
            assertThat(report.topology().tables()).singleElement().satisfies(table -> {
                assertThat(table.name()).isEqualTo("t_order");
                assertThat(table.actualTables()).isEqualTo(4);
                assertThat(table.nodes()).startsWith("ds0.t_order_0");
                assertThat(table.databaseStrategy())
                        .isNotNull()
                        .extracting(ShardingReport.Strategy::columns)
                        .isEqualTo(List.of("user_id"));
            });
            assertThat(report.topology().broadcastTables()).containsExactly("t_country");
            assertThat(report.dataSources())
                    .extracting(ShardingReport.Source::name)
                    .containsExactly("ds0", "ds1");
            assertThat(report.dataSources()).allSatisfy(source -> {
                assertThat(source.reachable()).isTrue();
                assertThat(source.pool()).isNotNull();
                assertThat(source.pool().maximum()).isEqualTo(10);
                assertThat(source.pool().total()).isNotNull().isPositive();
            });
            assertThat(report.statements()).containsEntry("one_unit", 1L).containsEntry("none", 1L);
            assertThat(report.statements().get("scatter")).isPositive();
            assertThat(report.planCache().entries()).isPositive();
            assertThat(report.planCache().misses()).isPositive();
            assertThat(report.refusals()).singleElement().satisfies(refused -> {
                assertThat(refused.code()).isEqualTo("SK-2041");
                assertThat(refused.count()).isEqualTo(1);
                assertThat(refused.example()).isEqualTo("UPDATE t_order SET name = ?");
            });
            assertThat(report.inDoubt()).isEmpty();
            assertThat(report.toString()).contains("t_order").doesNotContain(SECRET, "jdbc:", "Lovelace");
        });
    }

    @Test
    void showsTheLargestStatementsWithoutValues() {
        runner.run(context -> {
            JdbcTemplate jdbc = tables(context);
            jdbc.batchUpdate(
                    "INSERT INTO t_order VALUES (?, ?, ?)",
                    List.of(new Object[] {1, 1, "x"}, new Object[] {2, 1, "y"}, new Object[] {3, 1, "z"}));
            jdbc.batchUpdate(
                    "UPDATE t_order SET name = ? WHERE user_id = ? AND id = ?",
                    List.<Object[]>of(new Object[] {"q", 1, 1}));
            for (int i = 0; i < 30; i++) {
                jdbc.queryForList("SELECT id FROM t_order WHERE name = 'secret" + i + "' ORDER BY id");
                jdbc.queryForList("SELECT id, " + "id, ".repeat(i) + "name FROM t_order WHERE user_id = 1 AND id = 1");
            }
            jdbc.queryForList("SELECT RANK() OVER (ORDER BY name) FROM t_order WHERE name <> 'secret'");
            ShardingReport report = context.getBean(ShardingEndpoint.class).report();
            assertThat(report.batches()).isEqualTo(Map.of(1, 1L, 2, 1L));
            assertThat(report.largest().slowest()).hasSize(10);
            assertThat(report.largest().slowest())
                    .isSortedAccordingTo(
                            Comparator.comparingLong(StatementReport::micros).reversed());
            assertThat(report.largest().widest())
                    .filteredOn(each -> each.sql().equals("SELECT id FROM t_order WHERE name = ? ORDER BY id"))
                    .singleElement()
                    .satisfies(each -> assertThat(each.units()).isEqualTo(4));
            assertThat(report.largest().mostGathered()).singleElement().satisfies(each -> {
                assertThat(each.sql()).isEqualTo("SELECT RANK() OVER (ORDER BY name) FROM t_order WHERE name <> ?");
                assertThat(each.gatheredRows()).isEqualTo(3);
                assertThat(each.way()).isEqualTo("gather");
            });
            assertThat(report.toString()).doesNotContain("secret");
        });
    }

    @Test
    void showsTheWorkerIdsOfThisProcess() {
        runner.run(context -> assertThat(
                        context.getBean(ShardingEndpoint.class).report().leases())
                .isEmpty());
        runner.withPropertyValues(
                        "sharding.key-generators.order-keys.type=snowflake",
                        "sharding.key-generators.order-keys.props.worker-id=lease",
                        "sharding.key-generators.order-keys.props.data-source=ds1",
                        "sharding.key-generators.order-keys.props.create-table=true",
                        "sharding.tables.t_order.key-generate-strategy.column=id",
                        "sharding.tables.t_order.key-generate-strategy.generator=order-keys")
                .run(context -> {
                    Map<String, Object> row = new JdbcTemplate(context.getBean("ds1", DataSource.class))
                            .queryForMap("SELECT worker_id, owner FROM sharding_worker");
                    assertThat(context.getBean(ShardingEndpoint.class).report().leases())
                            .singleElement()
                            .satisfies(lease -> {
                                assertThat(lease.generator()).isEqualTo("order-keys");
                                assertThat(lease.table()).isEqualTo("ds1.sharding_worker");
                                assertThat(lease.worker()).isEqualTo(row.get("worker_id"));
                                assertThat(lease.owner()).isEqualTo(row.get("owner"));
                                assertThat(lease.until())
                                        .isBetween(
                                                Instant.now(), lease.renewed().plusSeconds(28));
                                assertThat(lease.failing()).isFalse();
                            });
                });
    }

    @Test
    void verifiesWhenItIsAsked() {
        runner.withPropertyValues("sharding.verification=off").run(context -> {
            tables(context);
            ShardingEndpoint endpoint = context.getBean(ShardingEndpoint.class);
            assertThat(endpoint.verify(null)).satisfies(verified -> {
                assertThat(verified).isNotNull();
                assertThat(verified.looked()).isTrue();
                assertThat(verified.findings())
                        .allSatisfy(found -> assertThat(found.severity()).isEqualTo("WARNING"));
            });
            new JdbcTemplate(context.getBean("ds1", DataSource.class))
                    .execute("ALTER TABLE t_order_1 DROP COLUMN name");
            assertThat(endpoint.verify(Verification.FULL)).satisfies(verified -> {
                assertThat(verified).isNotNull();
                assertThat(verified.findings())
                        .anySatisfy(found -> assertThat(found.table()).isEqualTo("t_order_1"));
            });
            assertThat(endpoint.part("other", null)).isNull();
            assertThat(endpoint.part("verification", null)).isInstanceOf(ShardingEndpoint.Verified.class);
            assertThatThrownBy(() -> endpoint.verify(Verification.OFF))
                    .isInstanceOf(InvalidEndpointRequestException.class);
        });
    }

    @Test
    void advisesOnTheListedStatementsAndRunsNothing() {
        runner.withPropertyValues("sharding.tables.t_item.actual-data-nodes=ds{0..1}.t_item")
                .withPropertyValues("sharding.tables.t_item.database-strategy.sharding-column=user_id")
                .withPropertyValues("sharding.tables.t_item.database-strategy.algorithm=modulo")
                .run(context -> {
                    JdbcTemplate jdbc = tables(context);
                    jdbc.execute("CREATE TABLE t_item (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
                    for (int i = 0; i < 3; i++) {
                        jdbc.queryForList("SELECT id FROM t_order WHERE name = 'secret" + i + "'");
                        jdbc.queryForList("SELECT name FROM t_order WHERE user_id = ? ORDER BY id LIMIT ?", i, 5);
                        jdbc.queryForList("SELECT id FROM t_order WHERE user_id IN (?, ?) AND id = ?", i, i + 1, 1);
                        jdbc.queryForList("SELECT name FROM t_order WHERE user_id = ? AND id = ?", i, i);
                        jdbc.queryForList(
                                "SELECT o.name FROM t_order o JOIN t_item i ON i.user_id = o.user_id WHERE o.id > ?",
                                i);
                    }
                    assertThatThrownBy(() -> jdbc.update("UPDATE t_order SET name = ?", "secret"))
                            .isInstanceOf(DataAccessException.class);
                    ShardingEndpoint endpoint = context.getBean(ShardingEndpoint.class);
                    ShardingReport before = endpoint.report();
                    calls.clear();
                    ShardingEndpoint.Advised advised = endpoint.advise();
                    assertThat(calls).isEmpty();
                    assertThat(endpoint.report().statements()).isEqualTo(before.statements());
                    assertThat(endpoint.report().planCache()).isEqualTo(before.planCache());
                    assertThat(endpoint.report().largest()).isEqualTo(before.largest());
                    assertThat(advised.looked()).isTrue();
                    Map<String, List<String>> advice = new TreeMap<>();
                    advised.statements().forEach(each -> advice.put(each.sql(), each.advice()));
                    assertThat(advice)
                            .containsEntry(
                                    "SELECT id FROM t_order WHERE name = ?",
                                    List.of("a condition t_order.user_id = ? AND t_order.id = ?: 1 unit instead of 4"
                                            + " units"))
                            // The rows in the order of their key are more than one.
                            .doesNotContainKey("SELECT name FROM t_order WHERE user_id = ? ORDER BY id LIMIT ?")
                            .containsKey(
                                    "SELECT o.name FROM t_order o JOIN t_item i ON i.user_id = o.user_id WHERE o.id > ?")
                            .containsKey("UPDATE t_order SET name = ?")
                            .doesNotContainKey("SELECT id FROM t_order WHERE user_id IN (?, ?) AND id = ?")
                            .doesNotContainKey("SELECT name FROM t_order WHERE user_id = ? AND id = ?");
                    assertThat(advised.toString()).doesNotContain("secret");
                });
    }

    @Test
    void whatIsExplainedIsNoStatementOfTheApplication() {
        runner.run(context -> {
            JdbcTemplate jdbc = tables(context);
            ShardingEndpoint endpoint = context.getBean(ShardingEndpoint.class);
            Map<String, Long> before = endpoint.report().statements();
            endpoint.explain("explain", "SELECT name FROM t_order", null);
            endpoint.explain("explain", "SELECT name FROM t_order WHERE id = ?", null);
            endpoint.explain("explain", "SELECT name FROM t_unknown", null);
            assertThat(endpoint.report().statements()).isEqualTo(before);
            assertThat(endpoint.report().refusals()).isEmpty();
            jdbc.queryForList("EXPLAIN SHARDING SELECT name FROM t_order");
            assertThat(endpoint.report().largest().slowest())
                    .isNotEmpty()
                    .extracting(StatementReport::sql)
                    .noneMatch(sql -> sql.startsWith("EXPLAIN"));
        });
    }

    /** None is made for that. */
    @Test
    void advisesOnAnInsertThatMakesKeys() {
        runner.withPropertyValues(
                        "sharding.tables.t_order.table-strategy.sharding-column=user_id",
                        "sharding.tables.t_order.key-generate-strategy.column=id",
                        "sharding.tables.t_order.key-generate-strategy.generator=keys")
                .withPropertyValues("sharding.key-generators.keys.type=snowflake")
                .run(context -> {
                    JdbcTemplate jdbc = tables(context);
                    String insert = "INSERT INTO t_order (user_id, name) VALUES (1, 'a'), (2, 'b'), (1, 'c'), (2, 'd')";
                    jdbc.update(insert);
                    assertThat(context.getBean(ShardingEndpoint.class).advise().statements())
                            .filteredOn(each -> each.sql().startsWith("INSERT"))
                            .singleElement()
                            .satisfies(each -> assertThat(each.advice())
                                    .containsExactly(
                                            "a statement for the rows of each user_id: 1 unit instead of 2 units"));
                });
    }

    @Test
    void explainsAndRunsNothing() {
        runner.run(context -> {
            JdbcTemplate jdbc = tables(context);
            jdbc.update("INSERT INTO t_order VALUES (1, 1, 'a')");
            ShardingEndpoint endpoint = context.getBean(ShardingEndpoint.class);
            calls.clear();
            ShardingEndpoint.Explained one =
                    endpoint.explain("explain", "DELETE FROM t_order WHERE user_id = ? AND id = ?", "1, '1'");
            assertThat(one.refusal()).isNull();
            assertThat(one.steps()).singleElement().satisfies(step -> assertThat(step)
                    .containsEntry("data_source", "ds1")
                    .containsEntry("unit", "t_order_1"));
            assertThat(endpoint.explain("explain", "DELETE FROM t_order", null).steps())
                    .singleElement()
                    .satisfies(step -> assertThat(step).containsEntry("way", "refused"));
            for (String text : List.of(
                    ";DELETE FROM t_order WHERE 1 = 1",
                    "SELECT 1; DELETE FROM t_order WHERE 1 = 1",
                    "/* */ DELETE FROM t_order_1",
                    "*/ DELETE FROM t_order_1",
                    "DROP TABLE t_order",
                    "COMMIT",
                    "SET x = 1",
                    "SELECT ?")) {
                assertThat(endpoint.explain("explain", text, null)).as(text).isNotNull();
            }
            assertThat(calls).isEmpty();
            assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM t_order", Long.class))
                    .isEqualTo(1);
            assertThatThrownBy(() -> endpoint.explain("run", "SELECT 1", null))
                    .isInstanceOf(InvalidEndpointRequestException.class);
        });
    }

    @Test
    void readsParametersAsSqlWritesThem() {
        assertThat(ParameterValues.of(null)).isEmpty();
        assertThat(ParameterValues.of(" 7 ,'it''s, so', -2.50,true,NULL,'', 12345678901234567890"))
                .containsExactly(
                        7L,
                        "it's, so",
                        new BigDecimal("-2.50"),
                        true,
                        null,
                        "",
                        new BigDecimal("12345678901234567890"));
        for (String wrong : List.of("7,", ",", "'open", "7 8", "word", "1e5", "7;8", "--", "1.")) {
            assertThatThrownBy(() -> ParameterValues.of(wrong))
                    .as(wrong)
                    .isInstanceOf(InvalidEndpointRequestException.class);
        }
    }

    @Test
    void explainsNothingUnlessThatIsAllowed() {
        runner.withPropertyValues("sharding.endpoint.explain=false").run(context -> assertThatThrownBy(
                        () -> context.getBean(ShardingEndpoint.class).explain("explain", "SELECT 1", null))
                .isInstanceOf(InvalidEndpointRequestException.class));
    }

    @Test
    void isNotThereUnlessItIsExposed() {
        runner.withPropertyValues("management.endpoints.web.exposure.include=health")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(ShardingEndpoint.class)
                        .doesNotHaveBean(StatementCounts.class)
                        .hasSingleBean(InfoContributor.class));
        runner.withPropertyValues("management.endpoint.sharding.access=NONE")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ShardingEndpoint.class));
        runner.withClassLoader(new FilteredClassLoader(Endpoint.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(StatementCounts.class));
    }

    @Test
    void infoSaysHowMuchThereIs() {
        runner.run(context -> {
            Info.Builder builder = new Info.Builder();
            context.getBean(InfoContributor.class).contribute(builder);
            assertThat(builder.build().getDetails())
                    .containsEntry(
                            "sharding",
                            Map.of(
                                    "dataSources",
                                    2,
                                    "shardedTables",
                                    1,
                                    "actualTables",
                                    4,
                                    "broadcastTables",
                                    1,
                                    "unreachable",
                                    List.of()));
        });
    }
}

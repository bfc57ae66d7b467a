package io.shardkit.boot.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.boot.autoconfigure.ShardingCheckAutoConfiguration;
import io.shardkit.boot.autoconfigure.ShardingProperties;
import io.shardkit.hint.ShardingHint;
import io.shardkit.options.CrossSource;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Configurations of ShardingSphere run as they are. */
@ExtendWith(OutputCaptureExtension.class)
class ShardingImportTest {
    private static final String SOURCES =
            """
            dataSources:
              ds_0:
                url: h2:a
                username: sa
              ds_1:
                url: h2:b
                username: sa
            """;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ShardingAutoConfiguration.class, ShardingCheckAutoConfiguration.class));

    private ApplicationContextRunner importing(String location) {
        return runner.withPropertyValues("sharding.import=" + location);
    }

    private static JdbcTemplate jdbc(ApplicationContext context, String bean) {
        return new JdbcTemplate(context.getBean(bean, DataSource.class));
    }

    private static List<Long> keys(ApplicationContext context, String bean, String table, String column) {
        return jdbc(context, bean).queryForList("SELECT " + column + " FROM " + table + " ORDER BY 1", Long.class);
    }

    @Test
    void databasesOfTheExampleForJdbc() {
        importing(Imported.file("jdbc-sharding.yaml")).run(context -> {
            assertThat(context).hasNotFailed();
            ShardingRule rule = context.getBean(ShardingRule.class);
            assertThat(rule.dataSources()).containsExactly("ds_0", "ds_1");
            assertThat(rule.broadcastTables()).contains("t_address");
            assertThat(context.getBean("ds_1", HikariDataSource.class).getUsername())
                    .isEqualTo("root");
            JdbcTemplate logical = jdbc(context, "dataSource");
            logical.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
            logical.execute("CREATE TABLE t_order_item (order_item_id BIGINT PRIMARY KEY, order_id BIGINT,"
                    + " user_id BIGINT NOT NULL)");
            logical.execute("CREATE TABLE t_address (id BIGINT PRIMARY KEY)");
            for (int user = 1; user <= 4; user++) {
                logical.update("INSERT INTO t_order (user_id) VALUES (?)", user);
            }
            logical.update("INSERT INTO t_address (id) VALUES (1)");
            assertThat(keys(context, "ds_0", "t_order", "user_id")).containsExactly(2L, 4L);
            assertThat(keys(context, "ds_1", "t_order", "user_id")).containsExactly(1L, 3L);
            assertThat(keys(context, "ds_1", "t_address", "id")).containsExactly(1L);
            assertThat(keys(context, "dataSource", "t_order", "order_id")).hasSize(4);
        });
    }

    @Test
    void databasesAndTablesOfTheExampleForTheProxy() {
        importing(Imported.file("proxy-sharding.yaml")).run(context -> {
            assertThat(context).hasNotFailed();
            HikariDataSource pool = context.getBean("ds_0", HikariDataSource.class);
            assertThat(List.of(pool.getMaximumPoolSize(), pool.getMinimumIdle()))
                    .containsExactly(50, 1);
            assertThat(pool.getIdleTimeout()).isEqualTo(60_000);
            JdbcTemplate logical = jdbc(context, "dataSource");
            logical.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
            for (int i = 0; i < 8; i++) {
                logical.update("INSERT INTO t_order (order_id, user_id) VALUES (?, ?)", i, i / 2);
            }
            assertThat(keys(context, "ds_0", "t_order_0", "order_id")).containsExactly(0L, 4L);
            assertThat(keys(context, "ds_0", "t_order_1", "order_id")).containsExactly(1L, 5L);
            assertThat(keys(context, "ds_1", "t_order_1", "order_id")).containsExactly(3L, 7L);
        });
    }

    @Test
    void replicasAnswerReads() {
        for (String file : List.of("jdbc-readwrite-splitting.yaml", "proxy-readwrite-splitting.yaml")) {
            importing(Imported.file(file)).run(context -> {
                for (String server : List.of("write_ds", "read_ds_0", "read_ds_1")) {
                    jdbc(context, server).execute("CREATE TABLE t_user (name VARCHAR(20))");
                    jdbc(context, server).update("INSERT INTO t_user VALUES (?)", server);
                }
                JdbcTemplate logical = jdbc(context, "dataSource");
                Set<String> answers = new TreeSet<>();
                for (int i = 0; i < 4; i++) {
                    answers.add(logical.queryForObject("SELECT name FROM t_user", String.class));
                }
                assertThat(answers).containsExactly("read_ds_0", "read_ds_1");
                logical.update("UPDATE t_user SET name = 'new'");
                assertThat(logical.queryForObject("SELECT name FROM t_user", String.class))
                        .isEqualTo("new");
                assertThat(jdbc(context, "write_ds").queryForObject("SELECT name FROM t_user", String.class))
                        .isEqualTo("new");
            });
        }
    }

    @Test
    void groupsOfReplicasAreReadInAllForms() {
        String servers =
                """
                dataSources:
                  w0: {url: h2:w0 }
                  r0: {url: h2:r0 }
                  r1: {url: h2:r1 }
                  single: {url: h2:single }
                rules:
                - !READWRITE_SPLITTING
                """;
        Map<String, Object> balanced = ShardingImport.read(
                        Imported.of(
                                servers
                                        + """
                          dataSourceGroups:
                            group:
                              writeDataSourceName: w0
                              readDataSourceNames: [r0, r1]
                              transactionalReadQueryStrategy: DYNAMIC
                              loadBalancerName: heavy
                          loadBalancers:
                            heavy:
                              type: WEIGHT
                              props: {r0: 3, r1: 1}
                        """))
                .properties();
        assertThat(balanced)
                .containsKeys("sharding.data-sources.group.primary.url", "sharding.data-sources.single.url")
                .extractingFromEntries(entry -> entry.getKey() + "=" + entry.getValue())
                .contains(
                        "sharding.data-sources.group.primary.name=w0",
                        "sharding.data-sources.group.replicas[0].name=r0",
                        "sharding.data-sources.group.replicas[1].name=r1",
                        "sharding.data-sources.group.replicas[0].weight=3",
                        "sharding.data-sources.group.replicas[1].weight=1",
                        "sharding.data-sources.group.load-balancer=weight");
        for (String form : List.of(
                "      staticStrategy: {writeDataSourceName: w0, readDataSourceNames: r0}\n",
                "      type: Static\n      props: {write-data-source-name: w0, read-data-source-names: 'r0'}\n",
                "      primaryDataSourceName: w0\n      replicaDataSourceNames: [r0]\n")) {
            assertThat(ShardingImport.read(Imported.of(servers + "  dataSources:\n    group:\n" + form))
                            .properties())
                    .as(form)
                    .containsKeys("sharding.data-sources.group.replicas[0].url", "sharding.data-sources.r1.url");
        }
        assertThatThrownBy(
                        () -> ShardingImport.read(
                                Imported.of(
                                        servers
                                                + """
                          dataSources:
                            group: {writeDataSourceName: w0, readDataSourceNames: [r7], loadBalancerName: none}
                            other: {writeDataSourceName: w0, readDataSourceNames: [r0]}
                            third: {dynamicStrategy: {autoAwareDataSourceName: x}}
                        """)))
                .hasMessageContaining("'r7' is none of the dataSources")
                .hasMessageContaining("'none' is none of the loadBalancers")
                .hasMessageContaining("'w0' stands in a group twice")
                .hasMessageContaining("dynamicStrategy");
    }

    @Test
    void automaticTablesAreDealtOut() {
        importing(
                        Imported.of(
                                SOURCES
                                        + """
                        rules:
                        - !SHARDING
                          autoTables:
                            t_log:
                              actualDataSources: ds_${0..1}
                              shardingStrategy:
                                standard:
                                  shardingColumn: id
                                  shardingAlgorithmName: five
                            t_part:
                              shardingStrategy:
                                standard: {shardingColumn: id, shardingAlgorithmName: parts}
                            t_hash:
                              actualDataSources: ds_1,ds_0
                              shardingStrategy:
                                standard: {shardingColumn: id, shardingAlgorithmName: hashes}
                          defaultDatabaseStrategy:
                            none:
                          defaultKeyGenerateStrategy:
                            column: id
                            keyGeneratorName: uuids
                          keyGenerators:
                            uuids: {type: UUID}
                          shardingAlgorithms:
                            five: {type: MOD, props: {sharding-count: 5}}
                            hashes: {type: HASH_MOD, props: {sharding-count: 3}}
                            parts:
                              type: BOUNDARY_RANGE
                              props:
                                sharding-ranges: 20, 10
                        """))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    ShardingRule rule = context.getBean(ShardingRule.class);
                    assertThat(nodes(rule, "t_log"))
                            .containsExactlyInAnyOrder(
                                    "ds_0.t_log_0", "ds_1.t_log_1", "ds_0.t_log_2", "ds_1.t_log_3", "ds_0.t_log_4");
                    assertThat(nodes(rule, "t_hash"))
                            .containsExactlyInAnyOrder("ds_1.t_hash_0", "ds_0.t_hash_1", "ds_1.t_hash_2");
                    assertThat(nodes(rule, "t_part"))
                            .containsExactlyInAnyOrder("ds_0.t_part_0", "ds_1.t_part_1", "ds_0.t_part_2");
                    JdbcTemplate logical = jdbc(context, "dataSource");
                    for (String table : List.of("t_log", "t_part", "t_hash")) {
                        logical.execute("CREATE TABLE " + table + " (id BIGINT PRIMARY KEY)");
                    }
                    IntStream.range(0, 25).forEach(i -> {
                        logical.update("INSERT INTO t_log (id) VALUES (?)", i - 5);
                        logical.update("INSERT INTO t_part (id) VALUES (?)", i);
                        logical.update("INSERT INTO t_hash (id) VALUES (?)", i);
                    });
                    assertThat(keys(context, "ds_1", "t_log_3", "id")).containsExactly(-2L, 3L, 8L, 13L, 18L);
                    assertThat(keys(context, "ds_0", "t_log_2", "id")).containsExactly(-3L, 2L, 7L, 12L, 17L);
                    assertThat(keys(context, "ds_1", "t_part_1", "id"))
                            .hasSize(10)
                            .startsWith(10L);
                    assertThat(keys(context, "ds_0", "t_hash_1", "id")).startsWith(1L, 4L, 7L);
                    assertThat(keys(context, "ds_1", "t_hash_2", "id")).startsWith(2L, 5L, 8L);
                    assertThat(logical.queryForObject(
                                    "SELECT COUNT(*) FROM t_log WHERE id BETWEEN 3 AND 7", Long.class))
                            .isEqualTo(5);
                });
    }

    private static List<String> nodes(ShardingRule rule, String table) {
        ShardedTable sharded = Objects.requireNonNull(rule.shardedTable(table));
        return sharded.nodes().stream()
                .map(node -> rule.dataSources().get(node.dataSource()) + "." + node.table())
                .toList();
    }

    @Test
    void hashesOfNegativeNumbersAreRefusedUntilOneSaysWhatTheyWere() {
        String file = Imported.of(
                SOURCES
                        + """
                rules:
                - !SHARDING
                  tables:
                    t_order:
                      actualDataNodes: ds_0.t_order_$->{0..3}
                      tableStrategy:
                        standard:
                          shardingColumn: id
                          shardingAlgorithmName: hashes
                  shardingAlgorithms:
                    hashes:
                      type: HASH_MOD
                      props:
                        sharding-count: 4
                """);
        importing(file).run(context -> {
            JdbcTemplate logical = jdbc(context, "dataSource");
            logical.execute("CREATE TABLE t_order (id BIGINT PRIMARY KEY)");
            logical.update("INSERT INTO t_order (id) VALUES (?)", 6);
            assertThat(org.assertj.core.api.Assertions.catchThrowable(
                            () -> logical.update("INSERT INTO t_order (id) VALUES (?)", -1)))
                    .rootCause()
                    .hasMessageContaining("negative-keys");
            assertThat(org.assertj.core.api.Assertions.catchThrowable(
                            () -> logical.queryForList("SELECT * FROM t_order WHERE id = ?", -1)))
                    .rootCause()
                    .hasMessageContaining("negative-keys");
            assertThat(logical.queryForList("SELECT id FROM t_order WHERE id BETWEEN -1 AND 7", Long.class))
                    .containsExactly(6L);
        });
        importing(file)
                .withPropertyValues("sharding.algorithms.hashes.props.negative-keys=as-int")
                .run(context -> {
                    JdbcTemplate logical = jdbc(context, "dataSource");
                    logical.update("INSERT INTO t_order (id) VALUES (?)", -1);
                    assertThat(keys(context, "ds_0", "t_order_1", "id")).containsExactly(-1L);
                });
    }

    /** A template that hashes is no other than HASH_MOD. */
    @Test
    void hashesInTemplatesAreRefusedAlike() {
        String file = Imported.of(
                SOURCES
                        + """
                rules:
                - !SHARDING
                  tables:
                    t_order:
                      actualDataNodes: ds_0.t_order_$->{0..3}
                      tableStrategy:
                        standard:
                          shardingColumn: id
                          shardingAlgorithmName: hashes
                  shardingAlgorithms:
                    hashes:
                      type: INLINE
                      props:
                        algorithm-expression: t_order_$->{Math.abs(id.hashCode()) % 4}
                """);
        importing(file).run(context -> {
            JdbcTemplate logical = jdbc(context, "dataSource");
            logical.execute("CREATE TABLE t_order (id BIGINT PRIMARY KEY)");
            logical.update("INSERT INTO t_order (id) VALUES (?)", 6);
            assertThat(org.assertj.core.api.Assertions.catchThrowable(
                            () -> logical.queryForList("SELECT * FROM t_order WHERE id = ?", -1)))
                    .rootCause()
                    .hasMessageContaining("negative-keys");
            assertThat(logical.queryForList("SELECT id FROM t_order WHERE id BETWEEN -1 AND 7", Long.class))
                    .containsExactly(6L);
        });
        importing(file)
                .withPropertyValues("sharding.algorithms.hashes.props.negative-keys=as-int")
                .run(context -> {
                    JdbcTemplate logical = jdbc(context, "dataSource");
                    logical.update("INSERT INTO t_order (id) VALUES (?)", -1);
                    assertThat(keys(context, "ds_0", "t_order_1", "id")).containsExactly(-1L);
                });
    }

    @Test
    void whatTheApplicationSetsWins() {
        importing(Imported.file("proxy-sharding.yaml"))
                .withPropertyValues(
                        "sharding.tables.t_order.key-generate-strategy.column=user_id",
                        "sharding.data-sources.ds_0.username=other",
                        "sharding.algorithms.database_inline.type=hash-mod",
                        "sharding.broadcast-tables=t_country")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    ShardingRule rule = context.getBean(ShardingRule.class);
                    ShardedTable order = Objects.requireNonNull(rule.shardedTable("t_order"));
                    assertThat(Objects.requireNonNull(order.keyGeneration()).column())
                            .isEqualTo("user_id");
                    assertThat(Objects.requireNonNull(order.databaseStrategy())
                                    .algorithm()
                                    .getClass()
                                    .getSimpleName())
                            .isEqualTo("HashModAlgorithm");
                    assertThat(rule.broadcastTables()).contains("t_country");
                    assertThat(context.getBean("ds_0", HikariDataSource.class).getUsername())
                            .isEqualTo("other");
                });
    }

    @Test
    void transactionsOfTypeXaAreAtomic() {
        importing(
                        Imported.of(
                                """
                        dataSources:
                          ds_0:
                            url: h2:a
                          ds_1:
                            url: h2:b
                        rules:
                        - !TRANSACTION
                          defaultType: XA
                          providerType: Atomikos
                        - !BROADCAST
                          tables: [t_country]
                        """))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(ShardingProperties.class)
                                    .transaction()
                                    .crossSource())
                            .isEqualTo(CrossSource.ATOMIC);
                    assertThat(jdbc(context, "ds_0")
                                    .queryForObject("SELECT COUNT(*) FROM sharding_transaction", Integer.class))
                            .isOne();
                });
    }

    /** Classes in tags, and rules in the form of the first milestones of version 5, are lines like others. */
    @Test
    void olderFormsAreNamedLineByLine() {
        importing(
                        Imported.of(
                                """
                        dataSources:
                          ds_0: !!com.zaxxer.hikari.HikariDataSource
                            driverClassName: com.mysql.jdbc.Driver
                            jdbcUrl: h2:a
                            username: sa
                        rules:
                        - !!org.apache.shardingsphere.sharding.core.yaml.config.YamlShardingRuleConfiguration
                          tables:
                            t_a:
                              actualDataNodes: ds_0.t_a_${0..1}
                              tableStrategy:
                                standard:
                                  shardingColumn: id
                                  shardingAlgorithm:
                                    type: INLINE
                              keyGenerator:
                                type: SNOWFLAKE
                        orchestration:
                          demo: {orchestrationType: registry_center}
                        """))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("has 4 lines that cannot be taken")
                        .hasMessageContaining("tables.t_a.tableStrategy.standard.shardingAlgorithmName: it is missing")
                        .hasMessageContaining("line 14: tables.t_a.tableStrategy.standard.shardingAlgorithm: it is not")
                        .hasMessageContaining("line 16: tables.t_a.keyGenerator: it is not a part of a table")
                        .hasMessageContaining("line 18: orchestration: rules and states are not read from a registry"));
    }

    @Test
    void yamlOfVersion4RunsAsItIs() {
        importing(Imported.file("version-4.yaml")).run(context -> {
            assertThat(context).hasNotFailed();
            ShardingRule rule = context.getBean(ShardingRule.class);
            assertThat(rule.dataSources()).containsExactly("ms_ds0", "ms_ds1");
            assertThat(rule.defaultDataSource()).isEqualTo("ms_ds0");
            assertThat(rule.broadcastTables()).contains("t_config");
            assertThat(context.getEnvironment().getProperty("sharding.binding-tables[0]"))
                    .isEqualTo("t_order, t_order_item");
            assertThat(context.getBean("ds1", HikariDataSource.class).getMaximumPoolSize())
                    .isEqualTo(65);
            JdbcTemplate logical = jdbc(context, "dataSource");
            logical.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
            for (int user = 1; user <= 8; user++) {
                logical.update("INSERT INTO t_order (user_id) VALUES (?)", user);
            }
            logical.execute("CREATE TABLE t_config (id BIGINT PRIMARY KEY, name VARCHAR(20))");
            logical.update("INSERT INTO t_config (name) VALUES ('a')");
            assertThat(keys(context, "ds0", "t_config", "id"))
                    .hasSize(1)
                    .isEqualTo(keys(context, "ds1", "t_config", "id"));
            for (String database : List.of("ds0", "ds1")) {
                for (int table = 0; table < 2; table++) {
                    int rest = database.equals("ds0") ? 0 : 1;
                    int number = table;
                    assertThat(keys(context, database, "t_order" + table, "user_id"))
                            .allMatch(user -> user % 2 == rest);
                    assertThat(keys(context, database, "t_order" + table, "order_id"))
                            .allMatch(order -> order % 2 == number);
                }
            }
            assertThat(Stream.of("ds0.t_order0", "ds0.t_order1", "ds1.t_order0", "ds1.t_order1")
                            .mapToInt(each -> keys(context, each.substring(0, 3), each.substring(4), "user_id")
                                    .size())
                            .sum())
                    .isEqualTo(8);
        });
    }

    @Test
    void propertiesOfVersion4RunAsTheyAre() {
        importing(Imported.file("version-4.properties")).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean("m1", HikariDataSource.class).getMaximumPoolSize())
                    .isEqualTo(20);
            JdbcTemplate logical = jdbc(context, "dataSource");
            logical.execute("CREATE TABLE course (cid BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
            for (int user = 1; user <= 6; user++) {
                logical.update("INSERT INTO course (cid, user_id) VALUES (?, ?)", user, user);
            }
            assertThat(keys(context, "m1", "course_1", "cid")).containsExactly(2L, 4L, 6L);
            assertThat(keys(context, "m2", "course_2", "cid")).containsExactly(1L, 3L, 5L);
            logical.update("INSERT INTO course (user_id) VALUES (7)");
            assertThat(keys(context, "dataSource", "course", "cid")).hasSize(7);
        });
    }

    @Test
    void groupsAloneOfVersion4AreRead() {
        for (String form : List.of(
                """
                masterSlaveRule:
                  name: ms
                  masterDataSourceName: ds_0
                  slaveDataSourceNames: [ds_1]
                  loadBalanceAlgorithmType: RANDOM
                """,
                """
                masterSlaveRule:
                  name: ms
                  masterDataSourceName: ds_0
                  slaveDataSourceNames:
                    - ds_1
                  loadBalanceAlgorithmClassName: org.apache.shardingsphere.core.RandomMasterSlaveLoadBalanceAlgorithm
                  configMap: {a: b}
                """)) {
            assertThat(ShardingImport.read(Imported.of(SOURCES + form)).properties())
                    .extractingFromEntries(entry -> entry.getKey() + "=" + entry.getValue())
                    .contains(
                            "sharding.data-sources.ms.primary.name=ds_0",
                            "sharding.data-sources.ms.replicas[0].name=ds_1",
                            "sharding.data-sources.ms.load-balancer=random");
        }
    }

    /** Version 4 names classes where version 5 has algorithms: they become beans of names that are told. */
    @Test
    void whatVersion4HasAndIsNotTakenIsNamedLineByLine() {
        String rule =
                """
                shardingRule:
                  tables:
                    t_a:
                      logicTable: t_b
                      actualDataNodes: ds_${0..1}.t_a
                      databaseStrategy:
                        standard:
                          shardingColumn: id
                          preciseAlgorithmClassName: com.example.ByUser
                      keyGenerator: {type: REDIS, column: id}
                  defaultTableStrategy:
                    none:
                  encryptRule:
                    encryptors:
                      aes: {type: AES}
                """;
        assertThatThrownBy(() -> ShardingImport.read(Imported.of(SOURCES + rule)))
                .hasMessageContaining("line 11: tables.t_a.logicTable: the table is called t_a above it")
                .hasMessageContaining(
                        "line 16: shardingAlgorithms.t_a_database.type: com.example.ByUser has an interface")
                .hasMessageContaining("Make it a bean called 't_a_database' and remove the class here")
                .hasMessageContaining("line 17: keyGenerators.redis.type: 'REDIS' is not one of")
                .hasMessageContaining("encryptors: columns are not encrypted");
        String taken = rule.replaceAll("(?m)^ *(logicTable|preciseAlgorithm).*\n", "")
                .replaceAll("(?s) *encryptRule.*", "")
                .replace("REDIS", "UUID");
        assertThat(ShardingImport.read(Imported.of(SOURCES + taken)).properties())
                .extractingFromEntries(entry -> entry.getKey() + "=" + entry.getValue())
                .contains(
                        "sharding.tables.t_a.database-strategy.algorithm=t_a_database",
                        "sharding.key-generators.uuid.type=uuid");
    }

    @Test
    void nodesOfOtherTypesOfExpressionsAreRead() throws Exception {
        assertThat(NodeExpression.names("<INTERVAL>P=ds_0.t_;SP=yyyy_MM;DIA=1;DIU=Months;DL=2023_11;DU=2024_02"))
                .containsExactly("ds_0.t_2023_11", "ds_0.t_2023_12", "ds_0.t_2024_01", "ds_0.t_2024_02");
        assertThat(NodeExpression.names("<INTERVAL>DU=12;DL=11;SP=MM;DIU=Months;P=ds.t_"))
                .containsExactly("ds.t_11", "ds.t_12");
        assertThat(NodeExpression.names("<INTERVAL>P=t_;SP=yyyyMMdd;DIA=2;DL=20240227;DU=20240303"))
                .containsExactly("t_20240227", "t_20240229", "t_20240302");
        assertThat(NodeExpression.names("<LITERAL>ds_0.t_0, ds_1.t_1")).containsExactly("ds_0.t_0", "ds_1.t_1");
        assertThat(NodeExpression.names("<GROOVY>ds_${0..1}.t")).containsExactly("ds_0.t", "ds_1.t");
        for (String not : List.of("<MINE>a", "<INTERVAL>P=t_;SP=yyyy", "<INTERVAL>P=t_;SP=yyyy;DL=2024;DU=x")) {
            assertThatThrownBy(() -> NodeExpression.names(not)).isInstanceOf(NodeExpression.NotUnderstood.class);
        }
    }

    /** Checks that the advice for replacing a class depends on which of ShardingSphere's interfaces it has. */
    @Test
    void classesOfShardingSphereAreToBeWrittenAnew() {
        importing(
                        Imported.of(
                                """
                        dataSources:
                          ds_0: {url: h2:a , username: sa}
                        rules:
                        - !SHARDING
                          shardingAlgorithms:
                            s: {type: CLASS_BASED, props: {strategy: STANDARD, algorithmClassName: com.example.Standard}}
                            c: {type: CLASS_BASED, props: {strategy: complex, algorithmClassName: com.example.Complex}}
                            h: {type: CLASS_BASED, props: {strategy: HINT, algorithmClassName: com.example.Hint, limit: 7}}
                        """))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining(
                                "com.example.Standard has an interface of ShardingSphere, which is not here;"
                                        + " write it as an io.shardkit.algorithm.ShardingAlgorithm")
                        .hasMessageContaining("write it as an io.shardkit.algorithm.ComplexShardingAlgorithm")
                        .hasMessageContaining("gets the value of the ShardingHint")
                        .hasMessageContaining("or let an io.shardkit.algorithm.AlgorithmFactory make it and set"
                                + " sharding.algorithms.h.type to its type")
                        .message()
                        .doesNotContain("limit"));
    }

    @Test
    void everyLineThatCannotBeTakenIsNamed() {
        importing(
                        Imported.of(
                                """
                        databaseName: shop
                        mode:
                          type: Cluster
                          repository: {type: ZooKeeper}
                        dataSources:
                          ds_0:
                            dataSourceClassName: com.alibaba.druid.pool.DruidDataSource
                            url: h2:a
                            maxActive: 5
                            colour: blue
                        transaction:
                          defaultType: BASE
                        rules:
                        - !SHARDING
                          tables:
                            t_a:
                              actualDataNodes: ds_0.t_a_${(0..3).collect { it }}
                              tableStrategy:
                                standard:
                                  shardingAlgorithmName: own
                              auditStrategy:
                                auditorNames: [all]
                            t_b:
                              actualDataNodes: ds_0.t_b
                              colour: red
                          shardingAlgorithms:
                            own:
                              type: CLASS_BASED
                              props:
                                strategy: STANDARD
                                algorithmClassName: com.example.Own
                            cos:
                              type: COSID_INTERVAL_SNOWFLAKE
                              props: {id-name: t_a, logic-name-prefix: t_a_}
                            mod:
                              type: MOD
                              props:
                                sharding-count: many
                        - !ENCRYPT
                          tables: {}
                        props:
                          sql-show: true
                          sql-hint-enabled: true
                          colour: red
                        """))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("line 3: mode.type: rules and worker ids of a cluster")
                        .hasMessageContaining("line 10: dataSources.ds_0.colour: HikariCP has no such setting")
                        .hasMessageContaining("line 12: transaction.defaultType: transactions of type BASE")
                        .hasMessageContaining("line 17: tables.t_a.actualDataNodes: '(0..3).collect { it }' is not")
                        .hasMessageContaining(
                                "line 19: tables.t_a.tableStrategy.standard.shardingColumn: it is missing")
                        .hasMessageContaining("line 22: tables.t_a.auditStrategy.auditorNames: 'all' is not of type")
                        .hasMessageContaining("line 25: tables.t_b.colour: it is not a part of a table")
                        .hasMessageContaining("line 28: shardingAlgorithms.own.type: com.example.Own has an")
                        .hasMessageContaining("line 33: shardingAlgorithms.cos.type: it reads the time from the bits")
                        .hasMessageContaining("line 38: shardingAlgorithms.mod.props.sharding-count: 'many' is not")
                        .hasMessageContaining("!ENCRYPT: columns are not encrypted")
                        .hasMessageContaining("line 44: props.colour: it is not known")
                        .message()
                        .doesNotContain("databaseName", "maxActive", "sql-show", "repository"));
    }

    @Test
    void cosIdsAlgorithmsFindItsRows() {
        importing(Imported.of(
                        """
                        dataSources:
                          ds_0: {url: h2:a , username: sa}
                        rules:
                        - !SHARDING
                          tables:
                            t_a:
                              actualDataNodes: ds_0.t_a_${0..3}
                              tableStrategy:
                                standard: {shardingColumn: id, shardingAlgorithmName: rest}
                            t_b:
                              actualDataNodes: ds_0.t_b_20240${1..3}
                              tableStrategy:
                                standard: {shardingColumn: at, shardingAlgorithmName: months}
                          shardingAlgorithms:
                            rest: {type: COSID_MOD, props: {mod: 4, logic-name-prefix: t_a_}}
                            months:
                              type: COSID_INTERVAL
                              props:
                                zone-id: %s
                                logic-name-prefix: t_b_
                                datetime-lower: "2024-01-01 00:00:00"
                                datetime-upper: "2024-03-31 23:59:59"
                                sharding-suffix-pattern: yyyyMM
                                datetime-interval-unit: MONTHS
                                datetime-interval-amount: 1
                        """
                                .formatted(ZoneId.systemDefault())))
                .run(context -> {
                    ShardingRule rule = context.getBean(ShardingRule.class);
                    ShardingAlgorithm rest = algorithm(rule, "t_a");
                    assertThat(List.of(rest.shard(0), rest.shard(7), rest.shard(Long.MAX_VALUE)))
                            .containsExactly(0, 3, 3);
                    ShardingAlgorithm months = algorithm(rule, "t_b");
                    assertThat(Stream.of("2024-01-01", "2024-02-29", "2024-03-31")
                                    .map(day ->
                                            months.shard(LocalDate.parse(day).toEpochDay())))
                            .containsExactly(0, 1, 2);
                });
        importing(
                        Imported.of(
                                """
                        dataSources:
                          ds_0: {url: h2:a , username: sa}
                        rules:
                        - !SHARDING
                          shardingAlgorithms:
                            months:
                              type: COSID_INTERVAL
                              props:
                                zone-id: Pacific/Marquesas
                                ts-unit: SECOND
                                datetime-lower: "2024-01-01 00:00:01"
                                datetime-upper: "2024-03-31"
                                sharding-suffix-pattern: HH
                                datetime-interval-unit: HOURS
                                datetime-interval-amount: 2
                            rest: {type: COSID_MOD, props: {mod: four}}
                        """))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("months.props.zone-id: rows of instants lie where a clock of")
                        .hasMessageContaining("months.props.ts-unit: timestamps in numbers")
                        .hasMessageContaining("months.props.datetime-lower: '2024-01-01 00:00:01' does not begin at")
                        .hasMessageContaining("months.props.datetime-upper: '2024-03-31' is not of the form")
                        .hasMessageContaining("months.props.sharding-suffix-pattern: of 'HH' only years")
                        .hasMessageContaining("months.props.datetime-interval-amount: periods of several units")
                        .hasMessageContaining("rest.props.mod: 'four' is not a whole number"));
    }

    private static ShardingAlgorithm algorithm(ShardingRule rule, String table) {
        return Objects.requireNonNull(
                        Objects.requireNonNull(rule.shardedTable(table)).tableStrategy())
                .algorithm();
    }

    @Test
    void aFileThatIsNotThereOrNoYamlStopsTheStart() {
        importing("classpath:nowhere.yaml").run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContaining("sharding.import: 'classpath:nowhere.yaml' is not there"));
        importing(Imported.of("a: [1, 2\nb: }"))
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining("is not YAML, line 2"));
    }

    @Test
    void nothingIsImportedWhenShardingIsOff() {
        importing("classpath:nowhere.yaml")
                .withPropertyValues("sharding.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DataSource.class));
    }

    @Test
    void propertiesOfTheStarterRunWithoutAWord() {
        String[] properties = {
            "spring.shardingsphere.mode.type=Standalone",
            "spring.shardingsphere.props.sql-show=true",
            "spring.shardingsphere.datasource.names=ds1, ds0",
            "spring.shardingsphere.datasource.ds0.type=com.zaxxer.hikari.HikariDataSource",
            "spring.shardingsphere.datasource.ds0.driver-class-name=com.mysql.cj.jdbc.Driver",
            "spring.shardingsphere.datasource.ds0.jdbc-url=" + Imported.url("s0"),
            "spring.shardingsphere.datasource.ds0.maximum-pool-size=7",
            "spring.shardingsphere.datasource.ds1.url=" + Imported.url("s1"),
            "spring.shardingsphere.datasource.ds1.password=",
            "spring.shardingsphere.rules.sharding.tables.t_order.actual-data-nodes=ds$->{0..1}.t_order_$->{1..2}",
            "spring.shardingsphere.rules.sharding.tables.t_order.database-strategy.standard.sharding-column=user_id",
            "spring.shardingsphere.rules.sharding.tables.t_order.database-strategy.standard.sharding-algorithm-name=db",
            "spring.shardingsphere.rules.sharding.tables.t_order.table-strategy.standard.sharding-column=order_id",
            "spring.shardingsphere.rules.sharding.tables.t_order.table-strategy.standard.sharding-algorithm-name=tb",
            "spring.shardingsphere.rules.sharding.tables.t_order.key-generate-strategy.column=order_id",
            "spring.shardingsphere.rules.sharding.tables.t_order.key-generate-strategy.key-generator-name=keys",
            "spring.shardingsphere.rules.sharding.sharding-algorithms.db.type=INLINE",
            "spring.shardingsphere.rules.sharding.sharding-algorithms.db.props.algorithm-expression=ds$->{user_id % 2}",
            "spring.shardingsphere.rules.sharding.sharding-algorithms.tb.type=INLINE",
            "spring.shardingsphere.rules.sharding.sharding-algorithms.tb.props.algorithm-expression="
                    + "t_order_$->{order_id % 2 + 1}",
            "spring.shardingsphere.rules.sharding.key-generators.keys.type=SNOWFLAKE",
            "spring.shardingsphere.rules.sharding.key-generators.keys.props.worker-id=3",
            "spring.shardingsphere.rules.sharding.broadcast-tables[0]=t_country",
            "spring.shardingsphere.rules.sharding.broadcast-tables[1]=t_currency"
        };
        runner.withPropertyValues(properties).run(context -> {
            assertThat(context).hasNotFailed();
            ShardingRule rule = context.getBean(ShardingRule.class);
            assertThat(rule.dataSources()).containsExactly("ds1", "ds0");
            assertThat(rule.broadcastTables()).containsExactlyInAnyOrder("t_country", "t_currency");
            assertThat(context.getBean("ds0", HikariDataSource.class).getMaximumPoolSize())
                    .isEqualTo(7);
            JdbcTemplate logical = jdbc(context, "dataSource");
            logical.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
            logical.update("INSERT INTO t_order (order_id, user_id) VALUES (3, 5), (4, 6)");
            assertThat(keys(context, "ds1", "t_order_2", "order_id")).containsExactly(3L);
            assertThat(keys(context, "ds0", "t_order_1", "order_id")).containsExactly(4L);
        });
        runner.withPropertyValues(properties)
                .withPropertyValues("spring.shardingsphere.rules.mask.tables.x.type=Static")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("rules.mask"));
    }

    @Test
    void auditsOfShardingConditionsAreLeftOutWithAWarning(CapturedOutput output) {
        importing(
                        Imported.of(
                                SOURCES
                                        + """
                        rules:
                        - !SHARDING
                          tables:
                            t_order:
                              actualDataNodes: ds_0.t_order
                              auditStrategy:
                                auditorNames:
                                  - sharding_key_required_auditor
                                allowHintDisable: true
                          auditors:
                            sharding_key_required_auditor:
                              type: DML_SHARDING_CONDITIONS
                        - !BROADCAST
                          tables:
                            - t_address
                        - !SINGLE
                          tables:
                            - "*.*"
                            - ds_1.t_single
                          defaultDataSource: ds_1
                        """))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    ShardingRule rule = context.getBean(ShardingRule.class);
                    assertThat(rule.broadcastTables()).contains("t_address");
                    assertThat(rule.singleTables()).containsEntry("t_single", "ds_1");
                    assertThat(rule.defaultDataSource()).isEqualTo("ds_1");
                    assertThat(output)
                            .contains("line 15: ")
                            .contains("statements without sharding conditions are not refused");
                });
    }

    @Test
    void severalColumnsAndHintsChooseTheirTables() {
        importing(
                        Imported.of(
                                SOURCES
                                        + """
                        rules:
                        - !SHARDING
                          tables:
                            t_sale:
                              actualDataNodes: ds_0.t_sale_${0..3}
                              tableStrategy:
                                complex:
                                  shardingColumns: user_id, shop_id
                                  shardingAlgorithmName: both
                            t_tenant:
                              actualDataNodes: ds_${0..1}.t_tenant
                              databaseStrategy:
                                hint:
                                  shardingAlgorithmName: hinted
                          shardingAlgorithms:
                            both:
                              type: COMPLEX_INLINE
                              props:
                                sharding-columns: user_id,shop_id
                                algorithm-expression: t_sale_${(user_id + shop_id) % 4}
                            hinted:
                              type: HINT_INLINE
                              props:
                                algorithm-expression: ds_${value % 2}
                        """))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    JdbcTemplate logical = jdbc(context, "dataSource");
                    logical.execute("CREATE TABLE t_sale (user_id BIGINT NOT NULL, shop_id BIGINT NOT NULL)");
                    logical.execute("CREATE TABLE t_tenant (id BIGINT NOT NULL)");
                    logical.update("INSERT INTO t_sale (user_id, shop_id) VALUES (3, 2)");
                    assertThat(keys(context, "ds_0", "t_sale_1", "user_id")).containsExactly(3L);
                    try (ShardingHint hint = ShardingHint.database("t_tenant", 5)) {
                        assertThat(hint).isNotNull();
                        logical.update("INSERT INTO t_tenant (id) VALUES (1)");
                    }
                    assertThat(keys(context, "ds_1", "t_tenant", "id")).containsExactly(1L);
                });
    }
}

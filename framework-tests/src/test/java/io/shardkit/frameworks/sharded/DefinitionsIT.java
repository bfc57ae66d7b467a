package io.shardkit.frameworks.sharded;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import liquibase.exception.LiquibaseException;
import liquibase.integration.spring.SpringLiquibase;
import org.flywaydb.core.Flyway;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.jdbc.core.JdbcTemplate;

/** Indexes, constraints, columns and names of sharded, broadcast and other tables, made, undone and made again. */
class DefinitionsIT {

    private static TableRule orders(String table) {
        return new TableRule(
                table,
                "ds{0..1}." + table + "_{0..1}",
                new ShardingStrategy("user_id", new ModAlgorithm(2)),
                new ShardingStrategy("order_id", new ModAlgorithm(2)),
                null);
    }

    /** The pool's database; of H2 another one, which is as H2 comes. */
    private static DataSource plain(TestDatabase kind, HikariDataSource pool) {
        if (kind != TestDatabase.H2) {
            return pool;
        }
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:" + pool.getPoolName() + "_plain;DB_CLOSE_DELAY=-1");
        return database;
    }

    private static Map<String, DataSource> inOrder(DataSource ds0, DataSource ds1) {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        sources.put("ds0", ds0);
        sources.put("ds1", ds1);
        return sources;
    }

    private interface Work {
        void run(DataSource logical, List<JdbcTemplate> databases) throws Exception;
    }

    private static void withShop(TestDatabase kind, Work work) throws Exception {
        ShardingRule rule = ShardingRuleBuilder.over(List.of("ds0", "ds1"))
                .uniqueKeys(UniqueKeyChoice.ACCEPT)
                .table(orders("t_order"))
                .table(orders("t_order_item"))
                .bind(List.of("t_order", "t_order_item"))
                .broadcast("t_country")
                .build();
        try (HikariDataSource first = kind.create("definitions0", 0);
                HikariDataSource second = kind.create("definitions1", 1)) {
            Map<String, DataSource> sources = inOrder(plain(kind, first), plain(kind, second));
            try (ShardingDataSource logical = ShardingDataSource.create(
                    sources,
                    rule,
                    ShardingOptions.builder().executor(Runnable::run).build())) {
                work.run(
                        logical,
                        sources.values().stream().map(JdbcTemplate::new).toList());
            }
        }
    }

    private static void liquibase(DataSource logical, String file, boolean undone) throws LiquibaseException {
        SpringLiquibase liquibase = new SpringLiquibase();
        liquibase.setResourceLoader(new DefaultResourceLoader());
        liquibase.setDataSource(logical);
        liquibase.setChangeLog("classpath:liquibase/" + file);
        liquibase.setTestRollbackOnUpdate(undone);
        liquibase.afterPropertiesSet();
    }

    @ParameterizedTest
    @OnDatabases
    void liquibaseUndoesAndRepeatsThem(TestDatabase kind) throws Exception {
        withShop(kind, (logical, databases) -> {
            liquibase(logical, "definitions.yaml", true);
            liquibase(logical, "later.yaml", false);
            assertEach(databases, logical);
        });
    }

    @ParameterizedTest
    @OnDatabases
    void flywayMakesThem(TestDatabase kind) throws Exception {
        withShop(kind, (logical, databases) -> {
            Flyway.configure()
                    .dataSource(logical)
                    .locations(
                            kind.hasSequences()
                                    ? new String[] {"classpath:flyway/definitions", "classpath:flyway/sequences"}
                                    : new String[] {"classpath:flyway/definitions"})
                    .load()
                    .migrate();
            assertEach(databases, logical);
        });
    }

    /** Checks the state after both: the rows 1, 3 and 4 of orders, and one country, each table with an added column. */
    private static void assertEach(List<JdbcTemplate> databases, DataSource logical) throws SQLException {
        JdbcTemplate jdbc = new JdbcTemplate(logical);
        assertThat(jdbc.queryForList("SELECT order_id FROM t_order WHERE state = 'NEW' ORDER BY order_id", Long.class))
                .containsExactly(1L, 3L, 4L);
        assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM t_order WHERE note IS NULL", Long.class))
                .isEqualTo(3);
        assertThat(jdbc.queryForObject("SELECT label FROM app_label", String.class))
                .isEqualTo("one");
        for (JdbcTemplate database : databases) {
            assertThat(database.queryForObject("SELECT COUNT(*) FROM t_country WHERE note IS NULL", Long.class))
                    .isEqualTo(1);
            for (String actual : List.of("t_order_0", "t_order_1")) {
                assertThat(database.queryForList("SELECT note, state FROM " + actual))
                        .hasSizeLessThan(3);
            }
        }
    }
}

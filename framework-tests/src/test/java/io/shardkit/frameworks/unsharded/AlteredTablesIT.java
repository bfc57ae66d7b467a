package io.shardkit.frameworks.unsharded;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.move.AlterReport;
import io.shardkit.move.AlterRequest;
import io.shardkit.move.MovePhase;
import io.shardkit.move.MoveState;
import io.shardkit.move.Moves;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import liquibase.exception.LiquibaseException;
import liquibase.integration.spring.SpringLiquibase;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationVersion;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.jdbc.core.JdbcTemplate;

/** Flyway and Liquibase go on with tables that were altered online. */
class AlteredTablesIT {
    private static final String NOTE = "ADD COLUMN note VARCHAR(20) DEFAULT 'none'";

    /** An application with the rule of its tables in its databases. */
    private static final class Shop implements AutoCloseable {
        private final List<HikariDataSource> pools;
        private final ShardingDataSource logical;
        private final JdbcTemplate jdbc;

        Shop(TestDatabase kind) throws SQLException {
            pools = List.of(kind.create("altered0", 0), kind.create("altered1", 1));
            logical = ShardingDataSource.builder()
                    .dataSources(Map.of("ds0", pools.get(0), "ds1", pools.get(1)))
                    .rule(ShardingRuleBuilder.over("ds0", "ds1")
                            .uniqueKeys(UniqueKeyChoice.ACCEPT)
                            .table("t_order", table -> table.nodes("ds{0..1}.t_order_{0..1}")
                                    .databaseBy("user_id", Algorithms.mod())
                                    .tableBy("order_id", Algorithms.mod()))
                            .build())
                    .options(ShardingOptions.builder()
                            .ruleStore(RuleStore.DEFAULTS.every(Duration.ofMillis(100)))
                            .build())
                    .joinLater()
                    .build();
            jdbc = new JdbcTemplate(logical);
        }

        /** Alters t_order online. */
        void alter(String clauses) throws Exception {
            logical.join();
            Moves moves = logical.moves();
            String id = moves.start(AlterRequest.of("t_order", clauses));
            await(() -> phase(moves, id) == MovePhase.SWITCHED);
            moves.complete(id);
            await(() -> phase(moves, id) == null);
        }

        private static @Nullable MovePhase phase(Moves moves, String id) {
            try {
                return moves.list().stream()
                        .filter(state -> state.id().equals(id))
                        .peek(state -> assertThat(state.phase()).as("%s", state).isNotEqualTo(MovePhase.FAILED))
                        .map(MoveState::phase)
                        .findFirst()
                        .orElse(null);
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
        }

        private static void await(BooleanSupplier state) throws InterruptedException {
            long until = System.nanoTime() + Duration.ofSeconds(120).toNanos();
            while (!state.getAsBoolean()) {
                assertThat(System.nanoTime()).as("a state that does not come").isLessThan(until);
                Thread.sleep(10);
            }
        }

        /** The orders that are there before all, with what was altered online and what was migrated since. */
        void check() {
            assertThat(jdbc.queryForList("SELECT note FROM t_order WHERE order_id < 5", String.class))
                    .hasSize(4)
                    .containsOnly("none");
            assertThat(jdbc.queryForList("SELECT priority FROM t_order WHERE order_id < 5", Integer.class))
                    .hasSize(4)
                    .containsOnly(3);
            assertThat(jdbc.queryForList("SELECT * FROM t_order WHERE user_id = 1 AND order_id = 1"))
                    .singleElement()
                    .satisfies(row -> assertThat(row).hasSize(5));
        }

        @Override
        public void close() {
            logical.close();
            pools.forEach(HikariDataSource::close);
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void aTableIsAltered(TestDatabase kind) throws Exception {
        try (Shop shop = new Shop(kind)) {
            shop.jdbc.execute(ShopDatabases.ORDERS);
            shop.logical.join();
            Moves moves = shop.logical.moves();
            // region: alter
            AlterReport altered = moves.check(AlterRequest.of("t_order", "ADD COLUMN note VARCHAR(20)"));
            String altering = moves.start(AlterRequest.of("t_order", "ADD COLUMN note VARCHAR(20)"));
            // endregion
            assertThat(altered.errors()).isEmpty();
            Shop.await(() -> Shop.phase(moves, altering) == MovePhase.SWITCHED);
            shop.jdbc.update(
                    "INSERT INTO t_order (order_id, user_id, status, note) VALUES (1, 1, 'NEW', 'urgent'), (2, 2, 'NEW', '')");
            assertThat(shop.jdbc.queryForList("SELECT note FROM t_order ORDER BY order_id", String.class))
                    .containsExactly("urgent", "");
        }
    }

    private static Flyway flyway(Shop shop, String target) {
        return Flyway.configure()
                .dataSource(shop.logical)
                .locations("classpath:flyway/altered")
                .target(MigrationVersion.fromVersion(target))
                .load();
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void flywayMigratesTablesThatWereAlteredOnline(TestDatabase kind) throws Exception {
        try (Shop shop = new Shop(kind)) {
            assertThat(flyway(shop, "1").migrate().migrationsExecuted).isEqualTo(1);
            shop.alter(NOTE);
            Flyway next = flyway(shop, "3");
            assertThat(next.migrate().migrationsExecuted).isEqualTo(2);
            assertThat(next.validateWithResult().validationSuccessful).isTrue();
            shop.check();
            assertThat(shop.jdbc.queryForObject("SELECT note FROM t_order WHERE order_id = 5", String.class))
                    .isEqualTo("urgent");
            // What was migrated meanwhile is altered online, too.
            shop.alter("DROP COLUMN priority");
            assertThat(shop.jdbc.queryForList("SELECT * FROM t_order"))
                    .hasSize(5)
                    .allSatisfy(row -> assertThat(row).doesNotContainKey("priority"));
        }
        // Where there is no such table yet, migrations alone make the same one.
        try (Shop shop = new Shop(kind)) {
            assertThat(flyway(shop, "3").migrate().migrationsExecuted).isEqualTo(3);
            shop.check();
        }
    }

    private static void update(Shop shop, String contexts) throws LiquibaseException {
        SpringLiquibase liquibase = new SpringLiquibase();
        liquibase.setResourceLoader(new DefaultResourceLoader());
        liquibase.setDataSource(shop.logical);
        liquibase.setChangeLog("classpath:liquibase/altered.yaml");
        liquibase.setContexts(contexts);
        liquibase.afterPropertiesSet();
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void liquibaseChangesTablesThatWereAlteredOnline(TestDatabase kind) throws Exception {
        try (Shop shop = new Shop(kind)) {
            update(shop, "first");
            shop.alter(NOTE);
            update(shop, "next");
            update(shop, "next");
            shop.check();
            assertThat(shop.jdbc.queryForList(
                            "SELECT EXECTYPE FROM DATABASECHANGELOG ORDER BY ORDEREXECUTED", String.class))
                    .containsExactly("EXECUTED", "MARK_RAN", "EXECUTED");
            shop.alter("DROP COLUMN priority");
            assertThat(shop.jdbc.queryForList("SELECT * FROM t_order"))
                    .hasSize(4)
                    .allSatisfy(row -> assertThat(row).doesNotContainKey("priority"));
        }
        // Where there is no such table yet, change sets alone make the same one.
        try (Shop shop = new Shop(kind)) {
            update(shop, "next");
            shop.check();
        }
    }
}

package io.shardkit.frameworks.unsharded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.Locale;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Flyway migrates sharded and other tables, with its history on the default data source. */
class FlywayIT {

    private static Flyway flyway(ShopDatabases databases, String... folders) {
        String[] locations = new String[folders.length];
        for (int i = 0; i < folders.length; i++) {
            locations[i] = "classpath:flyway/" + folders[i];
        }
        return Flyway.configure()
                .dataSource(databases.logical)
                .locations(locations)
                .load();
    }

    private static String own(TestDatabase kind) {
        return kind.speaksMysql() ? "mariadb" : kind.name().toLowerCase(Locale.ROOT);
    }

    @ParameterizedTest
    @OnDatabases
    void migratesOnce(TestDatabase kind) throws SQLException {
        try (ShopDatabases databases = new ShopDatabases(kind)) {
            Flyway flyway = flyway(databases, "common", own(kind));
            assertThat(flyway.migrate().migrationsExecuted).isEqualTo(5);
            assertThat(flyway.validateWithResult().validationSuccessful).isTrue();
            assertThat(flyway(databases, "common", own(kind)).migrate().migrationsExecuted)
                    .isZero();
            assertThat(flyway.info().all()).extracting(MigrationInfo::getState).containsOnly(MigrationState.SUCCESS);

            assertThat(databases.count("app_setting")).isEqualTo(3);
            assertThat(databases.count("setting_names")).isEqualTo(3);
            assertThat(databases.count("t_order")).isEqualTo(4);
            for (int i = 0; i < 2; i++) {
                assertThat(databases.count(i, "t_order_0")).isEqualTo(1);
                assertThat(databases.count(i, "t_order_1")).isEqualTo(1);
            }
            assertThat(databases.tables(0)).contains("flyway_schema_history", "app_setting");
            assertThat(databases.tables(1)).containsExactly("t_order_0", "t_order_1");
        }
    }

    @ParameterizedTest
    @OnDatabases
    void takesOverAnApplicationThatHasTables(TestDatabase kind) throws SQLException {
        try (ShopDatabases databases = ShopDatabases.withOrders(kind)) {
            Flyway flyway = flyway(databases, "common");
            assertThatThrownBy(flyway::migrate).hasMessageContaining("non-empty schema");
            Flyway.configure()
                    .configuration(flyway.getConfiguration())
                    .baselineOnMigrate(true)
                    .baselineVersion("3")
                    .load()
                    .migrate();
            assertThat(databases.tables(0)).contains("audit_entry").doesNotContain("app_setting");
        }
    }

    @ParameterizedTest
    @OnDatabases
    void tellsOfAMigrationThatFailed(TestDatabase kind) throws SQLException {
        try (ShopDatabases databases = new ShopDatabases(kind)) {
            Flyway flyway = flyway(databases, "broken");
            assertThatThrownBy(flyway::migrate).isInstanceOf(FlywayException.class);
            // PostgreSQL's DDL is undone with the transaction.
            assertThat(databases.tables(0).contains("half_done")).isEqualTo(kind != TestDatabase.POSTGRESQL);
            flyway.repair();
            assertThat(flyway.info().applied()).hasSize(1);
        }
    }

    private static Flyway cleaning(Flyway flyway) {
        return Flyway.configure()
                .configuration(flyway.getConfiguration())
                .cleanDisabled(false)
                .load();
    }

    @ParameterizedTest
    @OnDatabases
    void cleansWhatItHasMigrated(TestDatabase kind) throws SQLException {
        try (ShopDatabases databases = new ShopDatabases(kind)) {
            Flyway flyway = cleaning(flyway(databases, "common"));
            flyway.migrate();
            databases.jdbc.execute("CREATE VIEW setting_names AS SELECT name FROM app_setting");
            createSequence(databases);
            flyway.clean();
            for (int i = 0; i < 2; i++) {
                assertThat(databases.tables(i)).isEmpty();
            }
            assertThat(flyway.migrate().migrationsExecuted).isEqualTo(4);
            assertThat(databases.count("t_order")).isEqualTo(4);
            createSequence(databases);
        }
    }

    private static void createSequence(ShopDatabases databases) {
        if (databases.kind.hasSequences()) {
            databases.jdbc.execute("CREATE SEQUENCE audit_number");
        }
    }

    /** Flyway says CASCADE, which is left out: it might take something from tables that the statement does not name. */
    @Test
    void cleansFunctionsThatNothingNeeds() throws SQLException {
        try (ShopDatabases databases = new ShopDatabases(TestDatabase.POSTGRESQL)) {
            Flyway flyway = cleaning(flyway(databases, "common", "postgresql"));
            int migrations = flyway.migrate().migrationsExecuted;
            flyway.clean();
            for (int i = 0; i < 2; i++) {
                assertThat(databases.tables(i)).isEmpty();
            }
            assertThat(flyway.migrate().migrationsExecuted).isEqualTo(migrations);
            assertThat(databases.count("t_order")).isEqualTo(4);
        }
    }
}

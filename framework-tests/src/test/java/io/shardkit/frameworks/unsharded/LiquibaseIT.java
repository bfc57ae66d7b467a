package io.shardkit.frameworks.unsharded;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import liquibase.exception.LiquibaseException;
import liquibase.integration.spring.SpringLiquibase;
import org.junit.jupiter.params.ParameterizedTest;
import org.springframework.core.io.DefaultResourceLoader;

/** Liquibase changes sharded and other tables, with its log and lock on the default data source; DefinitionsIT is about H2 too. */
class LiquibaseIT {

    private static void update(ShopDatabases databases) throws LiquibaseException {
        SpringLiquibase liquibase = new SpringLiquibase();
        liquibase.setResourceLoader(new DefaultResourceLoader());
        liquibase.setDataSource(databases.logical);
        liquibase.setChangeLog("classpath:liquibase/changes.yaml");
        liquibase.setTestRollbackOnUpdate(true);
        liquibase.afterPropertiesSet();
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void changesOnce(TestDatabase kind) throws Exception {
        try (ShopDatabases databases = new ShopDatabases(kind)) {
            update(databases);
            update(databases);
            assertThat(databases.count("DATABASECHANGELOG")).isEqualTo(5);
            assertThat(databases.count("app_setting")).isEqualTo(1);
            assertThat(databases.count("setting_names")).isEqualTo(1);
            assertThat(databases.count("t_order")).isEqualTo(4);
            for (int i = 0; i < 2; i++) {
                assertThat(databases.count(i, "t_order_0")).isEqualTo(1);
                assertThat(databases.count(i, "t_order_1")).isEqualTo(1);
            }
            assertThat(databases.tables(1)).containsExactly("t_order_0", "t_order_1");
            assertThat(databases.jdbc.queryForObject("SELECT LOCKED FROM DATABASECHANGELOGLOCK", Boolean.class))
                    .isFalse();
        }
    }
}

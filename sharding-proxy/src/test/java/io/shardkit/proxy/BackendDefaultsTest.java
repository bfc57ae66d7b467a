package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.proxy.backend.BlockingSockets;
import org.junit.jupiter.api.Test;

class BackendDefaultsTest {
    private static HikariDataSource pool(String url) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.addDataSourceProperty("prepStmtCacheSize", "7");
        assertThat(new BackendDefaults().postProcessBeforeInitialization(pool, "ds0"))
                .isSameAs(pool);
        return pool;
    }

    @Test
    void statementsArePreparedOnTheServersUnlessThePoolSaysOtherwise() {
        try (HikariDataSource pool = pool("jdbc:mariadb://127.0.0.1/shop")) {
            assertThat(pool.getDataSourceProperties())
                    .containsEntry("useServerPrepStmts", "true")
                    .containsEntry("prepStmtCacheSize", "7")
                    .containsEntry("socketFactory", BlockingSockets.class.getName());
        }
    }

    /** By the same name it is told another kind of class. */
    @Test
    void theDriverOfMySqlHasItsOwnSockets() {
        try (HikariDataSource pool = pool("jdbc:mysql://127.0.0.1/shop")) {
            assertThat(pool.getDataSourceProperties())
                    .containsEntry("useServerPrepStmts", "true")
                    .containsEntry("yearIsDateType", "false")
                    .containsEntry("tinyInt1isBit", "false")
                    .doesNotContainKey("socketFactory");
        }
    }
}

package io.shardkit.frameworks.sharded;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.druid.pool.DruidDataSource;
import com.p6spy.engine.spy.P6DataSource;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.frameworks.unsharded.ShopDatabases;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;

/** Data sources that are not plain pools, and pass on less of JDBC than drivers know. */
class PoolsIT {

    private static DataSource druid(HikariDataSource database) {
        DruidDataSource pool = new DruidDataSource();
        pool.setUrl(database.getJdbcUrl());
        pool.setUsername(database.getUsername());
        pool.setPassword(database.getPassword());
        pool.setTestWhileIdle(false);
        return pool;
    }

    @ParameterizedTest
    @OnDatabases
    void p6spyLogsWhatShardsAreSent(TestDatabase kind) throws SQLException {
        try (ShopDatabases databases = new ShopDatabases(kind, P6DataSource::new)) {
            works(databases);
        }
    }

    @ParameterizedTest
    @OnDatabases
    void druidKeepsConnections(TestDatabase kind) throws SQLException {
        try (ShopDatabases databases = new ShopDatabases(kind, PoolsIT::druid)) {
            works(databases);
        }
    }

    private static void works(ShopDatabases databases) throws SQLException {
        databases.jdbc.execute(ShopDatabases.ORDERS);
        assertThat(databases.jdbc.batchUpdate(
                        "INSERT INTO t_order VALUES (?, ?, 'NEW')",
                        List.of(new Object[] {1, 1}, new Object[] {2, 1}, new Object[] {3, 2}, new Object[] {4, 2})))
                .containsOnly(1);
        try (Connection connection = databases.logical.getConnection();
                PreparedStatement prepared =
                        connection.prepareStatement("UPDATE t_order SET status = ? WHERE order_id = ?");
                Statement plain = connection.createStatement()) {
            for (int order = 1; order <= 4; order++) {
                prepared.setString(1, "PAID");
                prepared.setInt(2, order);
                prepared.addBatch();
            }
            assertThat(prepared.executeLargeBatch()).containsExactly(1, 1, 1, 1);
            plain.addBatch("UPDATE t_order SET status = 'SENT' WHERE user_id = 1");
            plain.addBatch("UPDATE t_order SET status = 'SENT' WHERE order_id = 3");
            assertThat(plain.executeLargeBatch()).containsExactly(2, 1);
            assertThat(plain.executeLargeUpdate("UPDATE t_order SET status = 'DONE' WHERE status = 'SENT'"))
                    .isEqualTo(3);
            assertThat(plain.executeLargeUpdate(
                            "DELETE FROM t_order WHERE order_id = 4", Statement.RETURN_GENERATED_KEYS))
                    .isEqualTo(1);
            prepared.setString(1, "LAST");
            prepared.setInt(2, 1);
            assertThat(prepared.executeLargeUpdate()).isEqualTo(1);
        }
        assertThat(databases.jdbc.queryForList(
                        "SELECT order_id FROM t_order WHERE status = 'DONE' ORDER BY order_id DESC", Long.class))
                .containsExactly(3L, 2L);
    }
}

package io.shardkit.frameworks.sharded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.frameworks.unsharded.ShopDatabases;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A write in a transaction that is read-only, as by {@code @Transactional(readOnly = true)}: denied as MariaDB denies it, where
 * the database takes read-only for more than a hint. Of PostgreSQL's own exception Spring makes none of these.
 */
class ReadOnlyIT {

    @ParameterizedTest
    @OnDatabases
    void aWriteIsDenied(TestDatabase kind) throws SQLException {
        try (ShopDatabases databases = ShopDatabases.withOrders(kind);
                HikariDataSource whole = kind.create("whole", 0)) {
            new JdbcTemplate(whole).execute(ShopDatabases.ORDERS);
            for (String sql : List.of(
                    "INSERT INTO t_order (order_id, user_id, status) VALUES (9, 9, 'NEW')",
                    "INSERT INTO t_order (order_id, user_id, status) VALUES (11, 11, 'NEW'), (12, 12, 'NEW')",
                    "UPDATE t_order SET status = 'PAID' WHERE user_id = 1 AND order_id = 1",
                    "UPDATE t_order SET status = 'PAID' WHERE order_id > 0",
                    "UPDATE t_order SET user_id = user_id + 1 WHERE order_id = 2",
                    "UPDATE t_order SET status = 'PAID' WHERE status = (SELECT MAX(o.status) FROM t_order o WHERE o.user_id > 0)",
                    "DELETE FROM t_order WHERE status = 'NEW'")) {
                Throwable plain = catchThrowable(() -> write(whole, sql));
                Throwable sharded = catchThrowable(() -> write(databases.logical, sql));
                if (plain == null) {
                    // H2 takes read-only for a hint.
                    assertThat(sharded).as(sql).isNull();
                } else {
                    assertThat(sharded).as(sql).isInstanceOf(PermissionDeniedDataAccessException.class);
                }
            }
        }
    }

    private static void write(DataSource source, String sql) {
        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(source));
        transaction.setReadOnly(true);
        transaction.executeWithoutResult(status -> new JdbcTemplate(source).update(sql));
    }
}

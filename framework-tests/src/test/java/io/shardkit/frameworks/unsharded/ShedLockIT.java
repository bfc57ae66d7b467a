package io.shardkit.frameworks.unsharded;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.junit.jupiter.params.ParameterizedTest;

/** ShedLock lets one instance run a job, by a row beside sharded tables. */
class ShedLockIT {
    private static final String TABLE =
            "CREATE TABLE shedlock (name VARCHAR(64) NOT NULL, lock_until TIMESTAMP(6) NOT NULL,"
                    + " locked_at TIMESTAMP(6) NOT NULL, locked_by VARCHAR(255) NOT NULL, PRIMARY KEY (name))";

    private static Optional<SimpleLock> lock(LockProvider provider, String name, Duration least) {
        return provider.lock(new LockConfiguration(Instant.now(), name, Duration.ofMinutes(5), least));
    }

    private static void oneAtATime(LockProvider one, LockProvider other, String name) {
        SimpleLock held = lock(one, name, Duration.ZERO).orElseThrow();
        assertThat(lock(other, name, Duration.ZERO)).isEmpty();
        SimpleLock longer = held.extend(Duration.ofMinutes(10), Duration.ZERO).orElseThrow();
        assertThat(lock(other, name, Duration.ZERO)).isEmpty();
        longer.unlock();
        SimpleLock next = lock(other, name, Duration.ofMinutes(1)).orElseThrow();
        next.unlock();
        assertThat(lock(one, name, Duration.ZERO)).as("held for its least time").isEmpty();
    }

    private static LockProvider byDatabaseTime(ShopDatabases databases) {
        return new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(databases.jdbc)
                .usingDbTime()
                .build());
    }

    @ParameterizedTest
    @OnDatabases
    void locksByTheTimeOfTheDatabase(TestDatabase kind) throws SQLException {
        try (ShopDatabases databases = ShopDatabases.withOrders(kind)) {
            databases.jdbc.execute(TABLE);
            oneAtATime(byDatabaseTime(databases), byDatabaseTime(databases), "nightly");
            assertThat(databases.count(0, "shedlock")).isEqualTo(1);
            assertThat(databases.tables(1)).containsExactly("t_order_0", "t_order_1");
        }
    }

    @ParameterizedTest
    @OnDatabases
    void locksByTheTimeOfTheApplication(TestDatabase kind) throws SQLException {
        try (ShopDatabases databases = ShopDatabases.withOrders(kind)) {
            databases.jdbc.execute(TABLE);
            oneAtATime(
                    new JdbcTemplateLockProvider(databases.logical),
                    new JdbcTemplateLockProvider(databases.logical),
                    "t_order");
        }
    }
}

package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.StartCheck;
import io.shardkit.options.Start;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** One database that two data sources name differently would answer with each of its rows twice. */
@Timeout(120)
class SameDatabaseIT {
    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void isRefusedWhateverItsServerIsCalled(TestDatabase database) throws SQLException {
        try (HikariDataSource one = database.create("same");
                HikariDataSource same = renamed(one);
                HikariDataSource other = database.create("other");
                HikariDataSource elsewhere = database.create("elsewhere", 1)) {
            Map<String, DataSource> different = new LinkedHashMap<>();
            different.put("one", one);
            different.put("other", other);
            different.put("elsewhere", elsewhere);
            assertThat(StartCheck.of(different, Runnable::run, 0, Start.STOP)).hasSize(3);
            different.put("same", same);
            assertThatThrownBy(() -> StartCheck.of(different, Runnable::run, 0, Start.STOP))
                    .isInstanceOfSatisfying(ShardingConfigurationException.class, e -> {
                        assertThat(e.errorCode()).isEqualTo(ErrorCode.INVALID_SETTING);
                        assertThat(e.property()).isEqualTo("sharding.data-sources.same");
                        assertThat(e.detail()).contains("the same database as sharding.data-sources.one");
                    });
            assertThat(one.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
    }

    @Test
    void isAnotherOneWithAnotherSchema() throws SQLException {
        try (HikariDataSource one = TestDatabase.POSTGRESQL.create("same");
                HikariDataSource other = renamed(one)) {
            other.setConnectionInitSql("CREATE SCHEMA IF NOT EXISTS second; SET search_path TO second");
            Map<String, DataSource> two = new LinkedHashMap<>();
            two.put("one", one);
            two.put("other", other);
            assertThat(StartCheck.of(two, Runnable::run, 0, Start.STOP)).hasSize(2);
        }
    }

    /** The same server under its other name. */
    private static HikariDataSource renamed(HikariDataSource pool) {
        String url = pool.getJdbcUrl();
        String name = url.contains("localhost")
                ? url.replace("localhost", "127.0.0.1")
                : url.replace("127.0.0.1", "localhost");
        assertThat(name).isNotEqualTo(url);
        HikariDataSource renamed = new HikariDataSource();
        renamed.setJdbcUrl(name);
        renamed.setUsername(pool.getUsername());
        renamed.setPassword(pool.getPassword());
        renamed.setMaximumPoolSize(2);
        return renamed;
    }
}

package io.shardkit.differential.server;

import static io.shardkit.testing.TestDatabase.H2;
import static io.shardkit.testing.TestDatabase.MARIADB_CONNECTOR_J;
import static io.shardkit.testing.TestDatabase.MYSQL;
import static io.shardkit.testing.TestDatabase.POSTGRESQL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;

/** Sharding keys in columns of BIGINT UNSIGNED: those that a long holds, and those beyond, which no algorithm takes. */
class UnsignedKeysIT {
    private static final String GREATEST = "18446744073709551615";

    @ParameterizedTest
    @OnDatabases(
            except = {H2, POSTGRESQL},
            always = {MYSQL, MARIADB_CONNECTOR_J})
    void keysBeyondLongAreRefusedByTheirNumber(TestDatabase database) throws Exception {
        ExecutorService executor = Executors.newCachedThreadPool();
        try (HikariDataSource first = database.create("first", 0);
                HikariDataSource second = database.create("second", 1)) {
            for (HikariDataSource source : List.of(first, second)) {
                for (String table : List.of("o_0", "o_1")) {
                    SpreadTable.execute(
                            source,
                            List.of("CREATE TABLE " + table
                                    + " (id BIGINT UNSIGNED NOT NULL PRIMARY KEY, k BIGINT UNSIGNED NOT NULL)"));
                }
            }
            DataSource engine =
                    SpreadTable.engine(first, second, SpreadTable.rule().build(), executor);
            try (Connection connection = engine.getConnection();
                    Statement statement = connection.createStatement();
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO o (id, k) VALUES (?, ?)");
                    PreparedStatement select = connection.prepareStatement("SELECT COUNT(*) FROM o WHERE k = ?")) {
                statement.executeUpdate("INSERT INTO o (id, k) VALUES (1, " + Long.MAX_VALUE + ")");
                assertRefused(() -> statement.executeUpdate("INSERT INTO o (id, k) VALUES (2, " + GREATEST + ")"));
                for (Object key : List.of(new BigInteger(GREATEST), new BigDecimal(GREATEST), GREATEST)) {
                    insert.setLong(1, 2);
                    insert.setObject(2, key);
                    assertRefused(insert::executeUpdate);
                    select.setObject(1, key);
                    try (ResultSet rows = select.executeQuery()) {
                        rows.next();
                        assertThat(rows.getLong(1)).isZero();
                    }
                }
                select.setObject(1, BigInteger.valueOf(Long.MAX_VALUE));
                try (ResultSet rows = select.executeQuery()) {
                    rows.next();
                    assertThat(rows.getLong(1)).isOne();
                }
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .hasMessageStartingWith(ErrorCode.KEY_NOT_CONVERTIBLE.code())
                .hasMessageContaining("k")
                .hasMessageContaining(String.valueOf(Long.MAX_VALUE))
                .hasMessageNotContaining("String");
    }
}

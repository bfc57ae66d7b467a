package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Atomic commits on PostgreSQL. */
final class AtomicPostgresqlIT extends AtomicContract {
    AtomicPostgresqlIT() {
        super(TestDatabase.POSTGRESQL, "PREPARE TRANSACTION", "COMMIT PREPARED");
    }

    @Test
    void temporaryTablesOnSeveralDatabasesCannotBePrepared() throws SQLException {
        try (AtomicShop shop = new AtomicShop(TestDatabase.POSTGRESQL);
                Connection connection = shop.dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "INSERT INTO t_account (id, user_id, balance) VALUES (1, 1, 0), (2, 2, 0), (3, 3, 0)");
            assertThatThrownBy(() -> statement.executeUpdate("UPDATE t_account SET balance = 1"
                            + " WHERE balance IN (SELECT b.balance FROM t_account b WHERE b.id > 0)"))
                    .isInstanceOfSatisfying(ShardingException.class, failure -> assertThat(failure.errorCode())
                            .isEqualTo(ErrorCode.NOT_PREPARABLE));
            assertThat(shop.ask(1, "SELECT balance FROM t_account").toString()).isEqualTo("[0]");
        }
    }
}

package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.error.ShardingUnresolvedException;
import io.shardkit.options.CrossSource;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Atomic commits on PostgreSQL. */
final class AtomicPostgresqlIT extends AtomicContract {
    AtomicPostgresqlIT() {
        super(TestDatabase.POSTGRESQL);
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

    /** On the first database a query adds the account 101, on the second one a statement the account 1. */
    private static void writeByAFunction(AtomicShop shop, Connection connection) throws SQLException {
        shop.run(0, "INSERT INTO t_account (id, user_id, balance) VALUES (1, 0, 0)");
        shop.run(
                0,
                "CREATE FUNCTION add_account(account BIGINT, owner BIGINT) RETURNS BIGINT LANGUAGE SQL VOLATILE"
                        + " AS 'INSERT INTO t_account (id, user_id, balance) VALUES (account, owner, 0) RETURNING id'");
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement
                    .executeQuery("SELECT add_account(id + 100, user_id) FROM t_account WHERE user_id = 0")
                    .close();
            statement.executeUpdate("INSERT INTO t_account (id, user_id, balance) VALUES (1, 1, 0)");
        }
    }

    @Test
    void whatAFunctionWritesIsCommittedWithTheOthersOrNotAtAll() throws SQLException {
        try (AtomicShop shop = new AtomicShop(TestDatabase.POSTGRESQL);
                Connection connection = shop.dataSource.getConnection()) {
            shop.breakAt(1, sql -> sql.startsWith("PREPARE TRANSACTION"), false);
            writeByAFunction(shop, connection);
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
            assertThat(shop.isBroken()).isTrue();
            assertThat(shop.counts()).containsExactly(1, 0, 0);
        }
    }

    @Test
    void aCommitOfWhatAFunctionWroteIsTold() throws SQLException {
        try (AtomicShop shop = new AtomicShop(TestDatabase.POSTGRESQL, CrossSource.BEST_EFFORT);
                Connection connection = shop.dataSource.getConnection()) {
            shop.breakAt(1, sql -> sql.equals("COMMIT"), false);
            writeByAFunction(shop, connection);
            assertThatThrownBy(connection::commit)
                    .isInstanceOfSatisfying(ShardingUnresolvedException.class, failure -> {
                        assertThat(failure.outcome().committed()).containsExactly("ds0");
                        assertThat(failure.outcome().unknown()).containsExactly("ds1");
                    });
            assertThat(shop.counts()).containsExactly(2, 0, 0);
        }
    }

    /** A decision that looks old elsewhere would be removed while others ask for it. */
    @Test
    void decisionsAreAsOldInEveryTimeZone() throws SQLException {
        try (AtomicShop shop = new AtomicShop(TestDatabase.POSTGRESQL)) {
            shop.run(
                    0,
                    "SET LOCAL TIME ZONE 'America/Los_Angeles';"
                            + " INSERT INTO sharding_transaction (id, decision, participants) VALUES ('a', 'abort', '')");
            assertThat(shop.ask(
                            0,
                            "SELECT CURRENT_TIMESTAMP AT TIME ZONE 'UTC' - decided_at AT TIME ZONE 'UTC' < INTERVAL '1' MINUTE"
                                    + " FROM sharding_transaction WHERE id = 'a'"))
                    .containsExactly(true);
        }
    }
}

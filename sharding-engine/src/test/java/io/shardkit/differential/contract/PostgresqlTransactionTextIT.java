package io.shardkit.differential.contract;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;

class PostgresqlTransactionTextIT extends TransactionTextContract {

    @Override
    protected HikariDataSource emptyDatabase(int number) throws SQLException {
        return TestDatabase.POSTGRESQL.create("transactions", number);
    }

    @Override
    List<String> files() {
        return List.of("common.txt", "servers.txt", "postgresql.txt");
    }

    /** What is deferred lets the commit fail. */
    @BeforeAll
    void defer() throws SQLException {
        defer(plain, "orders");
        defer(database.shard(1), "orders_1");
    }

    private static void defer(HikariDataSource pool, String table) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE " + table + " ADD UNIQUE (amount) DEFERRABLE INITIALLY DEFERRED");
        }
    }
}

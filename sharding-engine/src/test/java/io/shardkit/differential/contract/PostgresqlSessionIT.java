package io.shardkit.differential.contract;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;

class PostgresqlSessionIT extends SessionContract {

    @Override
    protected HikariDataSource emptyDatabase(int number) throws SQLException {
        return TestDatabase.POSTGRESQL.create("session", number);
    }
}

package io.shardkit.differential.contract;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;

class SessionTest extends SessionContract {

    @Override
    protected HikariDataSource emptyDatabase(int number) throws SQLException {
        return TestDatabase.H2.create("session", number);
    }
}

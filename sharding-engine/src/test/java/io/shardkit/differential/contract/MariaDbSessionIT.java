package io.shardkit.differential.contract;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;

class MariaDbSessionIT extends SessionContract {

    @Override
    protected HikariDataSource emptyDatabase(int number) throws SQLException {
        return TestDatabase.MARIADB.create("session", number);
    }
}

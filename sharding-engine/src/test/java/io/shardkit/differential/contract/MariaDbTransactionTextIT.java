package io.shardkit.differential.contract;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;

class MariaDbTransactionTextIT extends TransactionTextContract {

    @Override
    protected HikariDataSource emptyDatabase(int number) throws SQLException {
        return TestDatabase.MARIADB.create("transactions", number);
    }

    @Override
    List<String> files() {
        return List.of("common.txt", "servers.txt", "mariadb.txt");
    }
}

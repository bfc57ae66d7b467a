package io.shardkit.differential.contract;

import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class MariaDbSeveralStatementsIT extends SeveralStatementsContract {
    MariaDbSeveralStatementsIT() {
        super(TestDatabase.MARIADB);
    }

    @Test
    @Override
    void refusesWhereTheDriverDoes() throws SQLException {
        super.refusesWhereTheDriverDoes();
    }
}

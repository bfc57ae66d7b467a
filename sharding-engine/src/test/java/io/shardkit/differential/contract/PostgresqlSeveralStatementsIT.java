package io.shardkit.differential.contract;

import io.shardkit.testing.TestDatabase;

class PostgresqlSeveralStatementsIT extends SeveralStatementsContract {
    PostgresqlSeveralStatementsIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

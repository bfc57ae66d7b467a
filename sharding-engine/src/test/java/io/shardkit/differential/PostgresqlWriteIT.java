package io.shardkit.differential;

import io.shardkit.testing.TestDatabase;

class PostgresqlWriteIT extends WriteContract {
    PostgresqlWriteIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

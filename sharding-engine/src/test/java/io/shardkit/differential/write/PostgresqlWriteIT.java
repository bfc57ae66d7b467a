package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class PostgresqlWriteIT extends WriteContract {
    PostgresqlWriteIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

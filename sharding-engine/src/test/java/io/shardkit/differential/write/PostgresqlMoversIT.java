package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class PostgresqlMoversIT extends MoversContract {
    PostgresqlMoversIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class PostgresqlLimitIT extends LimitContract {
    PostgresqlLimitIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

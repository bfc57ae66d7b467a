package io.shardkit.differential.topology;

import io.shardkit.testing.TestDatabase;

class PostgresqlUnevenIT extends UnevenContract {
    PostgresqlUnevenIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

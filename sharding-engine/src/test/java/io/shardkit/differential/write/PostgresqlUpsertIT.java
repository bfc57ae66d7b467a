package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class PostgresqlUpsertIT extends UpsertContract {
    PostgresqlUpsertIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

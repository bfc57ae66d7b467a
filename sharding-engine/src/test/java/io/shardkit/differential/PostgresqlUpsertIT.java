package io.shardkit.differential;

import io.shardkit.testing.TestDatabase;

class PostgresqlUpsertIT extends UpsertContract {
    PostgresqlUpsertIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

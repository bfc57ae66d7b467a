package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class PostgresqlTakersIT extends TakersContract {
    PostgresqlTakersIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

package io.shardkit.differential.topology;

import io.shardkit.testing.TestDatabase;

class PostgresqlHeldShardIT extends HeldShardContract {
    PostgresqlHeldShardIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class PostgresqlBroadcastTimeIT extends BroadcastTimeContract {
    PostgresqlBroadcastTimeIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

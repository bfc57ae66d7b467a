package io.shardkit.differential;

import io.shardkit.testing.TestDatabase;

class PostgresqlBroadcastTimeIT extends BroadcastTimeContract {
    PostgresqlBroadcastTimeIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

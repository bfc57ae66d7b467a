package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class PostgresqlChildMoveIT extends ChildMoveContract {
    PostgresqlChildMoveIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

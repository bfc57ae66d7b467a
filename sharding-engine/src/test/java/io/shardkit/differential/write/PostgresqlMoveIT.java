package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class PostgresqlMoveIT extends MoveContract {
    PostgresqlMoveIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

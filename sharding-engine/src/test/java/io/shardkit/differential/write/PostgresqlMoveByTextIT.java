package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class PostgresqlMoveByTextIT extends MoveByTextContract {
    PostgresqlMoveByTextIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class PostgresqlRandomMovesIT extends RandomMovesContract {
    PostgresqlRandomMovesIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

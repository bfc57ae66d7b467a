package io.shardkit.differential.topology;

import io.shardkit.testing.TestDatabase;

class PostgresqlHintIT extends HintContract {
    PostgresqlHintIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

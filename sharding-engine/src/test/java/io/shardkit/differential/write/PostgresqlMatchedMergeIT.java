package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class PostgresqlMatchedMergeIT extends MatchedMergeContract {
    PostgresqlMatchedMergeIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

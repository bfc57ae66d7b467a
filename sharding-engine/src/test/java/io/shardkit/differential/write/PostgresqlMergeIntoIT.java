package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class PostgresqlMergeIntoIT extends MergeIntoContract {
    PostgresqlMergeIntoIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

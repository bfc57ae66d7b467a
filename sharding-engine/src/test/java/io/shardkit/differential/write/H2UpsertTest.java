package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class H2UpsertTest extends UpsertContract {
    H2UpsertTest() {
        super(TestDatabase.H2);
    }
}

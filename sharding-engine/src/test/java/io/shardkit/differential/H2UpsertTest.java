package io.shardkit.differential;

import io.shardkit.testing.TestDatabase;

class H2UpsertTest extends UpsertContract {
    H2UpsertTest() {
        super(TestDatabase.H2);
    }
}

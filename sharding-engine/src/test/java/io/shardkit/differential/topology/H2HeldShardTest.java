package io.shardkit.differential.topology;

import io.shardkit.testing.TestDatabase;

class H2HeldShardTest extends HeldShardContract {
    H2HeldShardTest() {
        super(TestDatabase.H2);
    }
}

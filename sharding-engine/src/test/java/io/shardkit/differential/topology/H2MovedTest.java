package io.shardkit.differential.topology;

import io.shardkit.testing.TestDatabase;

class H2MovedTest extends MovedContract {
    H2MovedTest() {
        super(TestDatabase.H2);
    }
}

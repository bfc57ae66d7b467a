package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class H2LimitTest extends LimitContract {
    H2LimitTest() {
        super(TestDatabase.H2);
    }
}

package io.shardkit.differential.topology;

import io.shardkit.testing.TestDatabase;

class H2UnevenTest extends UnevenContract {
    H2UnevenTest() {
        super(TestDatabase.H2);
    }
}

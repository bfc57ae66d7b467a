package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class H2WriteTest extends WriteContract {
    H2WriteTest() {
        super(TestDatabase.H2);
    }
}

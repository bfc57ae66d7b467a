package io.shardkit.differential;

import io.shardkit.testing.TestDatabase;

class H2WriteTest extends WriteContract {
    H2WriteTest() {
        super(TestDatabase.H2);
    }
}

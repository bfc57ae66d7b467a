package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class H2BroadcastTimeTest extends BroadcastTimeContract {
    H2BroadcastTimeTest() {
        super(TestDatabase.H2);
    }
}

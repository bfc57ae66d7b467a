package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class H2MoversTest extends MoversContract {
    H2MoversTest() {
        super(TestDatabase.H2);
    }
}

package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class H2TakersTest extends TakersContract {
    H2TakersTest() {
        super(TestDatabase.H2);
    }
}

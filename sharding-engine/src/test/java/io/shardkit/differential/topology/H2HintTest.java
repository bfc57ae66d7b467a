package io.shardkit.differential.topology;

import io.shardkit.testing.TestDatabase;

class H2HintTest extends HintContract {
    H2HintTest() {
        super(TestDatabase.H2);
    }
}

package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class H2MoveTest extends MoveContract {
    H2MoveTest() {
        super(TestDatabase.H2);
    }
}

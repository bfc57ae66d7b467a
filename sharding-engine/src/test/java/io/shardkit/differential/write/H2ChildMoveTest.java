package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class H2ChildMoveTest extends ChildMoveContract {
    H2ChildMoveTest() {
        super(TestDatabase.H2);
    }
}

package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class H2MoveByTextTest extends MoveByTextContract {
    H2MoveByTextTest() {
        super(TestDatabase.H2);
    }
}

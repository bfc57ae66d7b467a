package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class H2RandomMovesTest extends RandomMovesContract {
    H2RandomMovesTest() {
        super(TestDatabase.H2);
    }
}

package io.shardkit.keygen;

import io.shardkit.testing.TestDatabase;

/** On H2. */
class KeyTableTest extends KeyTableSuite {
    KeyTableTest() {
        super(TestDatabase.H2);
    }
}

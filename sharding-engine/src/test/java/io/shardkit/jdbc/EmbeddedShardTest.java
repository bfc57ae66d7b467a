package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** On H2. */
class EmbeddedShardTest extends EmbeddedShardSuite {
    EmbeddedShardTest() {
        super(TestDatabase.H2);
    }
}

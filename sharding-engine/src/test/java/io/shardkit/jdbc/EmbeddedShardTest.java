package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** On H2. */
class EmbeddedShardTest extends EmbeddedShardSuite {
    @Override
    TestDatabase database() {
        return TestDatabase.H2;
    }
}

package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** On PostgreSQL. */
class EmbeddedShardPostgresqlIT extends EmbeddedShardSuite {
    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRESQL;
    }
}

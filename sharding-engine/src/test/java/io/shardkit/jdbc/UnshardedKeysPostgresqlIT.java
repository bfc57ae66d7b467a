package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** On PostgreSQL. */
class UnshardedKeysPostgresqlIT extends UnshardedKeysSuite {
    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRESQL;
    }
}

package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** On PostgreSQL. */
class GrowingTablesPostgresqlIT extends GrowingTablesSuite {
    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRESQL;
    }
}

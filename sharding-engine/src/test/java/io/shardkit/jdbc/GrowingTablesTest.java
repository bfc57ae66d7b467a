package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** On H2. */
class GrowingTablesTest extends GrowingTablesSuite {
    @Override
    TestDatabase database() {
        return TestDatabase.H2;
    }
}

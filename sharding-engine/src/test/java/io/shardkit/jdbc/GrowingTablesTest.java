package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** On H2. */
class GrowingTablesTest extends GrowingTablesSuite {
    GrowingTablesTest() {
        super(TestDatabase.H2);
    }
}

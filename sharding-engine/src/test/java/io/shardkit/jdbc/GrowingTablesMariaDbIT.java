package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** On MariaDB. */
class GrowingTablesMariaDbIT extends GrowingTablesSuite {
    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }
}

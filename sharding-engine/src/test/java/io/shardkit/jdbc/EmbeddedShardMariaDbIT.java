package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** On MariaDB. */
class EmbeddedShardMariaDbIT extends EmbeddedShardSuite {
    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }
}

package io.shardkit.keygen.types;

import io.shardkit.testing.TestDatabase;

/** On MariaDB. */
class MariaDbKeyTableIT extends KeyTableSuite {
    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }
}

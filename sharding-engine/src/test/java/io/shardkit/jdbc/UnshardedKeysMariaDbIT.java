package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** On MariaDB. */
class UnshardedKeysMariaDbIT extends UnshardedKeysSuite {
    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }
}

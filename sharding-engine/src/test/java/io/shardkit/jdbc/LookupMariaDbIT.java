package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** Lookup tables on MariaDB. */
final class LookupMariaDbIT extends LookupContract {
    LookupMariaDbIT() {
        super(TestDatabase.MARIADB);
    }
}

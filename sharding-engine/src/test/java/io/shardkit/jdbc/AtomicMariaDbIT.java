package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** Atomic commits on MariaDB. */
final class AtomicMariaDbIT extends AtomicContract {
    AtomicMariaDbIT() {
        super(TestDatabase.MARIADB, "XA PREPARE", "XA COMMIT");
    }
}

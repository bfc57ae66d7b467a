package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** Transactions of a transaction manager on MariaDB. */
final class GlobalTransactionMariaDbIT extends GlobalTransactionContract {
    GlobalTransactionMariaDbIT() {
        super(TestDatabase.MARIADB);
    }
}

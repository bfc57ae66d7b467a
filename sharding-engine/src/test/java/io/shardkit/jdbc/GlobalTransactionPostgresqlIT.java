package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** Transactions of a transaction manager on PostgreSQL. */
final class GlobalTransactionPostgresqlIT extends GlobalTransactionContract {
    GlobalTransactionPostgresqlIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** Transactions of a transaction manager on H2. */
final class GlobalTransactionTest extends GlobalTransactionContract {
    GlobalTransactionTest() {
        super(TestDatabase.H2);
    }
}

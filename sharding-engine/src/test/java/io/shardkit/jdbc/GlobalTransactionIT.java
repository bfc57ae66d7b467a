package io.shardkit.jdbc;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedClass;

/** Transactions of a transaction manager on servers. */
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class GlobalTransactionIT extends GlobalTransactionContract {
    GlobalTransactionIT(TestDatabase database) {
        super(database);
    }
}

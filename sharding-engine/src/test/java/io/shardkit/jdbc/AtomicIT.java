package io.shardkit.jdbc;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedClass;

/** Atomic commits on servers; what only PostgreSQL has is in {@link AtomicPostgresqlIT}. */
@ParameterizedClass
@OnDatabases(except = {TestDatabase.H2, TestDatabase.POSTGRESQL})
class AtomicIT extends AtomicContract {
    AtomicIT(TestDatabase database) {
        super(database);
    }
}

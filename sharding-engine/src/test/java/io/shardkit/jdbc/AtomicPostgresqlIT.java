package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** Atomic commits on PostgreSQL. */
final class AtomicPostgresqlIT extends AtomicContract {
    AtomicPostgresqlIT() {
        super(TestDatabase.POSTGRESQL, "PREPARE TRANSACTION", "COMMIT PREPARED");
    }
}

package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** Lookup tables on PostgreSQL. */
final class LookupPostgresqlIT extends LookupContract {
    LookupPostgresqlIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

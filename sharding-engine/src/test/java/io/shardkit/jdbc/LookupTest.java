package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** Lookup tables on H2. */
final class LookupTest extends LookupContract {
    LookupTest() {
        super(TestDatabase.H2);
    }
}

package io.shardkit.jdbc;

import io.shardkit.testing.TestDatabase;

/** Atomic commits on H2. */
final class AtomicTest extends AtomicContract {
    AtomicTest() {
        super(TestDatabase.H2);
    }
}

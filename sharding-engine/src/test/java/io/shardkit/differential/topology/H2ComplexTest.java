package io.shardkit.differential.topology;

import io.shardkit.testing.TestDatabase;

class H2ComplexTest extends ComplexContract {
    H2ComplexTest() {
        super(TestDatabase.H2);
    }
}

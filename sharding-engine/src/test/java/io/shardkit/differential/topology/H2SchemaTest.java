package io.shardkit.differential.topology;

import io.shardkit.testing.TestDatabase;

class H2SchemaTest extends SchemaContract {
    H2SchemaTest() {
        super(TestDatabase.H2);
    }
}

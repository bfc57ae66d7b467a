package io.shardkit.differential.topology;

import io.shardkit.testing.TestDatabase;

class PostgresqlSchemaIT extends SchemaContract {
    PostgresqlSchemaIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

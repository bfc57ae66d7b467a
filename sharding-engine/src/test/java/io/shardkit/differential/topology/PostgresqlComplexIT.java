package io.shardkit.differential.topology;

import io.shardkit.testing.TestDatabase;

class PostgresqlComplexIT extends ComplexContract {
    PostgresqlComplexIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

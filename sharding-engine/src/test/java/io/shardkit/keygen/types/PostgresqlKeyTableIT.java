package io.shardkit.keygen.types;

import io.shardkit.testing.TestDatabase;

/** On PostgreSQL. */
class PostgresqlKeyTableIT extends KeyTableSuite {
    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRESQL;
    }
}

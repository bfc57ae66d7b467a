package io.shardkit.ddl;

import io.shardkit.testing.TestDatabase;

class PostgresqlDdlIT extends DdlSuite {
    PostgresqlDdlIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

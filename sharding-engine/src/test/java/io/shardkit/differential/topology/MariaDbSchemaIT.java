package io.shardkit.differential.topology;

import io.shardkit.testing.TestDatabase;

class MariaDbSchemaIT extends SchemaContract {
    MariaDbSchemaIT() {
        super(TestDatabase.MARIADB);
    }
}

package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class MariaDbUpsertIT extends UpsertContract {
    MariaDbUpsertIT() {
        super(TestDatabase.MARIADB);
    }
}

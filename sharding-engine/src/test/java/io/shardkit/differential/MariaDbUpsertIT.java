package io.shardkit.differential;

import io.shardkit.testing.TestDatabase;

class MariaDbUpsertIT extends UpsertContract {
    MariaDbUpsertIT() {
        super(TestDatabase.MARIADB);
    }
}

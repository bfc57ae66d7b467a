package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class MariaDbTakersIT extends TakersContract {
    MariaDbTakersIT() {
        super(TestDatabase.MARIADB);
    }
}

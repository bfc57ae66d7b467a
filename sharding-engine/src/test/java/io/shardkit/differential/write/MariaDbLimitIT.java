package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class MariaDbLimitIT extends LimitContract {
    MariaDbLimitIT() {
        super(TestDatabase.MARIADB);
    }
}

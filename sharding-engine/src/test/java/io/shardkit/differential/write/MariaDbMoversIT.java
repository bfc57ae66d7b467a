package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class MariaDbMoversIT extends MoversContract {
    MariaDbMoversIT() {
        super(TestDatabase.MARIADB);
    }
}

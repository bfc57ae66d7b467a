package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class MariaDbWriteIT extends WriteContract {
    MariaDbWriteIT() {
        super(TestDatabase.MARIADB);
    }
}

package io.shardkit.differential;

import io.shardkit.testing.TestDatabase;

class MariaDbWriteIT extends WriteContract {
    MariaDbWriteIT() {
        super(TestDatabase.MARIADB);
    }
}

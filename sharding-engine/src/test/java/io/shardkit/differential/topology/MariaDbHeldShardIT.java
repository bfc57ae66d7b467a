package io.shardkit.differential.topology;

import io.shardkit.testing.TestDatabase;

class MariaDbHeldShardIT extends HeldShardContract {
    MariaDbHeldShardIT() {
        super(TestDatabase.MARIADB);
    }
}

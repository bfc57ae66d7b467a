package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class MariaDbBroadcastTimeIT extends BroadcastTimeContract {
    MariaDbBroadcastTimeIT() {
        super(TestDatabase.MARIADB);
    }
}

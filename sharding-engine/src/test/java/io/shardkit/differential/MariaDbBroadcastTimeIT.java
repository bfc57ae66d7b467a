package io.shardkit.differential;

import io.shardkit.testing.TestDatabase;

class MariaDbBroadcastTimeIT extends BroadcastTimeContract {
    MariaDbBroadcastTimeIT() {
        super(TestDatabase.MARIADB);
    }
}

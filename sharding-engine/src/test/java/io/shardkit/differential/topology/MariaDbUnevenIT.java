package io.shardkit.differential.topology;

import io.shardkit.testing.TestDatabase;

class MariaDbUnevenIT extends UnevenContract {
    MariaDbUnevenIT() {
        super(TestDatabase.MARIADB);
    }
}

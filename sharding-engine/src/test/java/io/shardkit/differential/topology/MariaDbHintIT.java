package io.shardkit.differential.topology;

import io.shardkit.testing.TestDatabase;

class MariaDbHintIT extends HintContract {
    MariaDbHintIT() {
        super(TestDatabase.MARIADB);
    }
}

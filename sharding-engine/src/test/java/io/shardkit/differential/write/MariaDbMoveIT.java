package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class MariaDbMoveIT extends MoveContract {
    MariaDbMoveIT() {
        super(TestDatabase.MARIADB);
    }
}

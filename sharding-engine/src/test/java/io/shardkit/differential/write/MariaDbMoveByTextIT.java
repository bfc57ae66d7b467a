package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class MariaDbMoveByTextIT extends MoveByTextContract {
    MariaDbMoveByTextIT() {
        super(TestDatabase.MARIADB);
    }
}

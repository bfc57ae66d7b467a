package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class MariaDbChildMoveIT extends ChildMoveContract {
    MariaDbChildMoveIT() {
        super(TestDatabase.MARIADB);
    }
}

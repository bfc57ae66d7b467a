package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class MariaDbRandomMovesIT extends RandomMovesContract {
    MariaDbRandomMovesIT() {
        super(TestDatabase.MARIADB);
    }
}

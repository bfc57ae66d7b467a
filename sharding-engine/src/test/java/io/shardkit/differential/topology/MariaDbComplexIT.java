package io.shardkit.differential.topology;

import io.shardkit.testing.TestDatabase;

class MariaDbComplexIT extends ComplexContract {
    MariaDbComplexIT() {
        super(TestDatabase.MARIADB);
    }
}

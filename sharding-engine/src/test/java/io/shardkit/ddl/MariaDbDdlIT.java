package io.shardkit.ddl;

import io.shardkit.testing.TestDatabase;

class MariaDbDdlIT extends DdlSuite {
    MariaDbDdlIT() {
        super(TestDatabase.MARIADB);
    }
}

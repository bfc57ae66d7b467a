package io.shardkit.jta;

import io.shardkit.testing.TestDatabase;

class JtaMariaDbIT extends JtaContract {
    JtaMariaDbIT() {
        super(TestDatabase.MARIADB);
    }
}

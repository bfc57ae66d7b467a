package io.shardkit.jta;

import io.shardkit.testing.TestDatabase;

class JtaPostgresqlIT extends JtaContract {
    JtaPostgresqlIT() {
        super(TestDatabase.POSTGRESQL);
    }
}

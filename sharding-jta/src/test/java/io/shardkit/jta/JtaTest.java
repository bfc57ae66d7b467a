package io.shardkit.jta;

import io.shardkit.testing.TestDatabase;

class JtaTest extends JtaContract {
    JtaTest() {
        super(TestDatabase.H2);
    }
}

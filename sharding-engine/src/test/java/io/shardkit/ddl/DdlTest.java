package io.shardkit.ddl;

import io.shardkit.testing.TestDatabase;

class DdlTest extends DdlSuite {
    DdlTest() {
        super(TestDatabase.H2);
    }
}

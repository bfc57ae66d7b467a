package io.shardkit.differential.contract;

import io.shardkit.testing.TestDatabase;

class SeveralStatementsTest extends SeveralStatementsContract {
    SeveralStatementsTest() {
        super(TestDatabase.H2);
    }
}

package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;

class H2MergeIntoTest extends MergeIntoContract {
    H2MergeIntoTest() {
        super(TestDatabase.H2);
    }
}

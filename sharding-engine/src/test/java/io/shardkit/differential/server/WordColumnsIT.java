package io.shardkit.differential.server;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;

class WordColumnsIT {

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void keywordsAsColumns(TestDatabase database) throws Exception {
        WordColumnsSuite.run(database);
    }
}

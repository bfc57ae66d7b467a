package io.shardkit.differential.server;

import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.api.Test;

class WordColumnsTest {

    @Test
    void keywordsAsColumns() throws Exception {
        WordColumnsSuite.run(TestDatabase.H2);
    }
}

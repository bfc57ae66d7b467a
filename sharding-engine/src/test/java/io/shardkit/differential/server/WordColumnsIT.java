package io.shardkit.differential.server;

import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WordColumnsIT {

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"MARIADB", "POSTGRESQL"})
    void keywordsAsColumns(TestDatabase database) throws Exception {
        WordColumnsSuite.run(database);
    }
}

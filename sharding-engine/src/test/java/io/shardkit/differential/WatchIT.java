package io.shardkit.differential;

import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WatchIT {

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"MARIADB", "POSTGRESQL"})
    void whatIsLeftBehindIsSeen(TestDatabase database) throws Exception {
        WatchContract.check(database);
    }
}

package io.shardkit.differential;

import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.api.Test;

class WatchTest {

    @Test
    void whatIsLeftBehindIsSeen() throws Exception {
        WatchContract.check(TestDatabase.H2);
    }
}

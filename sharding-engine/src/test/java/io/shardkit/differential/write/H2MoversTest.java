package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.api.Tag;

/** H2 loses rows by itself now and then, by plain JDBC too: docs/transactions.md. */
@Tag("thorough")
class H2MoversTest extends MoversContract {
    H2MoversTest() {
        super(TestDatabase.H2);
    }
}

package io.shardkit.differential.write;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedClass;

@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class RandomMovesIT extends RandomMovesContract {
    RandomMovesIT(TestDatabase database) {
        super(database);
    }
}

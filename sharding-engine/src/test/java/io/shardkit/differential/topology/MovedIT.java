package io.shardkit.differential.topology;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedClass;

@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class MovedIT extends MovedContract {
    MovedIT(TestDatabase database) {
        super(database);
    }
}

package io.shardkit.keygen;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedClass;

@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class KeyTableIT extends KeyTableSuite {
    KeyTableIT(TestDatabase database) {
        super(database);
    }
}

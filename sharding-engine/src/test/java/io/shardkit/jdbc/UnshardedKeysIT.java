package io.shardkit.jdbc;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedClass;

@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class UnshardedKeysIT extends UnshardedKeysSuite {
    UnshardedKeysIT(TestDatabase database) {
        super(database);
    }
}

package io.shardkit.jdbc;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedClass;

@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class GrowingTablesIT extends GrowingTablesSuite {
    GrowingTablesIT(TestDatabase database) {
        super(database);
    }
}

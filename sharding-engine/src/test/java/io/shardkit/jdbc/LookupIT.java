package io.shardkit.jdbc;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedClass;

/** Lookup tables on servers. */
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class LookupIT extends LookupContract {
    LookupIT(TestDatabase database) {
        super(database);
    }
}

package io.shardkit.ddl;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedClass;

@ParameterizedClass
@OnDatabases(except = {TestDatabase.H2, TestDatabase.POSTGRESQL})
class DdlIT extends DdlSuite {
    DdlIT(TestDatabase database) {
        super(database);
    }
}

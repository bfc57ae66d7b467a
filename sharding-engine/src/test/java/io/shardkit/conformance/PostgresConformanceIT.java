package io.shardkit.conformance;

import io.shardkit.testing.TestDatabase;

class PostgresConformanceIT extends ConformanceSuite {

    @Override
    TestDatabase kind() {
        return TestDatabase.POSTGRESQL;
    }
}

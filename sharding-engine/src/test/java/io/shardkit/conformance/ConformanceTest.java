package io.shardkit.conformance;

import io.shardkit.testing.TestDatabase;

class ConformanceTest extends ConformanceSuite {

    @Override
    TestDatabase kind() {
        return TestDatabase.H2;
    }
}

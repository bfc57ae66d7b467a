package io.shardkit.conformance;

import io.shardkit.testing.TestDatabase;

class MariaDbConformanceIT extends ConformanceSuite {

    @Override
    TestDatabase kind() {
        return TestDatabase.MARIADB;
    }
}

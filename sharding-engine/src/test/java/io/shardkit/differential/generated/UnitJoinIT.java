package io.shardkit.differential.generated;

import io.shardkit.differential.fixture.Effort;
import io.shardkit.differential.fixture.Topology;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;

class UnitJoinIT {
    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void queries(TestDatabase database) throws Exception {
        new UnitJoinSuite(Topology.of(database)).queries(Effort.of(80));
    }
}

package io.shardkit.differential.generated;

import io.shardkit.differential.fixture.Topology;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;

class ZoneIT {

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void theZoneOfTheJvmChangesNothing(TestDatabase database) throws Exception {
        new ZoneSuite(Topology.of(database)).run();
    }
}

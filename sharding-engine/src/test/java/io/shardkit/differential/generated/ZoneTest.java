package io.shardkit.differential.generated;

import io.shardkit.differential.fixture.Topology;
import org.junit.jupiter.api.Test;

class ZoneTest {

    @Test
    void theZoneOfTheJvmChangesNothing() throws Exception {
        new ZoneSuite(Topology.H2_2X2).run();
    }
}

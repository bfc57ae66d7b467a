package io.shardkit.differential.generated;

import io.shardkit.differential.fixture.Topology;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ZoneIT {

    @ParameterizedTest
    @EnumSource(
            value = Topology.class,
            names = {"MARIADB_2X2", "POSTGRESQL_2X2"})
    void theZoneOfTheJvmChangesNothing(Topology topology) throws Exception {
        new ZoneSuite(topology).run();
    }
}

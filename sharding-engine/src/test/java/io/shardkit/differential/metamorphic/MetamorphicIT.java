package io.shardkit.differential.metamorphic;

import io.shardkit.differential.fixture.Effort;
import io.shardkit.differential.fixture.Topology;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On servers what {@link MetamorphicTest} does on H2. */
@Tag("thorough")
class MetamorphicIT {
    private static final int PARTITIONS = Effort.of(150);

    @ParameterizedTest
    @EnumSource(
            value = Topology.class,
            names = {"MARIADB_2X2", "POSTGRESQL_2X2"})
    void everyWayToAskComesToTheSame(Topology topology) throws Exception {
        new MetamorphicSuite(topology).run(2);
    }

    @ParameterizedTest
    @EnumSource(
            value = Topology.class,
            names = {"MARIADB_2X2", "POSTGRESQL_2X2"})
    void threePartsMakeTheWhole(Topology topology) throws Exception {
        new PartitionSuite(topology).run(PARTITIONS);
    }
}

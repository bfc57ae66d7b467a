package io.shardkit.differential.metamorphic;

import io.shardkit.differential.fixture.Effort;
import io.shardkit.differential.fixture.Topology;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;

/** On servers what {@link MetamorphicTest} does on H2. */
@Tag("thorough")
class MetamorphicIT {
    private static final int PARTITIONS = Effort.of(75);

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void everyWayToAskComesToTheSame(TestDatabase database) throws Exception {
        new MetamorphicSuite(Topology.of(database)).run(2);
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void threePartsMakeTheWhole(TestDatabase database) throws Exception {
        new PartitionSuite(Topology.of(database)).run(PARTITIONS);
    }
}

package io.shardkit.differential.generated;

import io.shardkit.differential.fixture.Effort;
import io.shardkit.differential.fixture.Topology;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class UnitJoinTest {
    @ParameterizedTest
    @EnumSource(value = Topology.class, mode = Mode.MATCH_ANY, names = "H2_.*")
    void queries(Topology topology) throws Exception {
        new UnitJoinSuite(topology).queries(Effort.of(40));
    }
}

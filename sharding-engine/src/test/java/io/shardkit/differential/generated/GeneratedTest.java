package io.shardkit.differential.generated;

import io.shardkit.differential.fixture.Effort;
import io.shardkit.differential.fixture.Topology;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class GeneratedTest {
    private static final int QUERIES = Effort.of(300);
    private static final int TRANSACTIONS = Effort.of(300);

    @ParameterizedTest
    @EnumSource(value = Topology.class, mode = Mode.MATCH_ANY, names = "H2_.*")
    void queries(Topology topology) throws Exception {
        new GeneratedSuite(topology).queries(QUERIES);
    }

    @ParameterizedTest
    @EnumSource(value = Topology.class, mode = Mode.MATCH_ANY, names = "H2_.*")
    void transactions(Topology topology) throws Exception {
        new GeneratedSuite(topology).transactions(TRANSACTIONS);
    }
}

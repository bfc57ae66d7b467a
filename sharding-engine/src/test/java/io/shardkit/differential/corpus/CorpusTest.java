package io.shardkit.differential.corpus;

import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.Topology;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class CorpusTest {

    @TestFactory
    Stream<DynamicNode> corpus() {
        CorpusSuite suite = new CorpusSuite(Fixture::of);
        return Stream.of(
                        Topology.H2_2X2,
                        Topology.H2_1X1,
                        Topology.H2_3X5,
                        Topology.H2_2X3_ONE_COLUMN,
                        Topology.H2_2X2_MOVED)
                .flatMap(suite::tests);
    }
}

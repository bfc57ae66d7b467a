package io.shardkit.differential.corpus;

import io.shardkit.differential.fixture.Effort;
import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.Topology;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class CorpusTest {

    @TestFactory
    Stream<DynamicNode> corpus() {
        CorpusSuite suite = new CorpusSuite(Fixture::of);
        Stream<Topology> usual =
                Stream.of(Topology.H2_2X2, Topology.H2_1X1, Topology.H2_3X5, Topology.H2_2X3_ONE_COLUMN);
        Stream<Topology> moved =
                Stream.of(Topology.H2_2X2_MOVED).filter(each -> Effort.of(1) > 1 || CorpusWriter.isOn());
        return Stream.concat(usual, moved).flatMap(suite::tests);
    }
}

package io.shardkit.differential.corpus;

import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.Topology;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class CorpusIT {

    @TestFactory
    Stream<DynamicNode> corpus() {
        CorpusSuite suite = new CorpusSuite(Fixture::of);
        return Stream.of(Topology.MARIADB_2X2, Topology.POSTGRESQL_2X2).flatMap(suite::tests);
    }
}

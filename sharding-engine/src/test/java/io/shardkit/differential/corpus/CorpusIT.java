package io.shardkit.differential.corpus;

import io.shardkit.differential.fixture.Effort;
import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.Topology;
import io.shardkit.testing.DatabasesOfRun;
import io.shardkit.testing.TestDatabase;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class CorpusIT {

    @TestFactory
    Stream<DynamicNode> corpus() {
        CorpusSuite suite = new CorpusSuite(Fixture::of);
        Set<TestDatabase> databases = DatabasesOfRun.and();
        databases.remove(TestDatabase.H2);
        Stream<Topology> usual = databases.stream().map(Topology::of);
        Stream<Topology> moved =
                databases.stream().filter(each -> Effort.of(1) > 1).map(Topology::movedOf);
        return Stream.concat(usual, moved).flatMap(suite::tests);
    }
}

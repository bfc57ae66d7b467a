package io.shardkit.differential.generated;

import io.shardkit.differential.fixture.Effort;
import io.shardkit.differential.fixture.Topology;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;

class GeneratedIT {
    private static final int QUERIES = Effort.of(300);
    private static final int TRANSACTIONS = Effort.of(100);

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void queries(TestDatabase database) throws Exception {
        new GeneratedSuite(Topology.of(database)).queries(QUERIES);
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void queriesOverMovedTables(TestDatabase database) throws Exception {
        new GeneratedSuite(Topology.movedOf(database)).queries(QUERIES / 3);
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void transactions(TestDatabase database) throws Exception {
        new GeneratedSuite(Topology.of(database)).transactions(TRANSACTIONS);
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void transactionsOverMovedTables(TestDatabase database) throws Exception {
        new GeneratedSuite(Topology.movedOf(database)).transactions(TRANSACTIONS / 2);
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void queriesOverPlacedKeys(TestDatabase database) throws Exception {
        new GeneratedSuite(Topology.placedOf(database)).queries(QUERIES / 3);
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void transactionsOverPlacedKeys(TestDatabase database) throws Exception {
        new GeneratedSuite(Topology.placedOf(database)).transactions(TRANSACTIONS / 2);
    }
}

package io.shardkit.differential.generated;

import io.shardkit.differential.fixture.Effort;
import io.shardkit.differential.fixture.Topology;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;

class ExpressionIT {
    private static final int EXPRESSIONS = Effort.of(200);

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void expressions(TestDatabase database) throws Exception {
        new ExpressionSuite(Topology.of(database)).expressions(EXPRESSIONS);
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void positions(TestDatabase database) throws Exception {
        new ExpressionSuite(Topology.of(database)).positions();
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void naturalJoins(TestDatabase database) throws Exception {
        new ExpressionSuite(Topology.of(database)).naturalJoins();
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void parentheses(TestDatabase database) throws Exception {
        new ExpressionSuite(Topology.of(database)).parentheses();
    }
}

package io.shardkit.differential.atomicity;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.fixture.Topology;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;

class AtomicityIT {
    private static final int ENOUGH = 100;

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void whatIsToldIsWhatIsThere(TestDatabase database) throws Exception {
        AtomicitySuite suite = new AtomicitySuite(Topology.of(database));
        assertThat(suite.run(false)).isEmpty();
        System.out.println("atomicity on " + Topology.of(database).label() + ": " + suite.counts());
        assertThat(suite.trials()).isGreaterThan(ENOUGH);
        assertThat(suite.incomplete()).isPositive();
    }
}

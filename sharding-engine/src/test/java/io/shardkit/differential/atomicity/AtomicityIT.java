package io.shardkit.differential.atomicity;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.fixture.Topology;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AtomicityIT {
    private static final int ENOUGH = 100;

    @ParameterizedTest
    @EnumSource(
            value = Topology.class,
            names = {"MARIADB_2X2", "POSTGRESQL_2X2"})
    void whatIsToldIsWhatIsThere(Topology topology) throws Exception {
        AtomicitySuite suite = new AtomicitySuite(topology);
        assertThat(suite.run(false)).isEmpty();
        System.out.println("atomicity on " + topology.label() + ": " + suite.counts());
        assertThat(suite.trials()).isGreaterThan(ENOUGH);
        assertThat(suite.incomplete()).isPositive();
    }
}

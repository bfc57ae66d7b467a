package io.shardkit.differential.atomicity;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.fixture.Topology;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AtomicityTest {
    private static final int ENOUGH = 100;

    @ParameterizedTest
    @EnumSource(
            value = Topology.class,
            names = {"H2_2X2", "H2_3X5"})
    void whatIsToldIsWhatIsThere(Topology topology) throws Exception {
        AtomicitySuite suite = new AtomicitySuite(topology);
        assertThat(suite.run(false)).isEmpty();
        System.out.println("atomicity on " + topology.label() + ": " + suite.counts());
        assertThat(suite.trials()).isGreaterThan(ENOUGH);
        assertThat(suite.incomplete()).isPositive();
    }
}

package io.shardkit.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenciesTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 999, 1000, 1001, 1414, 1415, 2000, 2001, 5_000_000, 1_000_000_000L, 600_000_000_000L})
    void aTimeIsInTheFirstClassThatReachesIt(long nanos) {
        List<Double> bounds = Latencies.bounds();
        int index = Latencies.index(nanos);
        assertThat(bounds.get(index) * 1000).isGreaterThanOrEqualTo(nanos * (1 - 1e-9));
        if (index > 0) {
            assertThat(bounds.get(index - 1) * 1000).isLessThan(nanos);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {7_200_000_000_000L, Long.MAX_VALUE})
    void whatTakesLongerIsInTheLast(long nanos) {
        Latencies latencies = new Latencies();
        latencies.add(nanos);
        assertThat(latencies.counts().get(latencies.counts().size() - 1)).isOne();
    }
}

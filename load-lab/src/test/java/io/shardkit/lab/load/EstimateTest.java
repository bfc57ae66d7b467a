package io.shardkit.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class EstimateTest {

    @Test
    void refusesARatioOfATurnInWhichNothingGotDone() {
        assertThatThrownBy(() -> Estimate.ratio(List.of(2.0, 0.0), List.of(1.0, 1.0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing got done in turn 2");
    }

    @Test
    void putsTheTurnsOfSeveralPairsTogether() {
        List<Double> logs = new ArrayList<>(Estimate.logRatios(List.of(4.0, 4.0), List.of(2.0, 2.0)));
        logs.addAll(Estimate.logRatios(List.of(1.0, 1.0), List.of(2.0, 2.0)));

        assertThat(Estimate.ofLogRatios(logs).value()).isCloseTo(1.0, within(1e-12));
    }

    private static final Offset<Double> CLOSE = Offset.offset(0.001);

    @Test
    void givesTheIntervalOfStudentsT() {
        // Deviation 1.5811 of five values, t of 4 degrees 2.776: 2.776 * 1.5811 / sqrt(5) = 1.963
        Estimate mean = Estimate.mean(List.of(8.0, 9.0, 10.0, 11.0, 12.0));

        assertThat(mean.value()).isEqualTo(10.0);
        assertThat(mean.low()).isCloseTo(8.037, CLOSE);
        assertThat(mean.high()).isCloseTo(11.963, CLOSE);
    }

    @Test
    void hasNoWidthForOneTurn() {
        assertThat(Estimate.mean(List.of(3.0))).isEqualTo(new Estimate(3, 3, 3, 0.95));
    }

    /** The machine's speed changes by a factor of three; the ratio of neighbours does not. */
    @Test
    void comparesNeighboursAndNotSums() {
        Estimate ratio = Estimate.ratio(List.of(99.0, 198.0, 297.0), List.of(100.0, 200.0, 300.0));

        assertThat(ratio.value()).isCloseTo(0.99, CLOSE);
        assertThat(ratio.low()).isCloseTo(0.99, CLOSE);
        assertThat(ratio.high()).isCloseTo(0.99, CLOSE);
    }

    /** Twice as much and half as much are nothing in the mean. */
    @Test
    void takesTheGeometricMean() {
        assertThat(Estimate.ratio(List.of(200.0, 50.0), List.of(100.0, 100.0)).value())
                .isCloseTo(1, CLOSE);
    }

    @Test
    void wantsPairs() {
        assertThatThrownBy(() -> Estimate.ratio(List.of(1.0), List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}

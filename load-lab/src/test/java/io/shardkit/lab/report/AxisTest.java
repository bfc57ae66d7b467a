package io.shardkit.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AxisTest {

    @Test
    void endsAtARoundNumber() {
        Axis axis = Axis.fromZero(783, 0, 100);

        assertThat(axis.high()).isEqualTo(800);
        assertThat(axis.ticks()).containsExactly(0.0, 200.0, 400.0, 600.0, 800.0);
        assertThat(axis.at(400)).isEqualTo(50);
    }

    @Test
    void givesEachDoublingTheSameWidth() {
        Axis axis = new Axis(1, 512, 0, 90, true);

        assertThat(axis.at(2) - axis.at(1)).isCloseTo(10, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(axis.at(512) - axis.at(256)).isCloseTo(10, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(axis.ticks().stream().map(axis::label)).containsExactly("1", "4", "16", "64", "256");
    }

    @Test
    void saysAsManyDecimalsAsTellTwoTicksApart() {
        Axis axis = Axis.around(0.985, 1.0, 0, 100);

        assertThat(axis.ticks().stream().map(axis::label))
                .contains("0.985", "0.990", "1.000")
                .doesNotHaveDuplicates();
    }

    @Test
    void hasASpanAlsoWhereAllValuesAreTheSame() {
        assertThat(Axis.around(1, 1, 0, 100).at(1)).isEqualTo(50);
        assertThat(Axis.fromZero(0, 0, 100).at(0)).isZero();
    }
}

package io.shardkit.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SeriesTest {
    private final AtomicLong step = new AtomicLong(1_000);
    private final Series series = new Series(step::get);

    @Test
    void aStepHasWhatWasAddedInIt() {
        series.add(1_000_000, false);
        series.add(2_000_000, true);
        step.set(1_003);
        series.add(9_000_000, false);
        step.set(1_004);
        Series.Past past = series.past(1_004);
        assertThat(past.counts()).hasSize(Series.STEPS).endsWith(0L, 2L, 0L, 0L, 1L);
        assertThat(past.failures()).endsWith(1L, 0L, 0L, 0L);
        assertThat(past.p95().get(Series.STEPS - 1)).isBetween(9_000.0, 9_000.0 * 1.42);
        assertThat(past.p95()).contains(0.0);
        assertThat(series.failures()).isOne();
    }

    @Test
    void theOpenStepIsNotOver() {
        series.add(1_000_000, false);
        assertThat(series.past(1_000).counts()).containsOnly(0L);
    }

    /** Steps are overwritten by later ones, and are not taken for them. */
    @Test
    void anHourIsKept() {
        for (int i = 0; i < 3 * Series.STEPS; i++) {
            series.add(1_000, false);
            step.incrementAndGet();
        }
        assertThat(series.past(step.get()).counts()).isEqualTo(Collections.nCopies(Series.STEPS, 1L));
        step.addAndGet(10 * Series.STEPS);
        assertThat(series.past(step.get()).counts()).containsOnly(0L);
        series.add(1_000, false);
        step.incrementAndGet();
        assertThat(series.past(step.get()).counts()).endsWith(0L, 1L);
    }

    /** A clock that is set back leaves no step of the time after. */
    @Test
    void theClockMayGoBack() {
        series.add(1_000, false);
        step.set(900);
        series.add(1_000, false);
        step.set(901);
        assertThat(series.past(901).counts()).endsWith(0L, 1L).contains(0L);
    }
}

package io.shardkit.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class OpenLoopTest {
    private static final Percentage CLOSE = Percentage.withPercentage(0.1);

    private final FakeClock clock = new FakeClock();

    private Turn run(double perSecond, Task task) {
        return new OpenLoop(perSecond, 1, Workers.ofCaller(), clock).run(task, Duration.ofSeconds(1));
    }

    @Test
    void beginsEachRequestAtItsTime() {
        Turn turn = run(10, worker -> clock.passMillis(20));

        assertThat(turn.requests()).isEqualTo(10);
        assertThat(turn.done()).isEqualTo(10);
        assertThat(turn.latency().getMaxValue()).isCloseTo(TimeUnit.MILLISECONDS.toNanos(20), CLOSE);
    }

    /** A server that stands still for half a second delays those that were to come meanwhile: none is left out. */
    @Test
    void countsWaitingFromTheIntendedStart() {
        AtomicInteger calls = new AtomicInteger();

        Turn turn = run(10, worker -> clock.passMillis(calls.incrementAndGet() == 3 ? 500 : 10));

        assertThat(turn.done()).isEqualTo(10);
        // The third was to start at 200 ms and ended at 700; the fourth at 300 and 710; and so on until the eighth.
        assertThat(turn.latency().getMaxValue()).isCloseTo(TimeUnit.MILLISECONDS.toNanos(500), CLOSE);
        assertThat(turn.latency().getValueAtPercentile(90)).isCloseTo(TimeUnit.MILLISECONDS.toNanos(410), CLOSE);
        assertThat(turn.latency().getValueAtPercentile(50)).isCloseTo(TimeUnit.MILLISECONDS.toNanos(50), CLOSE);
    }

    /** More than can be served is not served by and by for ever, nor forgotten. */
    @Test
    void saysWhatWasNotServed() {
        Turn turn = run(10, worker -> clock.passMillis(1_000));

        assertThat(turn.requests()).isEqualTo(10);
        assertThat(turn.done()).isEqualTo(1);
        assertThat(turn.unserved()).isEqualTo(7);
        assertThat(turn.latency().getTotalCount()).isEqualTo(10);
    }
}

package io.shardkit.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {
    private final FakeClock clock = new FakeClock();

    private Turn run(Task task) {
        return new ClosedLoop(1, Duration.ZERO, Workers.ofCaller(), clock).run(task, Duration.ofSeconds(1));
    }

    @Test
    void countsWhatEndsWithinTheTurn() {
        Turn turn = run(worker -> clock.passMillis(300));

        assertThat(turn.requests()).isEqualTo(4);
        assertThat(turn.done()).isEqualTo(3);
        assertThat(turn.perSecond()).isEqualTo(3.0);
        assertThat(turn.latency().getTotalCount()).isEqualTo(4);
        assertThat(turn.latency().getValueAtPercentile(50))
                .isCloseTo(TimeUnit.MILLISECONDS.toNanos(300), Percentage.withPercentage(0.1));
    }

    @Test
    void countsNoAnswersWhileItRampsUp() {
        Turn turn = new ClosedLoop(1, Duration.ofMillis(500), Workers.ofCaller(), clock)
                .run(worker -> clock.passMillis(200), Duration.ofSeconds(1));

        assertThat(turn.requests()).isEqualTo(8);
        assertThat(turn.seconds()).isEqualTo(1.0);
        assertThat(turn.done()).isEqualTo(5);
        assertThat(turn.latency().getTotalCount()).isEqualTo(6);
    }

    @Test
    void countsErrorsAndKeepsWhatTheySaid() {
        AtomicInteger calls = new AtomicInteger();

        Turn turn = run(worker -> {
            clock.passMillis(100);
            int call = calls.incrementAndGet();
            if (call % 3 == 0) {
                throw new IllegalStateException(call == 3 ? "the first" : "a later one");
            }
        });

        assertThat(turn.done()).isEqualTo(7);
        assertThat(turn.failures().count()).isEqualTo(3);
        assertThat(turn.failures().first()).endsWith("the first");
        assertThat(turn.failures().messages())
                .containsExactly(
                        "java.lang.IllegalStateException: a later one (2 times)",
                        "java.lang.IllegalStateException: the first");
    }

    @Test
    void givesEachThreadANumber() {
        boolean[] seen = new boolean[8];
        try (Workers workers = Workers.start()) {
            new ClosedLoop(8, workers).run(worker -> seen[worker] = true, Duration.ofMillis(20));
        }
        assertThat(seen).containsOnly(true);
    }
}

package io.shardkit.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class StatementCountTest {
    private static final Duration LENGTH = Duration.ofSeconds(1);

    private final AtomicLong first = new AtomicLong(70);
    private final AtomicLong second = new AtomicLong();

    /** Each turn runs the task three times. */
    private final Load load = new Load() {
        @Override
        public String label() {
            return "three";
        }

        @Override
        public Turn run(Task task, Duration length) {
            Failures failures = new Failures();
            for (int call = 0; call < 3; call++) {
                ClosedLoop.attempt(task, 0, failures);
            }
            return new Turn(1, 3, 3, 0, failures, new Histogram(3));
        }
    };

    @Test
    void tellsWhatEachTaskSentToEachServer() {
        Task one = worker -> first.incrementAndGet();
        Task other = worker -> {
            first.addAndGet(2);
            second.incrementAndGet();
        };
        StatementCount count = new StatementCount(() -> new long[] {first.get(), second.get()});
        Load counted = count.around(load);

        counted.run(one, LENGTH);
        counted.run(other, LENGTH);
        first.addAndGet(1_000); // between turns
        counted.run(one, LENGTH);

        assertThat(counted.label()).isEqualTo("three");
        assertThat(count.of(one)).containsExactly(6, 0);
        assertThat(count.of(other)).containsExactly(6, 3);
    }

    @Test
    void tellsNothingWhereNothingCounts() {
        Task task = worker -> {};
        StatementCount count = new StatementCount(StatementCount.Counter.NONE);

        count.around(load).run(task, LENGTH);

        assertThat(count.of(task)).isEmpty();
        assertThat(count.of(worker -> {})).isEmpty();
    }
}

package io.shardkit.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final int SHARES = 2;

    /** Enough for every trial that there may be before the longest pause between two. */
    private static final int LONG = 3000;

    private final Pace pace = new Pace();

    /** Runs the statement often; answers how many times by several threads. */
    private int run(int times, long byThreadsMicros, long aloneMicros) {
        int byThreads = 0;
        for (int i = 0; i < times; i++) {
            boolean threads = pace.useThreads();
            pace.took(threads, SHARES, TimeUnit.MICROSECONDS.toNanos(threads ? byThreadsMicros : aloneMicros));
            byThreads += threads ? 1 : 0;
        }
        return byThreads;
    }

    @Test
    void whatIsNotKnownIsRunByThreads() {
        assertThat(pace.begin(SHARES).byThreads()).isTrue();
    }

    @Test
    void whatConcernsOneDataSourceIsNotShared() {
        assertThat(pace.begin(1).byThreads()).isFalse();
    }

    @Test
    void whatIsQuickerThanHandingOverIsLeftToTheCaller() {
        run(100, 25, 10);
        assertThat(run(LONG, 5, 10)).as("not even tried").isZero();
    }

    @Test
    void threadsThatSaveTimeAreUsed() {
        run(100, 300, 550);
        assertThat(run(LONG, 300, 550)).isGreaterThan(LONG * 95 / 100);
    }

    @Test
    void threadsThatSaveNothingAreNotUsed() {
        run(100, 300, 310);
        assertThat(run(LONG, 300, 310)).isLessThan(LONG * 5 / 100);
    }

    @Test
    void whatTurnedOutOnceIsTriedAgain() {
        run(LONG, 300, 250);
        run(LONG, 300, 550);
        assertThat(pace.useThreads()).isTrue();
        run(LONG, 300, 250);
        assertThat(pace.useThreads()).isFalse();
    }

    @Test
    void whatIsSlowIsNotTriedByOneThread() {
        run(100, 8_000, 16_000);
        assertThat(run(LONG, 8_000, 16_000)).isEqualTo(LONG);
    }

    @Test
    void whatBecameSlowIsSharedSoon() {
        run(100, 25, 10);
        run(40, 20_000, 40_000);
        assertThat(pace.useThreads()).isTrue();
    }

    @Test
    void oneSlowExecutionIsForgotten() {
        run(100, 25, 10);
        run(1, Integer.MAX_VALUE, Integer.MAX_VALUE);
        run(60, 25, 10);
        assertThat(pace.useThreads()).isFalse();
    }

    @Test
    void aWayThatIsMuchSlowerIsNotTriedOften() {
        run(100, 100, 4_000);
        int trials = 1 + LONG / 1024;
        assertThat(LONG - run(LONG, 100, 4_000)).isLessThanOrEqualTo(3 * (trials + 5));
    }

    @Test
    void inTurnStaysSo() {
        for (int i = 0; i < LONG; i++) {
            Pace.Run run = Pace.IN_TURN.begin(SHARES);
            assertThat(run.byThreads()).isFalse();
            Pace.IN_TURN.took(false, SHARES, TimeUnit.SECONDS.toNanos(1));
        }
    }
}

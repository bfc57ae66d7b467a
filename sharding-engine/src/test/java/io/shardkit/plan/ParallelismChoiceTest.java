package io.shardkit.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class ParallelismChoiceTest {
    private static final int SHARES = 2;

    /** Enough for every trial that there may be before the longest pause between two. */
    private static final int LONG = 4000;

    private final ParallelismChoice parallelism = new ParallelismChoice();

    /** Runs the statement often; answers how many times by several threads. */
    private int run(int times, int byThreadsMicros, int aloneMicros) {
        return run(times, 1, time -> byThreadsMicros, time -> aloneMicros);
    }

    private int run(int times, int steps, IntUnaryOperator byThreadsMicros, IntUnaryOperator aloneMicros) {
        int byThreads = 0;
        for (int i = 0; i < times; i++) {
            ParallelismChoice.Run run = parallelism.begin(SHARES, steps);
            IntUnaryOperator micros = run.byThreads() ? byThreadsMicros : aloneMicros;
            run.took(TimeUnit.MICROSECONDS.toNanos(micros.applyAsInt(i)));
            byThreads += run.byThreads() ? 1 : 0;
        }
        return byThreads;
    }

    @Test
    void whatIsNotKnownIsRunByThreads() {
        assertThat(parallelism.begin(SHARES, 1).byThreads()).isTrue();
    }

    @Test
    void whatConcernsOneDataSourceIsNotShared() {
        assertThat(parallelism.begin(1, 1).byThreads()).isFalse();
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
        run(200, 300, 310);
        assertThat(run(LONG, 300, 310)).isLessThan(LONG * 5 / 100);
    }

    @Test
    void whatTurnedOutOnceIsTriedAgain() {
        run(LONG, 300, 250);
        run(LONG, 300, 550);
        assertThat(run(100, 300, 550)).isGreaterThan(50);
        run(LONG, 300, 250);
        assertThat(run(100, 300, 250)).isLessThan(50);
    }

    @Test
    void executionsThatDifferInTurnDoNotDecide() {
        int decidedRightly = 0;
        for (int round = 0; round < 10; round++) {
            decidedRightly += run(LONG, 1, time -> time % 2 == 0 ? 200 : 2000, time -> time % 2 == 0 ? 390 : 3900);
        }
        assertThat(decidedRightly).isGreaterThan(10 * LONG / 2);
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
        assertThat(parallelism.begin(SHARES, 1).byThreads()).isTrue();
    }

    @Test
    void aLargeBatchIsSharedWhateverSmallOnesAre() {
        run(LONG, 20, time -> 600, time -> 580);
        assertThat(parallelism.begin(SHARES, 20).byThreads()).isFalse();
        assertThat(parallelism.begin(SHARES, 5_000).byThreads()).isTrue();
    }

    @Test
    void oneSlowExecutionIsForgotten() {
        run(100, 25, 10);
        run(1, Integer.MAX_VALUE, Integer.MAX_VALUE);
        run(60, 25, 10);
        assertThat(parallelism.begin(SHARES, 1).byThreads()).isFalse();
    }

    @Test
    void aWayThatIsMuchSlowerIsNotTriedOften() {
        run(100, 100, 4_000);
        assertThat(LONG - run(LONG, 100, 4_000)).isLessThan(LONG * 5 / 100);
    }

    @Test
    void inTurnStaysSo() {
        for (int i = 0; i < LONG; i++) {
            ParallelismChoice.Run run = ParallelismChoice.IN_TURN.begin(SHARES, 1);
            assertThat(run.byThreads()).isFalse();
            run.took(TimeUnit.SECONDS.toNanos(1));
        }
    }
}

package io.shardkit.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long QUICK = 5_000;
    private static final long SLOW = 400_000;

    private final Pace pace = new Pace();

    private void took(long nanos, int times) {
        for (int i = 0; i < times; i++) {
            pace.took(nanos);
        }
    }

    @Test
    void whatIsNotKnownIsWorthThreads() {
        assertThat(pace.isWorthThreads()).isTrue();
    }

    @Test
    void quickSharesAreLeftToTheCaller() {
        took(QUICK, 30);
        assertThat(pace.isWorthThreads()).isFalse();
    }

    @Test
    void slowSharesAreHandedOverAgain() {
        took(QUICK, 100);
        took(SLOW, 3);
        assertThat(pace.isWorthThreads()).isTrue();
    }

    @Test
    void oneSlowShareIsForgottenSoon() {
        took(QUICK, 100);
        took(Long.MAX_VALUE, 1);
        took(QUICK, 10);
        assertThat(pace.isWorthThreads()).isFalse();
    }
}

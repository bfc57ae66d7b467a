package io.shardkit.execute.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CommitGateTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final CommitGate gate = new CommitGate();

    private CompletableFuture<Void> entering() {
        CompletableFuture<Void> entered = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            gate.enter();
            entered.complete(null);
        });
        thread.setDaemon(true);
        thread.start();
        while (thread.isAlive() && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        return entered;
    }

    @Test
    void isStillOnceCommitsUnderWayHaveEnded() {
        assertThat(gate.isStill()).isFalse();
        gate.enter();
        gate.hold(LONG);
        assertThat(gate.isStill()).isFalse();
        gate.leave();
        assertThat(gate.isStill()).isTrue();
        gate.release();
        assertThat(gate.isStill()).isFalse();
    }

    @Test
    void commitsThatBeginWaitForTheRelease() throws Exception {
        gate.hold(LONG);
        CompletableFuture<Void> entered = entering();
        assertThat(entered).isNotDone();
        assertThat(gate.isStill()).isTrue();
        gate.release();
        entered.get(1, TimeUnit.MINUTES);
        gate.hold(LONG);
        assertThat(gate.isStill()).isFalse();
    }

    @Test
    void commitsGoOnAfterTheLongestTimeAndAreNotHeldAgainBeforeARelease() throws Exception {
        gate.hold(Duration.ofMillis(1));
        entering().get(1, TimeUnit.MINUTES);
        gate.leave();
        gate.hold(LONG);
        assertThat(gate.isStill()).isFalse();
        gate.enter();
    }

    @Test
    void anInterruptIsKept() {
        gate.hold(Duration.ofMillis(1));
        Thread.currentThread().interrupt();
        gate.enter();
        assertThat(Thread.interrupted()).isTrue();
    }
}

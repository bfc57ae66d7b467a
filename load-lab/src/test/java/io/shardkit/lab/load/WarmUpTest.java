package io.shardkit.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    private static final WarmUp WARM_UP = new WarmUp(Duration.ofSeconds(1), 3, 0.05, 6);

    private final FakeClock clock = new FakeClock();

    @Test
    void isSteadyWhenTheLastOnesAgree() {
        assertThat(WARM_UP.isSteady(List.of(100.0, 100.0))).isFalse();
        assertThat(WARM_UP.isSteady(List.of(100.0, 103.0, 105.0))).isTrue();
        assertThat(WARM_UP.isSteady(List.of(100.0, 103.0, 106.0))).isFalse();
        assertThat(WARM_UP.isSteady(List.of(10.0, 100.0, 103.0, 105.0))).isTrue();
        assertThat(WARM_UP.isSteady(List.of(0.0, 0.0, 0.0))).isFalse();
    }

    @Test
    void endsWhenItIsSteady() {
        AtomicInteger calls = new AtomicInteger();

        WarmUp.Outcome outcome = WARM_UP.run(
                new ClosedLoop(1, Duration.ZERO, Workers.ofCaller(), clock),
                worker -> clock.passMillis(calls.incrementAndGet() < 9 ? 250 : 100));

        assertThat(outcome.steady()).isTrue();
        assertThat(outcome.turns()).isEqualTo(5);
        assertThat(outcome.requests()).isEqualTo(38);
    }

    @Test
    void isGivenUpAtTheCap() {
        AtomicInteger calls = new AtomicInteger();

        WarmUp.Outcome outcome = WARM_UP.run(
                new ClosedLoop(1, Duration.ZERO, Workers.ofCaller(), clock),
                worker -> clock.passMillis(1 + 1_000 / calls.incrementAndGet()));

        assertThat(outcome.steady()).isFalse();
        assertThat(outcome.turns()).isEqualTo(6);
    }

    /**
     * Checks that turns of all contenders follow: code that the first contenders alone have shown to be worth compiling
     * is not all of it when others come.
     */
    @Test
    void endsWithTurnsOfAllIfItWaitsForTheCompiler() {
        List<String> order = new ArrayList<>();
        WarmUp compiled = new WarmUp(Duration.ofSeconds(1), 2, 0.05, 2, true);

        List<WarmUp.Outcome> outcomes = compiled.run(
                new ClosedLoop(1, Duration.ZERO, Workers.ofCaller(), clock),
                List.of(contender("one", order), contender("other", order)),
                Progress.silent());

        assertThat(order).startsWith("one", "one", "other", "other", "one", "other");
        assertThat(outcomes).allMatch(WarmUp.Outcome::steady).allMatch(each -> each.turns() >= 3);
        assertThat(outcomes.stream().mapToInt(WarmUp.Outcome::turns).sum()).isEqualTo(order.size());
    }

    private Contender contender(String name, List<String> order) {
        return new Contender(name, worker -> {
            order.add(name);
            clock.passMillis(1_000);
        });
    }
}

package io.shardkit.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private final FakeClock clock = new FakeClock();
    private final List<String> order = new ArrayList<>();

    private Contender contender(String name, long millis) {
        return new Contender(name, worker -> {
            clock.passMillis(millis);
            if (order.isEmpty() || !order.get(order.size() - 1).equals(name)) {
                order.add(name);
            }
        });
    }

    private List<Series> run(long seed) {
        Rounds rounds = new Rounds(new WarmUp(Duration.ofSeconds(1), 2, 0.05, 5), Duration.ofSeconds(1), 20);
        return rounds.run(
                new ClosedLoop(1, Workers.ofCaller(), clock),
                List.of(contender("slow", 100), contender("fast", 50)),
                new Random(seed),
                Progress.silent());
    }

    @Test
    void givesEveryoneATurnInEachRound() {
        List<Series> series = run(1);

        assertThat(series).extracting(Series::name).containsExactly("slow", "fast");
        assertThat(series.get(0).turns()).hasSize(20);
        assertThat(series.get(0).pace().value()).isEqualTo(10.0);
        assertThat(series.get(1).ratioTo(series.get(0)).value()).isEqualTo(2.0);
        assertThat(series.get(0).requests()).isEqualTo(220);
        assertThat(series.get(0).latency().getTotalCount()).isEqualTo(200);
    }

    @Test
    void drawsTheOrderFromTheSeed() {
        run(1);
        List<String> first = List.copyOf(order);
        order.clear();
        run(1);
        List<String> again = List.copyOf(order);
        order.clear();
        run(2);

        assertThat(again).isEqualTo(first).isNotEqualTo(order);
    }
}

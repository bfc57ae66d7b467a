package io.shardkit.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
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
        return run(rounds, seed, contender("slow", 100));
    }

    private List<Series> run(Rounds rounds, Contender first) {
        return run(rounds, 1, first);
    }

    private List<Series> run(Rounds rounds, long seed, Contender first) {
        return rounds.run(
                new ClosedLoop(1, Duration.ZERO, Workers.ofCaller(), clock),
                List.of(first, contender("fast", 50)),
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
    void goesOnUntilSomebodyHasGotEnoughDone() {
        Rounds rounds = new Rounds(
                new WarmUp(Duration.ofSeconds(1), 2, 0.05, 0),
                Duration.ofSeconds(1),
                2,
                new Goal("slow", 45),
                Set.of(),
                0);

        List<Series> series = run(rounds, contender("slow", 100));

        assertThat(series).allMatch(each -> each.turns().size() == 5);
        assertThat(series.get(0).done()).isEqualTo(50);
    }

    @Test
    void endsWhereNothingGetsDone() {
        Rounds rounds = new Rounds(
                new WarmUp(Duration.ofSeconds(1), 2, 0.05, 0),
                Duration.ofSeconds(1),
                2,
                new Goal("broken", 45),
                Set.of(),
                0);

        List<Series> series = run(rounds, new Contender("broken", worker -> {
            clock.passMillis(100);
            throw new IllegalStateException("no");
        }));

        assertThat(series).allMatch(each -> each.turns().size() == 10);
    }

    /** Checks that a contender whose ratio is near the noise goes on without the others. */
    @Test
    void someGoOnByThemselves() {
        Rounds rounds = new Rounds(
                new WarmUp(Duration.ofSeconds(1), 2, 0.05, 0), Duration.ofSeconds(1), 2, null, Set.of("slow"), 7);

        List<Series> series = run(rounds, contender("slow", 100));

        assertThat(series.get(0).turns()).hasSize(9);
        assertThat(series.get(1).turns()).hasSize(2);
    }

    /** Standing still is seen, and neither left out nor fatal. */
    @Test
    void countsATurnWithoutAResultAsHalfARequest() {
        Rounds rounds = new Rounds(new WarmUp(Duration.ofSeconds(1), 2, 0.05, 0), Duration.ofSeconds(1), 2);

        List<Series> series = run(rounds, contender("stuck", 3_000));

        assertThat(series.get(0).pace().value()).isZero();
        assertThat(series.get(0).ratioTo(series.get(1)).value()).isCloseTo(0.5 / 20, within(1e-9));
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

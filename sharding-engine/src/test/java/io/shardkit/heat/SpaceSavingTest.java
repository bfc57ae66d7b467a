package io.shardkit.heat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpaceSavingTest {
    private static final double ROUNDING = 1e-6;

    /** An exact count beside it, halved when it is. */
    @ParameterizedTest
    @CsvSource({"0.8, 20, 0", "1.0, 50, 0", "1.2, 100, 0", "1.0, 20, 5", "1.2, 50, 9", "0.0, 30, 3"})
    void boundsHoldWithAnyTraffic(double skew, int capacity, int halvings) {
        long seed = new Random().nextLong();
        System.out.println("SpaceSavingTest seed " + seed);
        Random random = new Random(seed);
        SpaceSaving<Integer> sketch = new SpaceSaving<>(capacity);
        Map<Integer, Double> exact = new HashMap<>();
        double total = 0;
        int steps = 20_000;
        Zipf zipf = new Zipf(2_000, skew);
        for (int i = 1; i <= steps; i++) {
            int key = zipf.next(random);
            sketch.add(key);
            exact.merge(key, 1.0, Double::sum);
            total++;
            if (halvings > 0 && i % (steps / halvings) == 0) {
                sketch.scale(0.5);
                exact.replaceAll((each, count) -> count / 2);
                total /= 2;
            }
        }
        List<SpaceSaving.Counter<Integer>> counters = sketch.counters();
        assertThat(counters).as("seed %s", seed).hasSizeLessThanOrEqualTo(capacity);
        Map<Integer, SpaceSaving.Counter<Integer>> kept = new HashMap<>();
        for (SpaceSaving.Counter<Integer> each : counters) {
            kept.put(each.key(), each);
            double count = exact.getOrDefault(each.key(), 0.0);
            assertThat(each.count()).as("seed %s", seed).isGreaterThanOrEqualTo(count - ROUNDING);
            assertThat(each.count() - each.error()).as("seed %s", seed).isLessThanOrEqualTo(count + ROUNDING);
            assertThat(each.error()).as("seed %s", seed).isLessThanOrEqualTo(total / capacity + 0.01 + ROUNDING);
        }
        double bound = total / capacity + 0.01;
        exact.forEach((key, count) -> {
            if (!kept.containsKey(key)) {
                assertThat(count).as("seed %s, key %s", seed, key).isLessThanOrEqualTo(sketch.floor() + ROUNDING);
                assertThat(count).as("seed %s, key %s", seed, key).isLessThanOrEqualTo(bound + ROUNDING);
            }
        });
        assertThat(counters).isSortedAccordingTo((one, other) -> Double.compare(other.count(), one.count()));
    }
}

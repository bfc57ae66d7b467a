package io.shardkit.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Checks that cached entries weigh no more than they may, and are those that were asked for. */
class WeightedCacheTest {
    private final WeightedCache<Integer, Integer> cache = new WeightedCache<>(100, (key, value) -> value);

    private long weight() {
        long[] weight = {0};
        cache.forEach((key, value) -> weight[0] += value);
        return weight[0];
    }

    @Test
    void keepsNoMoreThanItsWeight() {
        for (int key = 0; key < 1000; key++) {
            cache.put(key, 1 + key % 40);
            assertThat(weight()).isLessThanOrEqualTo(100);
            assertThat(cache.getIfPresent(key)).isEqualTo(1 + key % 40);
        }
        cache.put(-1, 101);
        assertThat(cache.getIfPresent(-1)).isNull();
    }

    @Test
    void keepsWhatIsAskedForWhileOthersPassBy() {
        cache.put(-1, 10);
        for (int key = 0; key < 1000; key++) {
            cache.put(key, 10);
            assertThat(cache.getIfPresent(-1)).isEqualTo(10);
        }
    }

    @Test
    void forgets() {
        cache.put(1, 60);
        cache.put(1, 30);
        cache.put(2, 70);
        assertThat(weight()).isEqualTo(100);
        cache.invalidate(1);
        assertThat(cache.getIfPresent(1)).isNull();
        cache.put(3, 30);
        assertThat(weight()).isEqualTo(100);
        cache.invalidateAll();
        assertThat(weight()).isZero();
        cache.put(4, 100);
        assertThat(cache.getIfPresent(4)).isEqualTo(100);
    }

    @Test
    void agreesWithItselfUnderConcurrentUse() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> runs = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                Random random = new Random(thread);
                runs.add(threads.submit(() -> {
                    for (int i = 0; i < 50_000; i++) {
                        int key = random.nextInt(60);
                        Integer value = cache.getIfPresent(key);
                        assertThat(value == null || value == 1 + key % 9).isTrue();
                        if (value == null) {
                            cache.put(key, 1 + key % 9);
                        } else if (i % 50 == 0) {
                            cache.invalidate(key);
                        } else if (i % 9999 == 0) {
                            cache.invalidateAll();
                        }
                    }
                }));
            }
            for (Future<?> run : runs) {
                run.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(weight()).isLessThanOrEqualTo(100);
        // What is linked is what is kept: all of it can go
        for (int key = 100; key < 300; key++) {
            cache.put(key, 10);
        }
        assertThat(weight()).isBetween(91L, 100L);
    }
}

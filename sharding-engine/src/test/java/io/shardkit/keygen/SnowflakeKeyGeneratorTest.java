package io.shardkit.keygen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Keys are unique, increase, and spread over shards at any rate. */
class SnowflakeKeyGeneratorTest {
    private static final long EPOCH = SnowflakeKeyGenerator.DEFAULT_EPOCH_MILLIS;

    private static long key(KeyGenerator generator) {
        return (Long) generator.nextKey();
    }

    @Test
    void keysOfManyThreadsAreUnique() throws Exception {
        SnowflakeKeyGenerator generator = new SnowflakeKeyGenerator(7, 0);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<List<Long>>> parts = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                parts.add(threads.submit((Callable<List<Long>>) () -> keys(generator, 20_000)));
            }
            Set<Long> all = new HashSet<>();
            for (Future<List<Long>> part : parts) {
                assertThat(part.get()).isSorted();
                all.addAll(part.get());
            }
            assertThat(all).hasSize(160_000);
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<Long> keys(KeyGenerator generator, int count) {
        List<Long> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            keys.add(key(generator));
        }
        return keys;
    }

    @Test
    void twoWorkersNeverMakeOneKey() {
        AtomicLong now = new AtomicLong(EPOCH + 1000);
        KeyGenerator one = new SnowflakeKeyGenerator(1, EPOCH, 0, now::get);
        KeyGenerator two = new SnowflakeKeyGenerator(2, EPOCH, 0, now::get);
        Set<Long> keys = new HashSet<>(keys(one, 3000));
        keys.addAll(keys(two, 3000));
        assertThat(keys).hasSize(6000);
    }

    /** With a sequence that starts at zero in each millisecond, all of these keys would have one shard. */
    @Test
    void keysAtALowRateSpreadEvenly() {
        for (int shards : List.of(2, 3, 4, 8, 16)) {
            AtomicLong now = new AtomicLong(EPOCH);
            KeyGenerator generator = new SnowflakeKeyGenerator(5, EPOCH, 0, () -> now.addAndGet(16));
            int[] counts = new int[shards];
            for (int i = 0; i < shards * 1000; i++) {
                counts[(int) Math.floorMod(key(generator), (long) shards)]++;
            }
            for (int count : counts) {
                assertThat(count).as("of 1000 in each of %d", shards).isBetween(850, 1150);
            }
        }
    }

    @Test
    void holdsTimeWorkerAndSequence() {
        KeyGenerator generator = new SnowflakeKeyGenerator(1023, EPOCH, 0, () -> EPOCH + 5);
        long key = key(generator);
        assertThat(key >>> 22).isEqualTo(5);
        assertThat(key >>> 12 & 1023).isEqualTo(1023);
        assertThat(key).isPositive();
    }

    @Test
    void aFullMillisecondIsWaitedOut() {
        AtomicLong calls = new AtomicLong();
        KeyGenerator generator =
                new SnowflakeKeyGenerator(0, EPOCH, 0, () -> EPOCH + 1 + (calls.incrementAndGet() > 5000 ? 1 : 0));
        List<Long> keys = keys(generator, 4097);
        assertThat(keys).doesNotHaveDuplicates().isSorted();
        assertThat(keys.get(3071) >>> 22).isEqualTo(1);
        assertThat(keys.get(4096) >>> 22).isEqualTo(2);
    }

    @Test
    void aSmallStepBackIsWaitedOut() {
        AtomicLong now = new AtomicLong(EPOCH + 1000);
        KeyGenerator generator = new SnowflakeKeyGenerator(0, EPOCH, 10, now::getAndIncrement);
        long before = key(generator);
        now.addAndGet(-8);
        assertThat(key(generator)).isGreaterThan(before);
    }

    @Test
    void aGreatStepBackIsRefusedAndMakesNoKeyTwice() {
        AtomicLong now = new AtomicLong(EPOCH + 1000);
        KeyGenerator generator = new SnowflakeKeyGenerator(0, EPOCH, 10, now::get);
        long before = key(generator);
        now.addAndGet(-500);
        assertThatThrownBy(generator::nextKey)
                .isInstanceOf(KeyGenerationException.class)
                .hasMessageStartingWith(ErrorCode.CLOCK_STEPPED_BACK.code())
                .hasMessageContaining("500 ms")
                .hasMessageContaining("10 ms");
        now.addAndGet(500);
        assertThat(key(generator)).isGreaterThan(before);
    }

    @Test
    void keysAreLaterThanThoseOfAnEarlierHolderOfTheWorkerId() {
        AtomicLong now = new AtomicLong(EPOCH + 1000);
        WorkerIds workers = time -> new WorkerIds.Grant(4, EPOCH + 1007);
        KeyGenerator generator = new SnowflakeKeyGenerator(workers, EPOCH, 10, now::getAndIncrement);
        assertThat(key(generator) >>> 22).isGreaterThan(1007);
    }

    @Test
    void aClockBeforeTheEpochIsRefused() {
        KeyGenerator generator = new SnowflakeKeyGenerator(0, EPOCH, 10, () -> EPOCH - 1);
        assertThatThrownBy(generator::nextKey)
                .isInstanceOf(KeyGenerationException.class)
                .hasMessageContaining("69 years");
    }

    /** As where an order and its item take turns: each must have all shards. */
    @Test
    void keysOfTwoTablesInTurnSpreadEvenly() {
        AtomicLong now = new AtomicLong(EPOCH);
        KeyGenerator generator = new SnowflakeKeyGenerator(5, EPOCH, 0, () -> now.addAndGet(16));
        int[] counts = new int[4];
        for (int i = 0; i < 4000; i++) {
            counts[(int) Math.floorMod(key(generator), 4L)]++;
            generator.nextKey();
        }
        for (int count : counts) {
            assertThat(count).isBetween(850, 1150);
        }
    }

    @Test
    void workersHaveTenBits() {
        assertThatThrownBy(() -> new SnowflakeKeyGenerator(1024, 0))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("worker-id");
        assertThatThrownBy(() -> new SnowflakeKeyGenerator(-1, 0)).isInstanceOf(ShardingConfigurationException.class);
    }
}

package io.shardkit.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ShardingConfigurationException;
import java.util.BitSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Every key has a shard, and a range names every shard that a key of it has. */
class ModAlgorithmTest {

    @Test
    void negativeKeysCountOnDownwards() {
        ModAlgorithm mod = new ModAlgorithm(4);
        assertThat(LongStream.rangeClosed(-5, 5).mapToInt(mod::shard)).containsExactly(3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1);
        assertThat(mod.shard(Long.MIN_VALUE)).isZero();
        assertThat(mod.shard(Long.MAX_VALUE)).isEqualTo(3);
        assertThat(new ModAlgorithm(3).shard(Long.MIN_VALUE)).isEqualTo(1);
    }

    @Test
    void placesWholeNumbersOnly() {
        ModAlgorithm mod = new ModAlgorithm(2);
        assertThat(mod.accepts(KeyType.INTEGER)).isTrue();
        assertThat(mod.accepts(KeyType.TEXT)).isFalse();
        assertThat(mod.accepts(KeyType.UNSUPPORTED)).isFalse();
        assertThatThrownBy(() -> mod.shard("7")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void narrowRangesAreVisitedKeyByKey() {
        ModAlgorithm mod = new ModAlgorithm(4);
        assertThat(mod.shards(new KeyRange(6L, 7L))).isEqualTo(set(2, 3));
        assertThat(mod.shards(new KeyRange(-1L, 0L))).isEqualTo(set(0, 3));
        assertThat(mod.shards(new KeyRange(Long.MAX_VALUE, Long.MAX_VALUE))).isEqualTo(set(3));
        assertThat(mod.shards(new KeyRange(Long.MIN_VALUE, Long.MIN_VALUE + 1))).isEqualTo(set(0, 1));
        assertThat(mod.shards(new KeyRange(0L, 15L))).isEqualTo(set(0, 1, 2, 3));
    }

    @Test
    void rangesAreTheShardsOfTheirKeys() {
        for (int count = 1; count <= 5; count++) {
            ModAlgorithm mod = new ModAlgorithm(count);
            for (long lower : new long[] {-13, -1, 0, 1, 7, Long.MIN_VALUE, Long.MAX_VALUE - 30}) {
                for (long upper = lower; upper < lower + 25; upper++) {
                    KeyRange range = new KeyRange(lower, upper);
                    assertThat(mod.shards(range)).as("%s", range).isEqualTo(ShardingAlgorithm.enumerate(range, mod));
                }
            }
        }
    }

    @Test
    void wideAndOpenRangesAreAllShards() {
        ModAlgorithm mod = new ModAlgorithm(4);
        assertThat(mod.shards(new KeyRange(0L, 16L))).isNull();
        assertThat(mod.shards(new KeyRange(null, 1L))).isNull();
        assertThat(mod.shards(new KeyRange(1L, null))).isNull();
        assertThat(mod.shards(new KeyRange(Long.MIN_VALUE, Long.MAX_VALUE))).isNull();
        assertThat(mod.shards(new KeyRange(-2L, Long.MAX_VALUE))).isNull();
    }

    @Test
    void equalAlgorithmsPlaceAlike() {
        assertThat(new ModAlgorithm(4)).isEqualTo(new ModAlgorithm(4)).isNotEqualTo(new ModAlgorithm(2));
        assertThat((Object) new ModAlgorithm(4)).isNotEqualTo(new HashModAlgorithm(4));
    }

    @Test
    void needsAShard() {
        assertThatThrownBy(() -> new ModAlgorithm(0)).isInstanceOf(ShardingConfigurationException.class);
        assertThatThrownBy(() -> new HashModAlgorithm(-1)).isInstanceOf(ShardingConfigurationException.class);
    }

    private static BitSet set(int... shards) {
        BitSet set = new BitSet();
        for (int shard : shards) {
            set.set(shard);
        }
        return set;
    }
}

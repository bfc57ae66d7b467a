package io.shardkit.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows stay where they were put: the shards of known keys are written down here. */
class HashModAlgorithmTest {

    @Test
    void numbersLieWhereTheirHashSays() {
        HashModAlgorithm hash = new HashModAlgorithm(4);
        assertThat(hash.shard(7)).isEqualTo(3);
        assertThat(hash.shard(-1)).isZero();
        assertThat(hash.shard(-8)).isEqualTo(3);
        assertThat(hash.shard(1L << 32)).isEqualTo(1);
    }

    @Test
    void textsLieWhereTheirHashSays() {
        HashModAlgorithm hash = new HashModAlgorithm(3);
        assertThat(hash.shard("a")).isEqualTo(97 % 3);
        assertThat(hash.shard("")).isZero();
        assertThat(hash.shard("a ")).isEqualTo(3039 % 3);
    }

    /** The hash of this text is the least int, which has no absolute value among them. */
    @Test
    void theLeastHashHasAShard() {
        assertThat("polygenelubricants".hashCode()).isEqualTo(Integer.MIN_VALUE);
        assertThat(new HashModAlgorithm(3).shard("polygenelubricants")).isEqualTo((int) (2147483648L % 3));
        assertThat(new HashModAlgorithm(7).shard(0x80000000L)).isEqualTo((int) (2147483648L % 7));
    }

    @Test
    void everyKeyHasAShard() {
        long seed = Seeds.chosen();
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            int shards = 1 + random.nextInt(50);
            long key = random.nextLong();
            assertThat(new HashModAlgorithm(shards).shard(key))
                    .as("seed %d, key %d of %d", seed, key, shards)
                    .isBetween(0, shards - 1);
        }
    }

    @Test
    void placesEveryTypeThatCanBeCompared() {
        HashModAlgorithm hash = new HashModAlgorithm(2);
        assertThat(hash.accepts(KeyType.INTEGER)).isTrue();
        assertThat(hash.accepts(KeyType.TEXT)).isTrue();
        assertThat(hash.accepts(KeyType.PADDED_TEXT)).isTrue();
        assertThat(hash.accepts(KeyType.UNSUPPORTED)).isFalse();
    }
}

package io.shardkit.rule;

import io.shardkit.algorithm.ComplexShardingAlgorithm;
import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.options.TypedSettings;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * An algorithm of the application's own as text: its class, the string of a record or of another class with a {@code
 * toString} of its own, and the shards of some keys. Two that are written alike are taken for the same.
 */
final class OwnAlgorithm {
    /** The type under which it is written. */
    static final String TYPE = "own";

    private static final int SAMPLES = 64;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private OwnAlgorithm() {}

    /** Writes an algorithm that no type makes. */
    static TypedSettings written(ShardingAlgorithm algorithm) {
        Map<String, String> seen = new TreeMap<>();
        String type = algorithm.getClass().getName();
        int generated = type.indexOf("$$");
        seen.put("class", generated < 0 ? type : type.substring(0, generated));
        String value = algorithm.toString();
        if (!value.contains("@" + Integer.toHexString(System.identityHashCode(algorithm)))) {
            seen.put("value", value);
        }
        seen.put("shards", Integer.toString(algorithm.shardCount()));
        if (!(algorithm instanceof ComplexShardingAlgorithm)) {
            seen.put("samples", samples(algorithm));
        }
        return new TypedSettings(TYPE, seen);
    }

    private static String samples(ShardingAlgorithm algorithm) {
        CRC32 sum = new CRC32();
        for (KeyType type : KeyType.values()) {
            if (type == KeyType.UNSUPPORTED || !algorithm.accepts(type)) {
                continue;
            }
            ShardingAlgorithm ofKeys = algorithm.forKeys(type);
            for (int i = 0; i < SAMPLES; i++) {
                sum.update(sample(ofKeys, type, i));
            }
        }
        return Long.toHexString(sum.getValue());
    }

    /** A key that an algorithm cannot place tells it from one that can, too. */
    private static int sample(ShardingAlgorithm algorithm, KeyType type, int i) {
        try {
            long number = i < SAMPLES / 2 ? i : (i * SPREAD) >>> 33;
            return type.isNumeric() ? algorithm.shard(number) : algorithm.shard("k" + number);
        } catch (RuntimeException unplaced) {
            return ShardingAlgorithm.NOWHERE;
        }
    }
}

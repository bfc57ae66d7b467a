package io.shardkit.algorithm;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.apiguardian.api.API;

/**
 * An algorithm as text, by which other processes tell whether theirs is the same. Two that are equal place every key
 * alike, as far as that can be seen: of an application's own algorithm its class, what a record or another class with a
 * {@code toString} of its own says, and the shards of some keys are compared. Immutable.
 *
 * @param type the type of a configuration, or {@link #OWN}
 * @param settings by name, in alphabetical order
 */
@API(status = API.Status.INTERNAL)
public record WrittenAlgorithm(String type, Map<String, String> settings) {
    /** The type of an algorithm of the application's own. */
    public static final String OWN = "own";

    /** The setting that says where rows with negative keys lie. */
    public static final String NEGATIVE_KEYS = "negative-keys";

    private static final int SAMPLES = 64;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /** Copies the settings in alphabetical order. */
    public WrittenAlgorithm {
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    }

    /** Writes an algorithm that no type makes. */
    public static WrittenAlgorithm own(ShardingAlgorithm algorithm) {
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
        return new WrittenAlgorithm(OWN, seen);
    }

    /** Returns true if the application has to have the algorithm itself. */
    public boolean isOwn() {
        return type.equals(OWN);
    }

    /** Returns true if statements by negative keys are refused, as it is not known where their rows lie. */
    public boolean refusesNegativeKeys() {
        return NegativeKeys.REFUSE.written().equals(settings.get(NEGATIVE_KEYS));
    }

    /** Returns this algorithm with negative keys treated as by another one. */
    public WrittenAlgorithm withNegativeKeysOf(WrittenAlgorithm other) {
        Map<String, String> chosen = new TreeMap<>(settings);
        chosen.remove(NEGATIVE_KEYS);
        String its = other.settings.get(NEGATIVE_KEYS);
        if (its != null) {
            chosen.put(NEGATIVE_KEYS, its);
        }
        return new WrittenAlgorithm(type, chosen);
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

    @Override
    public String toString() {
        return settings.isEmpty() ? type : type + " " + settings;
    }
}

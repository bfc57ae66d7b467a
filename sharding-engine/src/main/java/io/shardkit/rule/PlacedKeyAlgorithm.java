package io.shardkit.rule;

import io.shardkit.algorithm.ColumnKeys;
import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.algorithm.KeyRange;
import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ShardingAlgorithm;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * An algorithm with exceptions: some keys have shards of their own, whatever the algorithm says. Only the keys of a column
 * tell which values equal a key that was declared as text. Immutable.
 */
@API(status = API.Status.INTERNAL)
public final class PlacedKeyAlgorithm implements ShardingAlgorithm {
    private final ShardingAlgorithm others;
    private final int shardCount;

    /** By the keys as they were declared. */
    private final Map<String, Integer> declared;

    private final Map<ColumnKeys, PlacedKeyAlgorithm> ofColumns = new ConcurrentHashMap<>();
    private final Map<String, Integer> texts = new HashMap<>();

    /** Keys that are numbers, each in the first free slot from the one that its hash says; half of the slots are free. */
    private final long[] numbers;

    /** For each slot the shard of its key, or {@link #NOWHERE} if it is free. */
    private final int[] shardOfNumber;

    /**
     * Has the keys of a column of which nothing is known, until {@link #ofColumn} is asked: numbers where the text is one,
     * and texts.
     *
     * @param others places all other keys, on the first of the shards
     * @param shardCount how many shards there are with those of the keys
     * @param declared from keys as text to their shards
     */
    public PlacedKeyAlgorithm(ShardingAlgorithm others, int shardCount, Map<String, Integer> declared) {
        this(others, shardCount, declared, canonical(declared));
    }

    private PlacedKeyAlgorithm(
            ShardingAlgorithm others, int shardCount, Map<String, Integer> declared, Map<Object, Integer> byKey) {
        this.others = others;
        this.shardCount = shardCount;
        this.declared = Map.copyOf(declared);
        numbers = new long[4 * Math.max(1, Integer.highestOneBit(byKey.size()))];
        shardOfNumber = new int[numbers.length];
        Arrays.fill(shardOfNumber, NOWHERE);
        byKey.forEach((key, shard) -> {
            if (key instanceof Long number) {
                int slot = slot(number);
                numbers[slot] = number;
                shardOfNumber[slot] = shard;
            } else {
                texts.put((String) key, shard);
            }
        });
    }

    private static Map<Object, Integer> canonical(Map<String, Integer> declared) {
        Map<Object, Integer> byKey = new HashMap<>(declared);
        declared.forEach((text, shard) -> {
            if (KeyNormalizer.canonical(KeyType.INTEGER, text) instanceof Long number) {
                byKey.put(number, shard);
            }
        });
        return byKey;
    }

    /** Returns an algorithm without exceptions: itself, or that of all other keys. */
    public static ShardingAlgorithm others(ShardingAlgorithm algorithm) {
        return algorithm instanceof PlacedKeyAlgorithm placed ? placed.others : algorithm;
    }

    /** Returns the reason that the declared keys are no different values of a column, or null if they are. */
    public @Nullable String problem(ColumnKeys keys) {
        Map<Object, String> known = new HashMap<>();
        for (String text : declared.keySet().stream().sorted().toList()) {
            Object key = key(text, keys);
            if (!(key instanceof Long || key instanceof String)) {
                return "'" + text + "' is not how one of its values is written";
            }
            String same = known.putIfAbsent(key, text);
            if (same != null) {
                return "'" + same + "' and '" + text + "' are the same value";
            }
        }
        return null;
    }

    /** The key of a row with the value that a text stands for. Bytes are written as hexadecimal digits. */
    private static Object key(String text, ColumnKeys keys) {
        if (keys.type() != KeyType.BINARY) {
            return keys.written(text);
        }
        try {
            return keys.written(HexFormat.of().parseHex(text));
        } catch (IllegalArgumentException noBytes) {
            return ColumnKeys.UNKNOWN;
        }
    }

    /** Returns true if a text is how a value of a column is written. */
    static boolean isKey(String text, ColumnKeys keys) {
        Object key = key(text, keys);
        return key instanceof Long || key instanceof String;
    }

    /** Returns the shard that any algorithm gives to a key as text. */
    static int shard(ShardingAlgorithm algorithm, String text, ColumnKeys keys) {
        Object key = key(text, keys);
        ShardingAlgorithm ofColumn =
                algorithm instanceof PlacedKeyAlgorithm placed ? placed.ofColumn(keys) : algorithm.forKeys(keys.type());
        return key instanceof Long number ? ofColumn.shard(number) : ofColumn.shard((String) key);
    }

    /** The same algorithm for the values of a column, whose keys have no {@link #problem}. */
    public ShardingAlgorithm ofColumn(ColumnKeys keys) {
        return ofColumns.computeIfAbsent(keys, this::made);
    }

    private PlacedKeyAlgorithm made(ColumnKeys keys) {
        Map<Object, Integer> byKey = new HashMap<>();
        declared.forEach((text, shard) -> {
            Object key = key(text, keys);
            if (key instanceof Long || key instanceof String) {
                byKey.put(key, shard);
            }
        });
        return new PlacedKeyAlgorithm(others.forKeys(keys.type()), shardCount, declared, byKey);
    }

    @Override
    public ShardingAlgorithm forKeys(KeyType type) {
        return ofColumn(KeyNormalizer.of(type));
    }

    @Override
    public int shardCount() {
        return shardCount;
    }

    @Override
    public boolean accepts(KeyType type) {
        return others.accepts(type);
    }

    @Override
    public int shard(long key) {
        int shard = shardOfNumber[slot(key)];
        return shard == NOWHERE ? ofOther(others.shard(key)) : shard;
    }

    /** A shard that the other algorithm does not have is none of those that keys have here. */
    private int ofOther(int shard) {
        return shard < others.shardCount() ? shard : shardCount;
    }

    /** The slot that has the key, or a free one. */
    private int slot(long key) {
        int last = numbers.length - 1;
        int slot = Long.hashCode(key * 0x9E3779B97F4A7C15L) & last;
        while (shardOfNumber[slot] != NOWHERE && numbers[slot] != key) {
            slot = (slot + 1) & last;
        }
        return slot;
    }

    @Override
    public int shard(String key) {
        Integer shard = texts.get(key);
        return shard == null ? ofOther(others.shard(key)) : shard;
    }

    @Override
    public @Nullable BitSet shards(KeyRange range) {
        BitSet ofOthers = others.shards(range);
        if (ofOthers == null) {
            return null;
        }
        BitSet shards = (BitSet) ofOthers.clone();
        if (shards.length() > others.shardCount()) {
            shards.set(shardCount);
        }
        for (int slot = 0; slot < numbers.length; slot++) {
            if (shardOfNumber[slot] != NOWHERE && isWithin(numbers[slot], range)) {
                shards.set(shardOfNumber[slot]);
            }
        }
        return shards;
    }

    private static boolean isWithin(long key, KeyRange range) {
        return (range.lower() == null || range.lower() <= key) && (range.upper() == null || key <= range.upper());
    }

    /** Compares what places keys, for columns of the same kind. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PlacedKeyAlgorithm placed
                && placed.others.equals(others)
                && placed.shardCount == shardCount
                && placed.declared.equals(declared);
    }

    @Override
    public int hashCode() {
        return 31 * others.hashCode() + declared.hashCode();
    }

    @Override
    public String toString() {
        return others + " beside placed keys";
    }
}

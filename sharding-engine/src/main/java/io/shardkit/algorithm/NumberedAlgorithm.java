package io.shardkit.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shards that are found by the numbers at the ends of the targets' names, wherever those stand: what ShardingSphere does
 * with the numbers of its algorithms. A number without a target has no rows.
 */
final class NumberedAlgorithm implements ShardingAlgorithm {
    private final ShardingAlgorithm numbers;
    private final int shardCount;
    private final int[] positions;

    private NumberedAlgorithm(ShardingAlgorithm numbers, int shardCount, int[] positions) {
        this.numbers = numbers;
        this.shardCount = shardCount;
        this.positions = positions;
    }

    /**
     * The algorithm over these targets; it is {@code numbers} itself if each number is the position of its target.
     *
     * @param digits to how many digits a number is filled with zeros before it is looked for; the shortest of the names
     *     may ask for more
     */
    static ShardingAlgorithm of(ShardingAlgorithm numbers, int digits, Targets targets) {
        List<String> names = targets.names();
        String prefix = withoutDigits(names.get(0));
        int shortest = names.stream()
                .mapToInt(name -> name.length() - prefix.length())
                .min()
                .orElse(0);
        int[] positions = new int[numbers.shardCount()];
        boolean inOrder = positions.length == names.size();
        for (int number = 0; number < positions.length; number++) {
            positions[number] = names.indexOf(prefix + filled(number, Math.max(digits, shortest)));
            inOrder &= positions[number] == number;
        }
        return inOrder ? numbers : new NumberedAlgorithm(numbers, names.size(), positions);
    }

    private static String withoutDigits(String name) {
        int end = name.length();
        while (end > 0 && name.charAt(end - 1) >= '0' && name.charAt(end - 1) <= '9') {
            end--;
        }
        return name.substring(0, end);
    }

    private static String filled(int number, int digits) {
        String text = Integer.toString(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }

    /** The numbers that no target has, in ascending order. */
    List<Integer> withoutTarget() {
        List<Integer> without = new ArrayList<>();
        for (int number = 0; number < positions.length; number++) {
            if (positions[number] == NOWHERE) {
                without.add(number);
            }
        }
        return without;
    }

    @Override
    public int shardCount() {
        return shardCount;
    }

    @Override
    public boolean accepts(KeyType type) {
        return numbers.accepts(type);
    }

    @Override
    public ShardingAlgorithm forKeys(KeyType type) {
        ShardingAlgorithm ofKeys = numbers.forKeys(type);
        return ofKeys.equals(numbers) ? this : new NumberedAlgorithm(ofKeys, shardCount, positions);
    }

    @Override
    public int shard(long key) {
        int number = numbers.shard(key);
        return number < 0 ? number : positions[number];
    }

    @Override
    public int shard(String key) {
        int number = numbers.shard(key);
        return number < 0 ? number : positions[number];
    }

    @Override
    public @Nullable BitSet shards(KeyRange range) {
        BitSet met = numbers.shards(range);
        if (met == null) {
            return null;
        }
        BitSet shards = new BitSet(shardCount);
        met.stream().map(number -> positions[number]).filter(each -> each >= 0).forEach(shards::set);
        return shards;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NumberedAlgorithm numbered
                && numbered.numbers.equals(numbers)
                && numbered.shardCount == shardCount
                && Arrays.equals(numbered.positions, positions);
    }

    @Override
    public int hashCode() {
        return numbers.hashCode() * 31 + Arrays.hashCode(positions);
    }

    @Override
    public String toString() {
        return numbers + " by the numbers of targets";
    }
}

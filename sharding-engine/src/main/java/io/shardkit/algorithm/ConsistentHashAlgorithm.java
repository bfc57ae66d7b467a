package io.shardkit.algorithm;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A ring of points (Karger et al., Consistent Hashing and Random Trees, 1997): each shard has points on it by its
 * weight, and a key belongs to the next point after its hash. One shard more, at the end, takes its share of the keys
 * from all others, and no key moves between those. The hash is SplitMix64's finalizer (Steele, Lea and Flood, 2014), of
 * a whole number or of a text's FNV-1a hash over its UTF-16 units.
 */
final class ConsistentHashAlgorithm implements ShardingAlgorithm {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final List<Integer> weights;
    private final int virtualNodes;
    private final long[] points;
    private final int[] owners;

    /**
     * @param weights of each shard, at least 1
     * @param virtualNodes how many points a shard of weight 1 has
     */
    ConsistentHashAlgorithm(List<Integer> weights, int virtualNodes) {
        this.weights = List.copyOf(weights);
        this.virtualNodes = virtualNodes;
        Map<Long, Integer> ring = new TreeMap<>();
        for (int shard = 0; shard < weights.size(); shard++) {
            for (int i = 0; i < weights.get(shard) * virtualNodes; i++) {
                // The earlier shard keeps a point that two have, so that a later one takes nothing but its own.
                ring.putIfAbsent(mix(mix(shard + 1L) + i), shard);
            }
        }
        this.points = ring.keySet().stream().mapToLong(Long::longValue).toArray();
        this.owners = ring.values().stream().mapToInt(Integer::intValue).toArray();
    }

    private static long mix(long value) {
        long mixed = value + 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }

    @Override
    public int shardCount() {
        return weights.size();
    }

    @Override
    public boolean accepts(KeyType type) {
        return type != KeyType.UNSUPPORTED;
    }

    @Override
    public int shard(long key) {
        return owner(mix(key));
    }

    @Override
    public int shard(String key) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < key.length(); i++) {
            hash = (hash ^ key.charAt(i)) * FNV_PRIME;
        }
        return owner(mix(hash));
    }

    private int owner(long hash) {
        int low = 0;
        int high = points.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (points[middle] < hash) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return owners[low == points.length ? 0 : low];
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ConsistentHashAlgorithm ring
                && ring.weights.equals(weights)
                && ring.virtualNodes == virtualNodes;
    }

    @Override
    public int hashCode() {
        return weights.hashCode() * 31 + virtualNodes;
    }

    @Override
    public String toString() {
        return "consistent hash over " + weights.size() + " shards";
    }
}

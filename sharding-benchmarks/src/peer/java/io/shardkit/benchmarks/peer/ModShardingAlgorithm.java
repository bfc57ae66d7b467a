package io.shardkit.benchmarks.peer;

import java.util.Collection;
import java.util.Properties;
import org.apache.shardingsphere.sharding.api.sharding.standard.PreciseShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.RangeShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.StandardShardingAlgorithm;

/**
 * Remainder of a number by the count of shards, as ShardingSphere lets users write it: its own MOD is for tables that it
 * lays out itself, and INLINE evaluates a script each time. Made by ShardingSphere; thread-safe once initialised.
 */
public final class ModShardingAlgorithm implements StandardShardingAlgorithm<Comparable<?>> {
    private int count = 1;

    @Override
    public void init(Properties properties) {
        count = Integer.parseInt(properties.getProperty("sharding-count"));
    }

    @Override
    public String doSharding(Collection<String> targets, PreciseShardingValue<Comparable<?>> key) {
        String suffix = Long.toString(Math.floorMod(((Number) key.getValue()).longValue(), (long) count));
        for (String target : targets) {
            if (target.endsWith(suffix)) {
                return target;
            }
        }
        throw new IllegalStateException("no target for shard " + suffix);
    }

    @Override
    public Collection<String> doSharding(Collection<String> targets, RangeShardingValue<Comparable<?>> range) {
        return targets;
    }
}

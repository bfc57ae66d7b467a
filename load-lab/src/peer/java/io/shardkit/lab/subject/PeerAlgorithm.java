package io.shardkit.lab.subject;

import io.shardkit.algorithm.ShardingAlgorithm;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.shardingsphere.sharding.api.sharding.standard.PreciseShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.RangeShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.StandardShardingAlgorithm;

/** An algorithm of the lab as ShardingSphere lets users write it; made by ShardingSphere. Thread-safe once initialised. */
public final class PeerAlgorithm implements StandardShardingAlgorithm<Comparable<?>> {
    private static final List<ShardingAlgorithm> KNOWN = new CopyOnWriteArrayList<>();

    private int number;

    /** The number by which its configuration names an algorithm. */
    public static synchronized int register(ShardingAlgorithm algorithm) {
        KNOWN.add(algorithm);
        return KNOWN.size() - 1;
    }

    @Override
    public void init(Properties properties) {
        number = Integer.parseInt(String.valueOf(properties.get("number")));
    }

    @Override
    public String doSharding(Collection<String> targets, PreciseShardingValue<Comparable<?>> key) {
        int shard = KNOWN.get(number).shard(((Number) key.getValue()).longValue());
        String source = Pools.name(shard);
        String table = "_" + shard;
        for (String target : targets) {
            if (target.equals(source) || target.endsWith(table)) {
                return target;
            }
        }
        throw new IllegalStateException("no target for shard " + shard);
    }

    @Override
    public Collection<String> doSharding(Collection<String> targets, RangeShardingValue<Comparable<?>> range) {
        return targets;
    }
}

package io.shardkit.boot.autoconfigure;

import io.shardkit.rule.ShardingRule;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactory;

/** The pools of the data sources, as beans. */
public final class ShardPools {
    private ShardPools() {}

    /** The pool of each of a rule's data sources, by its name and in their order; of those with replicas the primary's. */
    public static Map<String, DataSource> of(ShardingProperties properties, ShardingRule rule, BeanFactory beans) {
        ServerPools pools = ServerPools.of(properties.dataSources());
        Map<String, DataSource> shards = new LinkedHashMap<>();
        rule.dataSources().forEach(name -> shards.put(name, beans.getBean(pools.primary(name), DataSource.class)));
        return shards;
    }
}

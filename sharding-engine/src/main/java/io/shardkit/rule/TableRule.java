package io.shardkit.rule;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a sharded table.
 *
 * @param name the logical name
 * @param actualDataNodes the pattern of the actual tables, such as {@code ds{0..1}.t_order_{0..3}}
 * @param databaseStrategy chooses the data source, or null
 * @param tableStrategy chooses the table, or null
 * @param keyGeneration fills a column with generated keys, or null
 * @param growth how a missing actual table is treated
 * @param moved for declared nodes, such as {@code ds0.t_order_3}, where they lie instead: a data source, such as {@code
 *     ds4}, or also the name there, such as {@code ds1.t_order_3_g2}
 * @param placedKeys values of the only sharding column whose rows lie where they say, whatever the algorithms do
 */
public record TableRule(
        String name,
        String actualDataNodes,
        @Nullable ShardingStrategy databaseStrategy,
        @Nullable ShardingStrategy tableStrategy,
        @Nullable KeyGeneration keyGeneration,
        MissingTable growth,
        Map<String, String> moved,
        List<PlacedKey> placedKeys) {

    /** Copies the collections. */
    public TableRule {
        moved = Map.copyOf(moved);
        placedKeys = List.copyOf(placedKeys);
    }

    /** A table whose nodes lie where they were declared, and whose rows lie where the algorithms say. */
    public TableRule(
            String name,
            String actualDataNodes,
            @Nullable ShardingStrategy databaseStrategy,
            @Nullable ShardingStrategy tableStrategy,
            @Nullable KeyGeneration keyGeneration,
            MissingTable growth) {
        this(name, actualDataNodes, databaseStrategy, tableStrategy, keyGeneration, growth, Map.of(), List.of());
    }

    /** A table all of whose actual tables have to be there. */
    public TableRule(
            String name,
            String actualDataNodes,
            @Nullable ShardingStrategy databaseStrategy,
            @Nullable ShardingStrategy tableStrategy,
            @Nullable KeyGeneration keyGeneration) {
        this(name, actualDataNodes, databaseStrategy, tableStrategy, keyGeneration, MissingTable.FIXED);
    }
}

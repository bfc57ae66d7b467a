package io.shardkit.rule;

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
 */
public record TableRule(
        String name,
        String actualDataNodes,
        @Nullable ShardingStrategy databaseStrategy,
        @Nullable ShardingStrategy tableStrategy,
        @Nullable KeyGeneration keyGeneration,
        MissingTable growth) {

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

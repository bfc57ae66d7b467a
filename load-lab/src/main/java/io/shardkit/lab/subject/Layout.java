package io.shardkit.lab.subject;

import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.keygen.KeyGenerator;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import org.jspecify.annotations.Nullable;

/**
 * The layout of a logical table's rows.
 *
 * @param name of the logical table
 * @param prefix of the actual tables, whose number follows
 * @param column that decides on the server, and is filled by the keys
 * @param tableColumn that decides on the table
 * @param bySource chooses the server
 * @param byTable chooses the table of a server; each has as many
 * @param keys fills the column, or null
 */
public record Layout(
        String name,
        String prefix,
        String column,
        String tableColumn,
        ShardingAlgorithm bySource,
        ShardingAlgorithm byTable,
        @Nullable KeyGenerator keys) {

    /** One table on each server. */
    public static Layout perServer(String name, String prefix, String column, ShardingAlgorithm bySource) {
        return new Layout(name, prefix, column, column, bySource, new SpreadAlgorithm(1, 1), null);
    }

    public int servers() {
        return bySource.shardCount();
    }

    public int tables() {
        return byTable.shardCount();
    }

    public int server(long key) {
        return bySource.shard(key);
    }

    public int table(long key) {
        return byTable.shard(key);
    }

    /** The name of an actual table. */
    public String actual(int table) {
        return prefix + table;
    }

    public TableRule rule() {
        String nodes = "s{0.." + (servers() - 1) + "}." + prefix + "{0.." + (tables() - 1) + "}";
        ShardingStrategy source = servers() == 1 ? null : new ShardingStrategy(column, bySource);
        ShardingStrategy table = tables() == 1 ? null : new ShardingStrategy(tableColumn, byTable);
        if (source == null && table == null) {
            source = new ShardingStrategy(column, bySource);
        }
        return new TableRule(name, nodes, source, table, keys == null ? null : new KeyGeneration(column, keys));
    }
}

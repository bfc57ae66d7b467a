package io.shardkit.rule;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sharding configuration: which tables are sharded and where. A {@link ShardingRuleBuilder} makes and checks it.
 * Immutable and thread-safe; another configuration is another object. Table names are in lower case in what is returned,
 * and compared without regard to case.
 */
public sealed interface ShardingRule permits ShardMap {

    /** The names of the data sources, in their order. */
    List<String> dataSources();

    /** The data source of tables that the rule does not declare. */
    String defaultDataSource();

    /** The sharded tables, by name. */
    List<ShardedTable> shardedTables();

    /** The sharded table of that name, or null. */
    @Nullable ShardedTable shardedTable(String name);

    /** The groups of tables that are bound, each of at least two: sharded alike, and joined by their sharding columns. */
    List<Set<String>> boundTables();

    /** The tables of which each data source has a full copy. */
    Set<String> broadcastTables();

    /** The declared tables that are on one data source only, and the name of it. */
    Map<String, String> singleTables();

    /** The columns of broadcast and single tables that are filled when an INSERT leaves them out, by table. */
    Map<String, KeyGeneration> keyGenerationsOfUnsharded();

    /** The lookup tables of a sharded table; none for most. */
    List<Lookup> lookups(String table);
}

package io.shardkit.jdbc.metadata;

import io.shardkit.execute.ConnectionDefaults;
import io.shardkit.execute.ProductFacts;
import io.shardkit.execute.TableNames;
import io.shardkit.rule.ShardingRule;

/**
 * What a logical database says of itself and its tables. Immutable.
 *
 * @param rule what is sharded
 * @param defaults catalog and schema as users know them
 * @param tableNames from actual tables to logical names
 * @param product what the first database said about itself
 */
public record LogicalSchema(
        ShardingRule rule, ConnectionDefaults defaults, TableNames tableNames, ProductFacts product) {}

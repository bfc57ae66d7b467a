package io.shardkit.jdbc.metadata;

import io.shardkit.execute.ConnectionDefaults;
import io.shardkit.execute.ProductFacts;
import io.shardkit.execute.TableNames;
import io.shardkit.rule.ShardMap;

/**
 * The metadata of a logical database and its tables. Immutable.
 *
 * @param rule the sharding rule
 * @param defaults catalog and schema as users know them
 * @param tableNames from actual tables to logical names
 * @param product the first database's facts about itself
 */
public record LogicalSchema(ShardMap rule, ConnectionDefaults defaults, TableNames tableNames, ProductFacts product) {}

/**
 * From the configuration of Apache ShardingSphere to the {@code sharding.*} properties that say the same. Imports
 * {@code io.shardkit.error}, Spring Boot and SnakeYAML.
 */
@NullMarked
package io.shardkit.boot.imports;

import org.jspecify.annotations.NullMarked;
